"use strict";

class TwoTriangles extends PairScene {
  setUp() {
    this.kind = page.octet.Kind.TriangleTriangle;
    this.left = new TriangleBody("DEF", [[-1.2, -0.9], [0.3, 1.3], [1.4, -0.7]], [-3.2, 1.4]);
    this.right = new TriangleBody("ABC", [[-1.6, -1.2], [-0.4, 1.9], [1.9, -0.8]], [1.6, 0]);
    Object.assign(this, { turned: this.left, other: this.right, cornered: this.left, stretched: this.left });
  }

  explain(plane) {
    const shadows = axes(this.left, this.right);
    const best = leastCommon(shadows);
    showAxis(plane, best, this.left, this.right);
    const signs = (a, b) => this.left.points.map((p) => sign(edge(a, b, p)));
    const [a, b, c] = this.right.points;
    const outer = edge(a, b, c) < 0 ? 1 : -1;
    const row = (name, p, q) => {
      const cells = [name, ...signs(p, q)];
      cells.chosen = cells.slice(1).every((cell) => cell === sign(outer));
      if (cells.chosen) plane.fill(clip(plane.frame(), p, q, outer), "mark", 0.1);
      return cells;
    };
    $("facts").replaceChildren(
      table("What the shadows have in common, across each edge", ["across", "common"],
        shadows.map((shadow) => Object.assign([shadow.name, shadow.common.toFixed(4)], { chosen: shadow.common < 0 }))),
      table("Edge functions of D, E, F: the side of each edge of ABC", ["edge", "D", "E", "F"],
        [row("AB", a, b), row("BC", b, c), row("CA", c, a)]),
    );
  }
}

const sign = (x) => (x > 0 ? "+" : x < 0 ? "−" : "0");

/** Across each edge of both shapes: the axis, the shadows, and how much of them is common; less than 0 if they are apart. */
function axes(left, right) {
  return [left, right].flatMap((body) => body.points.map((p, i, points) => {
    const q = points[(i + 1) % points.length];
    const [dx, dy] = unitVector(sub(q, p));
    const axis = [dy, -dx];
    const shadow = (points) => {
      const at = points.map((point) => dot(point, axis));
      return [Math.min(...at), Math.max(...at)];
    };
    const [s, t] = [shadow(left.points), shadow(right.points)];
    const common = Math.min(s[1] - t[0], t[1] - s[0]);
    const ends = s[1] < t[0] ? [s[1], t[0]] : [t[1], s[0]];
    return { name: body.names[i] + body.names[(i + 1) % points.length], axis, s, t, common, ends };
  }));
}

/** The axis that separates most, or comes nearest to it. */
const leastCommon = (shadows) => shadows.reduce((best, shadow) => (shadow.common < best.common ? shadow : best));

/** Draws the projection line beside the shapes with both shadows on it, and, if they are apart, the separating line. */
function showAxis(plane, { axis, s, t, common, ends, name }, left, right) {
  const across = [-axis[1], axis[0]];
  const lowest = Math.min(...[...left.points, ...right.points].map((p) => dot(p, across))) - 1.2;
  const on = (x, lift = 0) => along(along([0, 0], axis, x), across, lowest + lift);
  plane.line(on(0), on(1), "far", { dash: [2, 4] });
  for (const [body, [from, to], color, lift] of [[left, s, "left", 0.12], [right, t, "right", -0.12]]) {
    plane.stroke([on(from, lift), on(to, lift)], color, { width: 7 });
    for (const point of body.points) plane.stroke([point, on(dot(point, axis))], "line", { dash: [3, 4] });
  }
  if (common < 0) {
    const between = (ends[0] + ends[1]) / 2;
    plane.line(on(between), on(between, 1), "mark", { width: 2.5 });
    plane.text(`separates, along ${name}`, on(between, 0.3), "mark", [0, 16]);
  }
}

scenes["two-triangles"] = {
  type: TwoTriangles,
  title: "Two triangles",
  about: "Do two triangles touch? They are apart exactly if a line along one of the six edges separates them: then their shadows on "
    + "the line across it have nothing in common, and all vertices of one lie on the outer side of an edge of the other.",
  keys: [
    PAIR_KEYS.move("triangle DEF"), PAIR_KEYS.turn("DEF"), PAIR_KEYS.turnOther("ABC"), PAIR_KEYS.stretch("scale DEF along its two axes"),
    PAIR_KEYS.corner("vertex E", "F"), PAIR_KEYS.edge, PAIR_KEYS.again,
  ],
};
