"use strict";

/** What is moved through the bunny, by name. */
const MOVED_MESHES = {
  ring: { label: "A ring", start: [0.1, 0.05, 0], make: () => ring(0.62, 0.13, 96, 32) },
  bunny: { label: "Another bunny", start: [0.55, 0.1, 0.2], make: ({ triangles }) => triangles },
};

class Meshes extends SpaceScene {
  async open({ piece = 0 }) {
    this.look(1.35);
    Object.assign(this, await bunny());
    const names = Object.keys(MOVED_MESHES);
    const choose = make("select", { id: "piece" }, ...names.map((name) => make("option", { value: name, textContent: MOVED_MESHES[name].label })));
    choose.onchange = () => {
      this.choose(choose.value);
      changed();
    };
    $("controls").append(
      make("label", {}, "Moved", choose),
      make("div", { className: "row" },
        toggle("spin", "Turn it", false, (on) => (this.spinning = on)), button("again", "Put back", () => this.press("X"))));
    this.choose(names[piece] ?? names[0]);
    choose.value = this.piece;
  }

  get turns() {
    return true;
  }

  choose(name) {
    this.piece = name;
    this.columns = MOVED_MESHES[name].make(this);
    this.put(MOVED_MESHES[name].start);
  }

  get state() {
    return { ...super.state, piece: Object.keys(MOVED_MESHES).indexOf(this.piece) };
  }

  press(key) {
    if (key !== "X") return false;
    this.put(MOVED_MESHES[this.piece].start);
    return true;
  }

  isAt(pixel) {
    return this.shows(this.placed(this.columns), pixel);
  }

  draw(seconds) {
    if (this.spinning) this.rotate(1, 0.6 * seconds);
    super.draw(seconds);
    return this.spinning === true;
  }

  picture() {
    const moved = this.placed(this.columns);
    const [pairs, milliseconds] = timed(() => this.mesh.meeting(moved));
    const segments = this.mesh.curve(moved, pairs);
    const curve = Array.from({ length: segments.length / 6 }, (_, k) => [[...segments.slice(6 * k, 6 * k + 3)], [...segments.slice(6 * k + 3, 6 * k + 6)]]);
    const tones = [new Uint8Array(moved.length / 9), new Uint8Array(this.rows)];
    pairs.forEach((row, i) => (tones[i % 2][row] = 1));
    this.solid("bunny", this.triangles, tones[1], [[...rgb("right"), 1], [...rgb("hit"), 1]]);
    this.solid("moved", moved, tones[0], [[...rgb("left"), 1], [...rgb("hit"), 1]]);
    this.ribbons("curve", curve, curve.map(() => 0), [[...rgb("ink"), 1]], 3);
    document.body.dataset.pairs = pairs.length / 2;
    const show = (count) => count.toLocaleString("en");
    say(pairs.length > 0, pairs.length ? `${show(pairs.length / 2)} pairs of faces meet` : "They are apart",
      `Exact, among ${show(tones[0].length)} faces and ${show(this.rows)} of the bunny (Stanford University).`);
    const met = tones.map((tones) => tones.reduce((sum, tone) => sum + tone, 0));
    $("facts").replaceChildren(table("Faces that meet", ["", ""], [
      [`of ${this.piece === "ring" ? "the ring" : "the other bunny"}`, show(met[0])],
      ["of the bunny", show(met[1])],
      ["segments of the curve", show(curve.length)],
      ["the join took", `${milliseconds.toFixed(1)} ms`],
    ]));
  }
}

/** A torus around the axis that is up, as columns. */
function ring(radius, thickness, steps, sides) {
  const at = (i, j) => {
    const [a, b] = [(2 * Math.PI * i) / steps, (2 * Math.PI * j) / sides];
    const out = radius + thickness * Math.cos(b);
    return [out * Math.cos(a), thickness * Math.sin(b), out * Math.sin(a)];
  };
  const triangles = [];
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < sides; j++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      triangles.push([...a, ...b, ...c], [...a, ...c, ...d]);
    }
  }
  return columnsOf(triangles);
}

scenes.meshes = {
  type: Meshes,
  title: "Meshes",
  about: "Which faces of two meshes meet? A join of their triangles, whose pairs are exact, again for every picture; and the curve in which "
    + "they meet, from where edges go through faces. Drag the mesh that moves, or turn the view.",
  keys: [SPACE_KEYS.move("the mesh"), SPACE_KEYS.depth, SPACE_KEYS.rotate("it"), SPACE_KEYS.view, SPACE_KEYS.zoom, PAIR_KEYS.again],
};
