"use strict";
// What the scenes of space share: a view from all around, a shape that is moved and turned in it, and how things are drawn.

/** A scene of space. What is moved is at `moved`, turned by the rows of `frame`; `exact` are its values where they were found to the last bit. */
class SpaceScene extends Scene {
  /** Looks at so much of space. */
  look(reach) {
    if (!page.gl.works) throw new Error("this browser has no WebGL 2");
    this.camera = new Camera(reach);
    this.put([0, 0, 0]);
  }

  /** Whether what is moved can be turned. */
  get turns() {
    return false;
  }

  /** Puts what is moved to a place, not turned. */
  put(moved) {
    this.moved = [...moved];
    this.frame = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    this.exact = undefined;
  }

  get state() {
    const { turn, reach } = this.camera;
    return { at: this.moved, turn, reach, ...(this.turns && { frame: this.frame.flat() }) };
  }

  restore({ at, frame, turn, reach }) {
    if (at?.length === 3) this.moved = at;
    if (this.turns && frame?.length === 9) this.frame = [0, 3, 6].map((k) => frame.slice(k, k + 3));
    if (turn?.length === 2) this.camera.turn = turn;
    if (reach > 0) this.camera.reach = reach;
  }

  hold(key, shift, seconds) {
    const moves = { H: [-1, 0, 0], J: [0, -1, 0], K: [0, 1, 0], L: [1, 0, 0], U: [0, 0, 1], I: [0, 0, -1] };
    const turns = { "←": [-1, 0], "→": [1, 0], "↑": [0, 1], "↓": [0, -1] };
    if (key in moves) this.shift(moves[key].map((x) => x * seconds));
    if (key in turns) this.turn(turns[key].map((x) => x * seconds * 1.5));
    if (this.turns && key === "R") this.rotate(0, (shift ? -1 : 1) * seconds);
    if (this.turns && key === "Q") this.rotate(1, (shift ? -1 : 1) * seconds);
    if (key === "+" || key === "=") this.zoom(3 ** seconds);
    if (key === "-") this.zoom(3 ** -seconds);
  }

  /** Along the directions of the picture, not those of space. */
  shift(by) {
    const axes = this.camera.axes;
    this.moved = this.moved.map((x, k) => x + by.reduce((sum, step, i) => sum + step * axes[i][k], 0));
    this.exact = undefined;
  }

  /** Turns what is moved about a direction of the picture. */
  rotate(k, angle) {
    const axis = this.camera.axes[k];
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    this.frame = this.frame.map((v) => along(along(v.map((x) => c * x), cross3(axis, v), s), axis, (1 - c) * dot(axis, v)));
    this.exact = undefined;
  }

  turn([x, y]) {
    const [a, b] = this.camera.turn;
    this.camera.turn = [a + x, Math.max(-1.55, Math.min(1.55, b + y))];
  }

  zoom(times) {
    this.camera.reach = Math.min(20, Math.max(0.05, this.camera.reach / times));
  }

  /** Whether what is moved is at this pixel. */
  isAt() {
    return false;
  }

  /** What is moved goes with the pointer; elsewhere the view turns. */
  grab(at) {
    if (!this.isAt(at)) {
      return (to, from) => {
        const [dx, dy] = sub(to, from);
        this.turn([dx * 0.008, dy * 0.008]);
      };
    }
    return (to, from) => {
      const [dx, dy] = sub(to, from).map((x) => x / this.camera.unit);
      this.shift([dx, -dy, 0]);
    };
  }

  draw() {
    const { plane, gl } = page;
    this.camera.fit(plane.width, plane.height);
    gl.clear();
    this.picture(plane);
    this.showAxes(plane);
    return false;
  }

  /** Columns of triangles, turned and moved. */
  placed(columns) {
    const rows = columns.length / 9;
    const placed = new Float32Array(columns.length);
    for (let corner = 0; corner < 3; corner++) {
      const [x, y, z] = [0, 1, 2].map((k) => columns.subarray((3 * corner + k) * rows, (3 * corner + k + 1) * rows));
      for (let k = 0; k < 3; k++) {
        const [fx, fy, fz] = this.frame.map((axis) => axis[k]);
        const [out, from] = [(3 * corner + k) * rows, this.moved[k]];
        for (let row = 0; row < rows; row++) placed[out + row] = from + fx * x[row] + fy * y[row] + fz * z[row];
      }
    }
    return placed;
  }

