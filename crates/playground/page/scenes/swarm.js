"use strict";

class SwarmScene extends Scene {
  async open({ shapes = 20000, seed = 1, paused, simd }) {
    if (!page.gl.works) throw new Error("this browser has no WebGL 2");
    Object.assign(this, { shapes: Math.min(200000, Math.max(2, Math.round(shapes))), seed: Math.max(0, Math.round(seed)), time: 0 });
    this.paused = paused === undefined ? matchMedia("(prefers-reduced-motion: reduce)").matches : paused === 1;
    this.simd = simd === undefined ? page.simd : simd === 1 && page.simd;
    await this.make();
    // Near enough for shapes to be told apart.
    this.look(0.3);
    const size = slider("shapes", "Shapes", { min: 10000, max: 200000, step: 10000, value: this.shapes }, (shapes) => {
      this.shapes = shapes;
      this.make().then(() => this.look());
    });
    this.pauseButton = toggle("pause", "Pause", this.paused, (paused) => (this.paused = paused));
    this.simdButton = toggle("simd", "SIMD", this.simd, (simd) => {
      this.simd = simd;
      this.make();
    });
    this.simdButton.disabled = !page.simd;
    $("controls").append(size, make("div", { className: "row" },
      this.pauseButton, this.simdButton, button("new", "Other shapes", () => this.press("N")), button("all", "Show all", () => this.press("A"))));
  }

  /** The same shapes at the same time, in the library with SIMD or without. */
  async make() {
    const library = await octet(this.simd);
    const old = this.swarm;
    this.swarm = new library.Swarm(this.shapes, this.seed);
    old?.free();
    this.tell = { frame: new Median(), move: new Median(), join: new Median() };
    this.asked = false;
    tellBuild(library);
    changed();
  }

  look(part = 1.02) {
    const half = this.swarm.side() / 2;
    page.plane.look([half, half], half * part);
    changed();
  }

  get state() {
    const { shapes, seed, time, paused, simd } = this;
    return { shapes, seed, time, paused: +paused, simd: +simd, view: [...page.plane.center, page.plane.reach] };
  }

  restore({ time, view }) {
    if (time !== undefined && Math.abs(time) < 1e9) this.time = time;
    if (view?.length === 3 && view[2] > 0) page.plane.look(view.slice(0, 2), view[2]);
  }

  hold(key, shift, seconds) {
    this.lookAround({ H: "←", J: "↓", K: "↑", L: "→" }[key] ?? key, seconds);
  }

  press(key) {
    if (key === " ") this.pauseButton.click();
    else if (key === "V") this.simdButton.click();
    else if (key === "A") this.look();
    else if (key === "N") {
      this.seed += 1;
      this.make();
    } else return false;
    return true;
  }

  draw(seconds) {
    const begin = performance.now();
    if (!this.paused) this.time += seconds;
    if (!this.paused || !this.asked) {
      this.swarm.at(this.time);
      const moved = performance.now();
      this.found = this.swarm.ask();
      const joined = performance.now();
      page.gl.set("swarm triangles", "triangles", this.swarm.triangles(), this.swarm.touched_triangles());
      page.gl.set("swarm disks", "disks", this.swarm.disks(), this.swarm.touched_disks());
      this.tell.move.add(moved - begin);
      this.tell.join.add(joined - moved);
      this.asked = true;
    }
    page.gl.clear();
    const look = (still, alpha) => [[...rgb(still), alpha], [...rgb("hit"), alpha]];
    const tones = (still) => pad(look(still, 0.85));
    page.gl.plane("swarm triangles", page.plane, tones("right"));
    page.gl.plane("swarm disks", page.plane, tones("left"));
    const half = this.swarm.side();
    page.plane.stroke([[0, 0], [half, 0], [half, half], [0, half], [0, 0]], "far");
    this.tell.frame.add(performance.now() - begin);
    this.report();
    return !this.paused;
  }

  /** Three times a second, so that it can be read. */
  report() {
    const now = performance.now();
    if (!this.paused && now - (this.reported ?? 0) < 330) return;
    this.reported = now;
    const { triangles, disks, mixed } = this.found;
    const number = (x) => Math.round(x).toLocaleString("en");
    const pairs = (this.shapes * (this.shapes - 1)) / 2;
    const join = this.tell.join.value;
    say(true, `${number(triangles + disks + mixed)} pairs touch`, "Exact, found anew in every picture.");
    const rows = [
      ["join", `${join.toFixed(2)} ms`],
      ["pairs decided a second", `${(pairs / join / 1e6).toPrecision(3)} × 10⁹`],
      ["whole picture", `${this.tell.frame.value.toFixed(2)} ms`],
      ["of it moving the shapes", `${this.tell.move.value.toFixed(2)} ms`],
      ["two triangles", number(triangles)],
      ["two disks", number(disks)],
      ["disk and triangle", number(mixed)],
    ];
    $("facts").replaceChildren(table(`${number(this.shapes)} shapes, ${this.simd ? "with" : "without"} SIMD`, ["", ""], rows));
    Object.assign(document.body.dataset, { join: join.toFixed(3), frame: this.tell.frame.value.toFixed(3), pairs: triangles + disks + mixed });
  }
}

/** A palette of eight colours, as the shaders take it. */
const pad = (palette) => Array.from({ length: 8 }, (_, k) => palette[k] ?? [0, 0, 0, 0]);

/** The median of the last sixty numbers. */
class Median {
  constructor() {
    this.numbers = [];
  }

  add(x) {
    this.numbers.push(x);
    if (this.numbers.length > 60) this.numbers.shift();
  }

  get value() {
    return [...this.numbers].sort((a, b) => a - b)[this.numbers.length >> 1] ?? 0;
  }
}

scenes.swarm = {
  type: SwarmScene,
  title: "Swarm",
  restless: true,
  about: "Which of thousands of moving triangles and disks touch each other? Three joins a picture find every pair: both kinds with "
    + "themselves, and disks with triangles. What touches something is coloured. All on one thread.",
  keys: [
    [[" "], "pause"], [["V"], "with SIMD or without: the same answers"], [["N"], "other shapes"], [["A"], "show all"],
    [["H", "J", "K", "L"], "look left, down, up, right"], [["+", "-"], "look nearer, farther"],
  ],
};
