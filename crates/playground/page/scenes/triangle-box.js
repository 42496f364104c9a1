"use strict";

class TriangleBox extends PairScene {
  setUp() {
    this.kind = page.octet.Kind.TriangleBox;
    this.left = new TriangleBody("PQR", [[-1.1, -1], [0.2, 1.4], [1.3, -0.6]], [-4, 1]);
    this.right = new BoxBody("ABCD", [2, 1.2], [1.2, 0], { angle: 15 });
    Object.assign(this, { turned: this.left, other: this.right, cornered: this.left, stretched: this.left });
  }

  /** The lines of the sides part the plane in nine regions; the one of vertex P says which half of the rectangle to ask. */
  explain(plane) {
    const [a, b, c, d] = this.right.points;
    [[a, b], [b, c], [c, d], [d, a]].forEach(([p, q]) => plane.line(p, q, "far", { dash: [6, 5] }));
    const [u, v] = this.right.axes;
    const [hx, hy] = this.right.half;
    const third = (x, h) => (x < -h ? 0 : x > h ? 2 : 1);
    const from = sub(this.left.points[0], this.right.place);
    const [column, row] = [third(dot(from, u), hx), third(dot(from, v), hy)];
    // As in the figure of s1: from the upper left corner, row by row.
    const number = 3 * (2 - row) + column;
    const margin = 1.1;
    for (let k = 0; k < 9; k++) {
      const [x, y] = [k % 3 - 1, 1 - Math.floor(k / 3)];
      const place = along(along(this.right.place, u, x * (hx + margin)), v, y * (hy + margin));
      plane.text(`[${k}]`, place, k === number ? "mark" : "faint", [0, 0], 15);
    }
    const facing = this.half(column, row, [a, b, c, d]);
    plane.fill(facing.points, "mark", 0.3);
    const best = leastCommon(axes(this.left, this.right));
    if (best.common < 0) showAxis(plane, best, this.left, this.right);
    $("facts").replaceChildren(table("The rectangle, halved", ["", ""], [
      ["region of vertex P", `[${number}]`],
      ["the half to ask", facing.name],
      ["what the shadows have in common", best.common.toFixed(4)],
    ]));
  }

  /** The half of the rectangle whose sides face a region: whatever touches the rectangle from there touches that half. */
  half(column, row, [a, b, c, d]) {
    if (column === 1 && row === 1) return { name: "any: P is inside", points: [a, b, c, d] };
    // Left and below: A lies between the sides DA and AB; left and above: B; right and above: C; right and below: D.
    const corners = [[d, a, b, "DAB"], [a, b, c, "ABC"], [b, c, d, "BCD"], [c, d, a, "CDA"]];
    const k = column === 0 ? (row === 2 ? 1 : 0) : column === 2 ? (row === 0 ? 3 : 2) : row === 2 ? 1 : 0;
    const [p, q, r, name] = corners[k];
    return { name, points: [p, q, r] };
  }
}

scenes["triangle-box"] = {
  type: TriangleBox,
  title: "Triangle and rectangle",
  about: "Does a triangle touch a rectangle? A diagonal halves the rectangle into two triangles. The lines of its sides part the plane "
    + "in nine regions, and the one that holds vertex P says which half alone has to be asked.",
  keys: [
    PAIR_KEYS.move("the triangle"), PAIR_KEYS.turn("the triangle"), PAIR_KEYS.turnOther("the rectangle"),
    PAIR_KEYS.stretch("scale the triangle along its two axes"), PAIR_KEYS.corner("vertex Q", "R"), PAIR_KEYS.edge, PAIR_KEYS.again,
  ],
};