  /** Whether a pixel is in the picture of one of these triangles. */
  shows(columns, [px, py]) {
    const rows = columns.length / 9;
    return Array.from({ length: rows }, (_, row) => row).some((row) => {
      const corner = (k) => this.camera.toScreen([0, 1, 2].map((i) => columns[(3 * k + i) * rows + row]));
      const [a, b, c] = [corner(0), corner(1), corner(2)];
      const sides = [edge(a, b, [px, py]), edge(b, c, [px, py]), edge(c, a, [px, py])];
      return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
    });
  }

  /** Draws rows of triangles in space, each in the colour of its tone. */
  solid(name, columns, tones, palette, options) {
    page.gl.set(name, "triangles3", columns, tones);
    page.gl.space(name, this.camera, pad(palette), options);
  }

  sphere(center, radius, color, alpha = 0.38) {
    const columns = columnsOf(ball().map((triangle) => triangle.map((x, k) => center[k % 3] + radius * x)));
    this.solid("sphere", columns, new Uint8Array(columns.length / 9), [[...rgb(color), alpha]], { behind: alpha === 1 });
  }

  /** Draws segments of space, pairs of points, as ribbons that face the viewer, so many pixels wide. */
  ribbons(name, segments, tones, palette, width, options) {
    const viewer = this.camera.axes[2];
    const half = width / 2 / this.camera.unit;
    // A little nearer, so that they lie on what they follow.
    const lift = viewer.map((x) => x * half);
    const triangles = segments.flatMap(([from, to]) => {
      const side = unitVector(cross3(viewer, sub(to, from))).map((x) => x * half);
      const [p, q] = [along(from, lift, 1), along(to, lift, 1)];
      const [a, b, c, d] = [along(p, side, 1), along(p, side, -1), along(q, side, 1), along(q, side, -1)];
      return [[...a, ...b, ...c], [...b, ...d, ...c]];
    });
    // Two triangles a ribbon.
    const twice = new Uint8Array(triangles.length).map((_, i) => tones[i >> 1]);
    this.solid(name, columnsOf(triangles), twice, palette, options);
  }

  at(plane, point) {
    return plane.toPlane(this.camera.toScreen(point));
  }

  label(plane, words, point, color = "ink", away = [0, -12]) {
    plane.text(words, this.at(plane, point), color, away);
  }

  /** Which way the axes go, in the corner. */
  showAxes(plane) {
    const corner = [46, plane.height - 46];
    const [right, up] = this.camera.axes;
    ["x", "y", "z"].forEach((name, k) => {
      const tip = [corner[0] + 30 * right[k], corner[1] - 30 * up[k]];
      plane.stroke([plane.toPlane(corner), plane.toPlane(tip)], "faint", { width: 1.5 });
      plane.text(name, plane.toPlane(tip), "faint", [5 * right[k], -5 * up[k]], 12);
    });
  }
}

const cross3 = ([ax, ay, az], [bx, by, bz]) => [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];

/** The bunny (Stanford University): its columns, and an index of them. */
async function bunny() {
  if (!bunny.triangles) bunny.triangles = Float32Array.from((await unpackData("bunny")).triangles);
  const triangles = bunny.triangles;
  return { triangles, mesh: new page.octet.Mesh(triangles), rows: triangles.length / 9 };
}

/** What a function returns, and how many milliseconds it took. */
function timed(act) {
  const before = performance.now();
  return [act(), performance.now() - before];
}

/** The keys that all of them have. */
const SPACE_KEYS = {
  move: (what) => [["H", "J", "K", "L"], `move ${what}: left, down, up, right`],
  depth: [["U", "I"], "move to you, away"],
  rotate: (what) => [["R", "⇧R", "Q", "⇧Q"], `turn ${what}; back with Shift`],
  view: [["←", "↓", "↑", "→"], "turn the view"],
  zoom: [["+", "-"], "look nearer, farther"],
};

/** Triangles as columns, one after the other. */
function columnsOf(triangles) {
  const columns = new Float32Array(9 * triangles.length);
  triangles.forEach((triangle, row) => triangle.forEach((x, k) => (columns[k * triangles.length + row] = x)));
  return columns;
}

/** The triangles of a sphere around the origin. */
function ball() {
  if (ball.kept) return ball.kept;
  const [rings, steps] = [16, 32];
  const at = (i, j) => {
    const [a, b] = [(Math.PI * i) / rings, (2 * Math.PI * j) / steps];
    return [Math.sin(a) * Math.cos(b), Math.cos(a), Math.sin(a) * Math.sin(b)];
  };
  ball.kept = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < steps; j++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      ball.kept.push([...a, ...b, ...c], [...a, ...c, ...d]);
    }
  }
  return ball.kept;
}
