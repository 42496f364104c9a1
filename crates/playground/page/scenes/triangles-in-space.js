"use strict";

/** Corners of ABC, which stands still, and of DEF around its own middle. */
const ABC = [[-0.95, -0.45, -0.25], [1.0, -0.55, 0.25], [-0.15, 0.95, 0.1]];
const DEF = [[-0.35, -0.5, -0.65], [0.55, -0.15, 0.05], [-0.2, 0.65, 0.6]];

class TrianglesInSpace extends SpaceScene {
  async open() {
    this.look(1.6);
    this.camera.turn = [0.45, 0.3];
    this.press("X");
    $("controls").append(make("div", { className: "row" },
      button("boundary", "Go to the boundary", () => this.press("B")), button("again", "Put back", () => this.press("X"))));
  }

  get turns() {
    return true;
  }

  get state() {
    return { ...super.state, ...(this.exact && { exact: [...this.exact] }) };
  }

  restore(state) {
    super.restore(state);
    if (state.exact?.length === 9) this.exact = Float32Array.from(state.exact);
  }

  press(key) {
    if (key === "X") this.put([0.75, 0.25, 1.0]);
    else if (key === "B") this.toBoundary();
    else return false;
    return true;
  }

  toBoundary() {
    const direction = unitVector(sub(middle(ABC), middle(this.corners)));
    const old = this.values;
    const there = page.octet.turn(page.octet.Kind.TriangleTriangleInSpace, old, Float32Array.from(ABC.flat()), Float32Array.from(direction));
    if (!there) return;
    this.moved = this.moved.map((x, k) => x + there[k] - old[k]);
    this.exact = there;
  }

  /** The values of DEF. */
  get values() {
    if (this.exact) return this.exact;
    return Float32Array.from(DEF.flatMap((p) => this.frame.reduce((q, axis, k) => along(q, axis, p[k]), this.moved)));
  }

  get corners() {
    const values = [...this.values];
    return [0, 3, 6].map((k) => values.slice(k, k + 3));
  }

  isAt(pixel) {
    return this.shows(this.values, pixel);
  }

  picture(plane) {
    const [left, right] = [this.values, Float32Array.from(ABC.flat())];
    const answer = page.octet.ask(page.octet.Kind.TriangleTriangleInSpace, left, right);
    const hit = answer.exact;
    this.solid("right", right, new Uint8Array(1), [[...rgb("right"), 0.92]]);
    this.solid("left", left, new Uint8Array(1), [[...rgb("left"), 0.92]]);
    const shadows = shadowsInSpace(this.corners, ABC);
    const deciding = leastCommon(shadows);
    if (hit) this.showCommon(plane, left, right);
    else this.showPlane(plane, shadows, deciding);
    this.showEdges(hit ? undefined : deciding);
    for (const [names, points] of [["ABC", ABC], ["DEF", this.corners]]) {
      const center = middle(points);
      points.forEach((point, k) => this.label(plane, names[k], along(point, unitVector(sub(point, center)), 0.1), "ink", [0, 0]));
    }
    sayPair(answer);
  }

  /** All edges; those that the deciding direction stands across are thick. */
  showEdges(deciding) {
    const names = ["DE", "EF", "FD", "AB", "BC", "CA"];
    const points = [this.corners, ABC];
    const edges = points.flatMap((points) => points.map((p, k) => [p, points[(k + 1) % 3]]));
    const chosen = (name) => deciding?.edges.includes(name);
    const thin = edges.filter((_, k) => !chosen(names[k]));
    const thick = edges.filter((_, k) => chosen(names[k]));
    this.ribbons("thin", thin, thin.map(() => 0), [[...rgb("ink"), 1]], 2);
    this.ribbons("thick", thick, thick.map(() => 0), [[...rgb("mark"), 1]], 5);
  }

