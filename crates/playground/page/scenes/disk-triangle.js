"use strict";

class DiskTriangle extends PairScene {
  setUp() {
    this.kind = page.octet.Kind.DiskTriangle;
    this.left = new DiskBody([-4, 0], 1);
    this.right = new TriangleBody("ABC", [[0, 0], [0.8, 1.8], [2.4, 0]], [0, 0], { scale: [2, 2] });
    Object.assign(this, { turned: this.right, stretched: this.right, cornered: this.right });
  }

  /** The lines of the edges part the plane in seven regions; each has one or two edges that can be closest. */
  explain(plane) {
    const [a, b, c] = this.right.points;
    const side = Math.sign(edge(a, b, c)) || 1;
    const edges = [[a, b], [b, c], [c, a]];
    const inside = ([p, q], point) => side * edge(p, q, point) >= 0;
    const here = edges.map((pair) => inside(pair, this.left.center));
    for (let k = 1; k <= 7; k++) {
      const sides = [4, 2, 1].map((bit) => Boolean(k & bit));
      const region = edges.reduce((part, [p, q], i) => clip(part, p, q, sides[i] ? side : -side), plane.frame());
      if (region.length < 3) continue;
      const chosen = sides.every((inner, i) => inner === here[i]);
      plane.fill(region, chosen ? "mark" : k % 2 ? "far" : "line", chosen ? 0.22 : 0.12);
      plane.text(`[${k}]`, this.labelPlace(region), chosen ? "mark" : "faint", [0, 0], 15);
    }
    edges.forEach(([p, q]) => plane.line(p, q, "far", { dash: [6, 5] }));
    this.region = 4 * here[0] + 2 * here[1] + 1 * here[2];
    const outside = edges.filter((_, i) => !here[i]);
    const candidates = outside.length ? outside.map(([p, q]) => closestOfSegment(this.left.center, p, q)) : [this.left.center];
    const distance = (point) => Math.hypot(...sub(point, this.left.center));
    this.closest = candidates.reduce((best, point) => (distance(point) < distance(best) ? point : best));
    const names = ["AB", "BC", "CA"].filter((_, i) => !here[i]);
    $("facts").replaceChildren(table("Where the centre T lies", ["", ""], [
      ["region", `[${this.region}]`],
      ["edges that can be closest", names.join(", ") || "none: T is inside"],
      ["distance of the closest point", distance(this.closest).toFixed(9)],
      ["radius", this.left.radius.toFixed(9)],
    ]));
  }

  /** Near the triangle, where it can be read. */
  labelPlace(region) {
    const [center, reach] = [this.right.middle, 2.2 + Math.hypot(...sub(this.right.points[0], this.right.middle))];
    const around = unitVector(sub(middle(region), center));
    const inner = Math.min(reach, Math.hypot(...sub(middle(region), center)));
    return along(center, around, inner);
  }

  mark(plane) {
    plane.stroke([this.left.center, this.closest], "ink", { width: 1.5, dash: [3, 3] });
    plane.dot(this.closest, "ink");
  }
}

scenes["disk-triangle"] = {
  type: DiskTriangle,
  title: "Disk and triangle",
  about: "Does a disk touch a triangle? The lines of the edges part the plane in seven regions. The one that holds the centre says "
    + "which edges can be closest; the closest point of those is compared with the radius.",
  keys: [
    PAIR_KEYS.move("the disk"), PAIR_KEYS.turn("the triangle"), PAIR_KEYS.stretch("scale the triangle along its two axes"),
    PAIR_KEYS.corner("vertex B", "C"), PAIR_KEYS.edge, PAIR_KEYS.again,
  ],
};
