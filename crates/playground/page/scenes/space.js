"use strict";

/** What the view of space shows, by name. */
const PIECES = {
  bunny: {
    label: "Sphere and bunny",
    start: { moved: [0.62, 0.55, 0.35], size: 0.45 },
    sizeLabel: "Radius",
  },
  triangle: {
    label: "Sphere and triangle",
    start: { moved: [0.55, 0.5, 0.75], size: 0.6 },
    sizeLabel: "Radius",
  },
  box: {
    label: "Segment and box",
    start: { moved: [-1.5, 0.2, 0.4], size: 3 },
    sizeLabel: "Length",
  },
};

const TRIANGLE3 = [-0.9, -0.5, -0.3, 1.0, -0.4, 0.2, -0.1, 0.9, 0.1];
/** Centre, half extents, and three directions at right angles, turned out of the axes. */
const BOX3 = [0, 0, 0, 0.9, 0.6, 0.5, 0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1];
const SEGMENT_DIRECTION = unitVector([1, -0.12, -0.22]);

class Space extends SpaceScene {
  async open({ piece = 0 }) {
    this.look(1.5);
    Object.assign(this, await bunny());
    const names = Object.keys(PIECES);
    const choose = make("select", { id: "piece" }, ...names.map((name) => make("option", { value: name, textContent: PIECES[name].label })));
    choose.onchange = () => {
      this.choose(choose.value);
      changed();
    };
    this.size = slider("size", "Size", { min: 0, max: 4, step: 0.01, value: 1, show: (x) => (+x).toFixed(2) }, (size) => (this.length = size));
    $("controls").append(make("label", {}, "Shapes", choose), this.size, make("div", { className: "row" }, button("boundary", "Go to the boundary", () => this.press("B"))));
    this.choose(names[piece] ?? names[0]);
    choose.value = this.piece;
  }

  choose(name) {
    this.piece = name;
    const { moved, size } = PIECES[name].start;
    this.put(moved);
    this.length = size;
    this.showSize();
  }

  showSize() {
    this.size.firstChild.textContent = PIECES[this.piece].sizeLabel;
    this.size.querySelector("input").value = this.length;
    this.size.querySelector("output").textContent = this.length.toFixed(2);
  }

  get state() {
    return { ...super.state, piece: Object.keys(PIECES).indexOf(this.piece), size: this.length };
  }

  restore(state) {
    super.restore(state);
    if (state.size >= 0) this.length = state.size;
    this.showSize();
  }

  hold(key, shift, seconds) {
    super.hold(key, shift, seconds);
    if (key === "S") {
      this.length = Math.max(0, this.length + (shift ? -1 : 1) * seconds * 0.6);
      this.exact = undefined;
      this.showSize();
    }
  }

  press(key) {
    if (key !== "B") return false;
    const target = { bunny: () => this.nearestTriangle(), triangle: () => TRIANGLE3, box: () => BOX3 }[this.piece]();
    const direction = unitVector(sub(this.targetPoint(), this.middle()));
    const there = page.octet.turn(this.kind, this.values, Float32Array.from(target), Float32Array.from(direction));
    if (there) {
      this.moved = [...there.slice(0, 3)];
      this.exact = there;
    }
    return true;
  }

  /** A triangle of the bunny that the sphere touches, or the one that holds the closest point. */
  nearestTriangle() {
    const [row] = this.mesh.touched(Float32Array.from([...this.mesh.closest(Float32Array.from(this.moved)), 1e-6]));
    return Array.from({ length: 9 }, (_, k) => this.triangles[k * this.rows + (row ?? 0)]);
  }

  targetPoint() {
    if (this.piece === "box") return [0, 0, 0];
    const point = Float32Array.from(this.moved);
    return this.piece === "bunny" ? this.mesh.closest(point) : page.octet.closest_point(point, Float32Array.from(TRIANGLE3));
  }

  middle() {
    return this.piece === "box" ? along(this.moved, SEGMENT_DIRECTION, this.length / 2) : this.moved;
  }

  get kind() {
    return this.piece === "box" ? page.octet.Kind.SegmentBoxInSpace : page.octet.Kind.SphereTriangle;
  }

  get values() {
    if (this.exact) return this.exact;
    const rest = this.piece === "box" ? SEGMENT_DIRECTION.map((x) => x * this.length) : [this.length];
    return Float32Array.from([...this.moved, ...rest]);
  }

  picture(plane) {
    this[this.piece](plane);
  }

  /** From the centre of the sphere to the closest point. */
  closest(plane, from, to) {
    const [a, b] = [from, to].map((point) => this.at(plane, point));
    plane.stroke([a, b], "ink", { width: 1.5, dash: [3, 3] });
    plane.dot(a, "ink", 3);
    plane.dot(b, "ink", 4);
  }