  /** The plane half way between the two, seen through. */
  showPlane(plane, shadows, { axis, ends, name }) {
    const between = (ends[0] + ends[1]) / 2;
    const center = middle([...this.corners, ...ABC]);
    const at = along(center, axis, between - dot(center, axis));
    const parallel = (u) => Math.abs(dot(u, axis));
    const [across] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].sort((u, v) => parallel(u) - parallel(v));
    const u = unitVector(cross3(axis, across));
    const v = cross3(axis, u);
    const corner = (x, y) => along(along(at, u, 1.25 * x), v, 1.25 * y);
    const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    const columns = columnsOf([[...a, ...b, ...c], [...a, ...c, ...d]]);
    this.solid("plane", columns, new Uint8Array(2), [[...rgb("mark"), 0.2]], { behind: false });
    plane.stroke([a, b, c, d, a].map((point) => this.at(plane, point)), "mark", { width: 1, dash: [5, 4] });
    const lowest = [a, b, c, d].sort((p, q) => this.camera.toScreen(q)[1] - this.camera.toScreen(p)[1])[0];
    this.label(plane, `this plane separates, ${name}`, lowest, "mark", [0, 16]);
    const rows = shadows.map((shadow) =>
      Object.assign([shadow.name, shadow.common.toFixed(4)], { chosen: shadow.name === name }));
    $("facts").replaceChildren(table("What the shadows on a line have in common", ["the line is", "common"], rows));
  }

  /** The segment that both have in common, and which edges go through the other triangle. */
  showCommon(plane, left, right) {
    const numbers = page.octet.edges_through(left, right);
    const points = [this.corners, ABC];
    const names = ["DE", "EF", "FD", "AB", "BC", "CA"];
    const through = names.map((name, i) => {
      const [of, k] = [points[Math.trunc(i / 3)], i % 3];
      const [t, u, v] = numbers.slice(3 * i, 3 * i + 3);
      return { name, t, u, v, point: along(of[k], sub(of[(k + 1) % 3], of[k]), t) };
    });
    const met = through.filter(({ t }) => !Number.isNaN(t));
    const pairs = met.flatMap((p) => met.map((q) => [p.point, q.point]));
    const length = ([p, q]) => Math.hypot(...sub(q, p));
    const longest = pairs.sort((p, q) => length(q) - length(p))[0];
    if (longest) {
      this.ribbons("common", [longest], [0], [[...rgb("hit"), 1]], 7);
      for (const end of longest) plane.dot(this.at(plane, end), "hit", 5);
    }
    const show = (x) => (Number.isNaN(x) ? "–" : x.toFixed(4));
    const rows = through.map(({ name, t, u, v }) => Object.assign([name, show(t), show(u), show(v)], { chosen: !Number.isNaN(t) }));
    $("facts").replaceChildren(table("Where each edge goes through the other triangle: at t, with the weights u and v", ["edge", "t", "u", "v"], rows));
  }
}

/** Across each face, and across an edge of each: the direction, the shadows on it, and how much of them is common. */
function shadowsInSpace(def, abc) {
  const edges = (points, names) => points.map((p, k) => ({ name: names[k] + names[(k + 1) % 3], d: sub(points[(k + 1) % 3], p) }));
  const [left, right] = [edges(def, "DEF"), edges(abc, "ABC")];
  const faces = [["ABC", right], ["DEF", left]].map(([name, [e, f, g]]) => ({
    name: `across face ${name}`, axis: cross3(e.d, f.d), edges: [e.name, f.name, g.name],
  }));
  const pairs = left.flatMap((e) => right.map((f) => ({ name: `across ${e.name} and ${f.name}`, axis: cross3(e.d, f.d), edges: [e.name, f.name] })));
  return [...faces, ...pairs].filter(({ axis }) => Math.hypot(...axis) > 1e-9).map(({ name, axis, edges }) => {
    axis = unitVector(axis);
    const shadow = (points) => {
      const at = points.map((point) => dot(point, axis));
      return [Math.min(...at), Math.max(...at)];
    };
    const [s, t] = [shadow(def), shadow(abc)];
    const common = Math.min(s[1] - t[0], t[1] - s[0]);
    return { name, axis, edges, common, ends: s[1] < t[0] ? [s[1], t[0]] : [t[1], s[0]] };
  });
}

scenes["triangles-in-space"] = {
  type: TrianglesInSpace,
  title: "Triangles in space",
  about: "Do two triangles of space touch? They are apart exactly if a plane separates them that is parallel to a face, or to an edge of each: "
    + "eleven directions. The exact answer is the sign of determinants. Drag DEF, or turn the view.",
  keys: [
    SPACE_KEYS.move("triangle DEF"), SPACE_KEYS.depth, SPACE_KEYS.rotate("DEF"), SPACE_KEYS.view, SPACE_KEYS.zoom, PAIR_KEYS.edge, PAIR_KEYS.again,
  ],
};
