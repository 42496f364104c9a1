"use strict";

class SegmentBox extends PairScene {
  setUp() {
    this.kind = page.octet.Kind.SegmentBox;
    this.left = new SegmentBody([-5, 3.2], [0.5, 2.4]);
    this.right = new BoxBody("ABCD", [2.4, 1.2], [0.8, 0], { angle: 20 });
    Object.assign(this, { turned: this.left, other: this.right, cornered: this.left, stretched: this.left });
  }

  /** In the frame of the box it is two slabs; the segment is in each for a part of its length. */
  explain(plane) {
    const axes = this.right.axes;
    const half = this.right.half;
    const [start, end] = this.left.points;
    const d = sub(end, start);
    this.parts = axes.map((axis, k) => {
      const [from, speed] = [dot(sub(start, this.right.place), axis), dot(d, axis)];
      if (speed === 0) return Math.abs(from) <= half[k] ? [0, 1] : [1, 0];
      const [t, u] = [(-half[k] - from) / speed, (half[k] - from) / speed];
      return [Math.max(0, Math.min(t, u)), Math.min(1, Math.max(t, u))];
    });
    axes.forEach((axis, k) => {
      const ends = [-1, 1].map((sign) => along(this.right.place, axis, sign * half[k]));
      const across = axes[1 - k];
      const slab = ends.reduce((part, end, i) => {
        const other = along(end, across, 1);
        const side = Math.sign(edge(end, other, this.right.place)) || (i ? 1 : -1);
        return clip(part, end, other, side);
      }, plane.frame());
      if (slab.length > 2) plane.fill(slab, k ? "right" : "mark", 0.1);
      ends.forEach((end) => plane.line(end, along(end, across, 1), k ? "right" : "mark", { dash: [6, 5] }));
    });
    const show = ([t, u]) => (t <= u ? `${t.toFixed(4)} to ${u.toFixed(4)}` : "nowhere");
    const both = [Math.max(this.parts[0][0], this.parts[1][0]), Math.min(this.parts[0][1], this.parts[1][1])];
    this.both = both;
    $("facts").replaceChildren(table("Parts of the segment, from S at 0 to T at 1", ["", ""], [
      ["in the slab along the box", show(this.parts[0])],
      ["in the slab across it", show(this.parts[1])],
      ["in both", show(both)],
    ]));
  }

  /** The parts beside the segment. */
  mark(plane, hit) {
    const [start, end] = this.left.points;
    const d = sub(end, start);
    const [x, y] = unitVector(d);
    const bar = ([t, u], pixels, color) => {
      if (t > u) return;
      const lift = pixels / plane.unit;
      plane.stroke([t, u].map((t) => along(along(start, d, t), [-y, x], lift)), color, { width: 5 });
    };
    bar(this.parts[0], 12, "mark");
    bar(this.parts[1], 20, "right");
    if (hit && this.both[0] <= this.both[1]) {
      plane.passage(this.both.map((t) => along(start, d, t)));
    }
  }
}

scenes["segment-box"] = {
  type: SegmentBox,
  title: "Segment and box",
  about: "Does a segment meet an oriented box? In the frame of the box it is the common part of two slabs. The segment is within each "
    + "slab for a part of its length; it meets the box if these parts have a point in common.",
  keys: [
    PAIR_KEYS.move("the segment"), PAIR_KEYS.turn("the segment"), PAIR_KEYS.turnOther("the box"),
    PAIR_KEYS.stretch("lengthen the segment"), PAIR_KEYS.corner("the end T", "S"), PAIR_KEYS.edge, PAIR_KEYS.again,
  ],
};
