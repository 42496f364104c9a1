"use strict";
// Shapes that keys and pointers move. Their values are those of the library's columns, in order.

/** A shape that is moved and turned. A place that was found to the last bit is kept until the next move. */
class Body {
  /** The values that are asked about. */
  get values() {
    return this.exact ?? Float32Array.from(this.compute());
  }

  /** Takes the values of a place that was found to the last bit. */
  pin(values) {
    const old = this.compute();
    this.move([values[0] - old[0], values[1] - old[1]]);
    this.exact = values;
  }

  move(by) {
    this.exact = undefined;
    this.shift(by);
  }
}

class DiskBody extends Body {
  constructor(center, radius) {
    super();
    Object.assign(this, { center, radius });
  }

  compute() {
    return [...this.center, this.radius];
  }

  shift(by) {
    this.center = along(this.center, by, 1);
  }

  contains(p) {
    return Math.hypot(...sub(p, this.center)) <= this.radius;
  }

  get middle() {
    return this.center;
  }

  draw(plane, color) {
    plane.disk(this.center, this.radius, color);
    plane.dot(this.center, color);
    plane.text("T", this.center, color, [12, -10]);
  }

  get state() {
    return [...this.center, this.radius];
  }

  set state(state) {
    [this.center, this.radius] = [state.slice(0, 2), state[2]];
  }
}

/** Corners that are scaled along two axes, turned, and put at a place. */
class CornerBody extends Body {
  constructor(names, corners, place, { angle = 0, scale = [1, 1] } = {}) {
    super();
    Object.assign(this, { names, corners, place, angle, scale });
  }

  get axes() {
    const [s, c] = [Math.sin(this.angle * Math.PI / 180), Math.cos(this.angle * Math.PI / 180)];
    return [[c, s], [-s, c]];
  }

  get points() {
    const [u, v] = this.axes;
    return this.corners.map(([x, y]) => along(along(this.place, u, x * this.scale[0]), v, y * this.scale[1]));
  }

  get middle() {
    return middle(this.points);
  }

  shift(by) {
    this.place = along(this.place, by, 1);
  }

  turn(degrees) {
    this.exact = undefined;
    this.angle = (this.angle + degrees) % 360;
  }

  stretch(axis, by) {
    this.exact = undefined;
    this.scale[axis] += by;
  }

  contains(p) {
    const points = this.points;
    const sides = points.map((a, i) => edge(a, points[(i + 1) % points.length], p));
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  }

  draw(plane, color) {
    plane.polygon(this.points, color);
    const center = this.middle;
    this.points.forEach((point, i) => {
      const [x, y] = unitVector(sub(point, center));
      plane.dot(point, color);
      plane.text(this.names[i], point, color, [16 * x, -16 * y]);
    });
  }

  get state() {
    return [...this.place, this.angle, ...this.scale, ...this.corners.flat()];
  }

  set state([x, y, angle, sx, sy, ...corners]) {
    Object.assign(this, { place: [x, y], angle, scale: [sx, sy] });
    this.corners = this.corners.map((_, i) => corners.slice(2 * i, 2 * i + 2));
  }
}

class TriangleBody extends CornerBody {
  compute() {
    return this.points.flat();
  }

  /** Moves a corner by itself. A triangle that is scaled to nothing along an axis stays so. */
  moveCorner(i, by) {
    this.exact = undefined;
    this.axes.forEach((axis, k) => {
      if (this.scale[k] !== 0) this.corners[i][k] += dot(axis, by) / this.scale[k];
    });
  }
}

/** A rectangle: its corners lie around its place. */
class BoxBody extends CornerBody {
  constructor(names, half, place, options) {
    super(names, [[-1, -1], [-1, 1], [1, 1], [1, -1]].map(([x, y]) => [x * half[0], y * half[1]]), place, options);
  }

  get half() {
    return this.corners[2].map((x, k) => Math.abs(x * this.scale[k]));
  }

  compute() {
    return [...this.place, ...this.half, ...this.axes[0]];
  }
}

class SegmentBody extends Body {
  constructor(start, end) {
    super();
    this.points = [start, end];
  }

  compute() {
    const [start, end] = this.points;
    return [...start, ...sub(end, start)];
  }

  shift(by) {
    this.points = this.points.map((point) => along(point, by, 1));
  }

  turn(degrees) {
    this.exact = undefined;
    const [s, c] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
    const center = this.middle;
    this.points = this.points.map((point) => {
      const [x, y] = sub(point, center);
      return along(center, [c * x - s * y, s * x + c * y], 1);
    });
  }

  stretch(axis, by) {
    this.exact = undefined;
    const center = this.middle;
    const length = Math.hypot(...sub(this.points[1], this.points[0]));
    const times = Math.max(0, length + by) / (length || 1);
    this.points = this.points.map((point) => along(center, sub(point, center), times));
  }

  moveCorner(i, by) {
    this.exact = undefined;
    this.points[i] = along(this.points[i], by, 1);
  }

  contains(p, near) {
    return Math.hypot(...sub(p, closestOfSegment(p, ...this.points))) <= near;
  }

  get middle() {
    return middle(this.points);
  }

  draw(plane, color) {
    plane.stroke(this.points, color, { width: 3 });
    this.points.forEach((point, i) => {
      plane.dot(point, color);
      plane.text("ST"[i], point, color, [0, -14]);
    });
  }

  get state() {
    return this.points.flat();
  }

  set state(state) {
    this.points = [state.slice(0, 2), state.slice(2)];
  }
}