  bunny(plane) {
    const sphere = this.values;
    const touched = this.mesh.touched(sphere);
    const tones = new Uint8Array(this.rows);
    for (const row of touched) tones[row] = 1;
    this.solid("bunny", this.triangles, tones, [[...rgb("right"), 1], [...rgb("hit"), 1]]);
    this.sphere(this.moved, this.length, touched.length > 0 ? "hit" : "left");
    const closest = this.mesh.closest(Float32Array.from(this.moved));
    this.closest(plane, this.moved, closest);
    say(
      touched.length > 0,
      touched.length ? `${touched.length.toLocaleString("en")} triangles touch` : "They are apart",
      `Exact, among ${tones.length.toLocaleString("en")} triangles of the bunny (Stanford University).`,
    );
    this.tell("The closest point of the bunny", closest);
  }

  tell(caption, closest) {
    const distance = Math.hypot(...sub(closest, this.moved));
    $("facts").replaceChildren(table(caption, ["", ""], [
      ["at", [...closest].map((x) => x.toFixed(4)).join(", ")],
      ["its distance", distance.toFixed(6)],
      ["radius", this.length.toFixed(6)],
    ]));
  }

  pairVerdict(right) {
    const answer = page.octet.ask(this.kind, this.values, Float32Array.from(right));
    sayPair(answer);
    return answer.exact;
  }

  triangle(plane) {
    const hit = this.pairVerdict(TRIANGLE3);
    this.solid("triangle", Float32Array.from(TRIANGLE3), new Uint8Array(1), [[...rgb(hit ? "hit" : "right"), 1]]);
    this.sphere(this.moved, this.length, hit ? "hit" : "left");
    const closest = page.octet.closest_point(Float32Array.from(this.moved), Float32Array.from(TRIANGLE3));
    this.closest(plane, this.moved, closest);
    ["A", "B", "C"].forEach((name, k) => this.label(plane, name, TRIANGLE3.slice(3 * k, 3 * k + 3)));
    this.tell("The closest point of the triangle", closest);
  }

  box(plane) {
    const hit = this.pairVerdict(BOX3);
    const [center, half] = [BOX3.slice(0, 3), BOX3.slice(3, 6)];
    const axes = [BOX3.slice(6, 9), BOX3.slice(9, 12), BOX3.slice(12, 15)];
    const corner = (signs) => signs.reduce((p, sign, k) => along(p, axes[k], sign * half[k]), center);
    const sides = [0, 1, 2].flatMap((k) => [-1, 1].map((sign) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map((pair) => {
      const signs = [...pair];
      signs.splice(k, 0, sign);
      return corner(signs);
    })));
    const faces = sides.flatMap(([a, b, c, d]) => [[...a, ...b, ...c], [...a, ...c, ...d]]);
    const columns = columnsOf(faces);
    this.solid("box", columns, new Uint8Array(faces.length), [[...rgb(hit ? "hit" : "right"), 0.6]], { behind: false });
    const at = (point) => this.at(plane, point);
    for (const side of sides) plane.stroke([...side, side[0]].map(at), hit ? "hit" : "right", { width: 1 });
    const values = this.values;
    const [start, d] = [[...values.slice(0, 3)], [...values.slice(3, 6)]];
    const part = page.octet.crossing(values, Float32Array.from(BOX3));
    plane.stroke([start, along(start, d, 1)].map(at), "left", { width: 3 });
    this.label(plane, "S", start);
    this.label(plane, "T", along(start, d, 1));
    if (part.length) {
      const passage = [...part].map((t) => at(along(start, d, t)));
      plane.stroke(passage, "ink", { width: 5 });
      plane.passage(passage);
    }
    $("facts").replaceChildren(table("Parts of the segment, from S at 0 to T at 1", ["", ""], [
      ...axes.map((axis, k) => {
        const [from, speed] = [dot(sub(start, center), axis), dot(d, axis)];
        const [t, u] = [(-half[k] - from) / speed, (half[k] - from) / speed].sort((a, b) => a - b).map((t) => Math.max(0, Math.min(1, t)));
        return [`in slab ${k + 1}`, t < u ? `${t.toFixed(4)} to ${u.toFixed(4)}` : "nowhere"];
      }),
      ["in the box", part.length ? [...part].map((t) => t.toFixed(4)).join(" to ") : "nowhere"],
    ]));
  }
}

scenes.space = {
  type: Space,
  title: "Spheres in space",
  about: "Which triangles of a mesh does a sphere touch, what is the closest point of a triangle, and where does a segment enter a box? "
    + "A sphere touches a triangle if its closest point is within the radius; a box is three slabs. Drag to turn.",
  keys: [
    SPACE_KEYS.move("sphere or segment"), SPACE_KEYS.depth, [["S", "⇧S"], "larger, smaller with Shift"], SPACE_KEYS.view, SPACE_KEYS.zoom,
    PAIR_KEYS.edge,
  ],
};
