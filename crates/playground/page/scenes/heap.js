"use strict";

class HeapScene extends Scene {
  async open({ disks = 3000, seed = 1, steps = 0, paused, simd, motion = 4 }) {
    if (!page.gl.works) throw new Error("this browser has no WebGL 2");
    const clamp = (x, min, max) => Math.min(max, Math.max(min, Math.round(x)));
    Object.assign(this, { disks: clamp(disks, 100, 50000), seed: clamp(seed, 0, 1e9), motion: Math.min(8, Math.max(0.5, motion)) });
    this.paused = paused === undefined ? matchMedia("(prefers-reduced-motion: reduce)").matches : paused === 1;
    this.simd = simd === undefined ? page.simd : simd === 1 && page.simd;
    await this.make(clamp(steps, 0, 2000));
    const size = slider("disks", "Disks", { min: 1000, max: 50000, step: 1000, value: this.disks }, (disks) => {
      this.disks = disks;
      this.make();
    });
    const speed = slider("motion", "Bullet: lengths a picture", { min: 0.5, max: 8, step: 0.5, value: this.motion }, (motion) => (this.motion = motion));
    this.pauseButton = toggle("pause", "Pause", this.paused, (paused) => (this.paused = paused));
    this.simdButton = toggle("simd", "SIMD", this.simd, (simd) => {
      this.simd = simd;
      this.make(this.steps);
    });
    this.simdButton.disabled = !page.simd;
    $("controls").append(size, speed, make("div", { className: "row" },
      this.pauseButton, this.simdButton, button("new", "Other disks", () => this.press("N")), button("all", "Show all", () => this.press("A"))));
  }

  /** The same disks after the same steps, in the library with SIMD or without. */
  async make(steps = 0) {
    const library = await octet(this.simd);
    const old = this.heap;
    this.heap = new library.Heap(this.disks, this.seed);
    old?.free();
    Object.assign(this, { steps: 0, found: null, time: new Median() });
    page.gl.set("heap walls", "triangles", this.heap.walls(), new Uint8Array(this.heap.walls().length / 6));
    for (let k = 0; k < Math.max(1, steps); k++) this.step();
    this.look();
    tellBuild(library);
    changed();
  }

  step() {
    const begin = performance.now();
    this.found = this.heap.step();
    this.time.add(performance.now() - begin);
    this.steps += 1;
  }

  look(part = 1.05) {
    const half = this.heap.side() / 2;
    page.plane.look([half, half], half * part);
  }

  get state() {
    const { disks, seed, steps, paused, simd, motion } = this;
    return { disks, seed, steps: Math.min(2000, steps), paused: +paused, simd: +simd, motion, view: [...page.plane.center, page.plane.reach] };
  }

  restore({ view }) {
    if (view?.length === 3 && view[2] > 0) page.plane.look(view.slice(0, 2), view[2]);
  }

  hold(key, shift, seconds) {
    if (key === "B") this.motion = Math.min(8, Math.max(0.5, this.motion + (shift ? -2 : 2) * seconds));
    else this.lookAround({ H: "←", J: "↓", K: "↑", L: "→" }[key] ?? key, seconds);
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

  draw() {
    // Two steps of a 120th of a second a picture.
    if (!this.paused) for (let k = 0; k < 2; k++) this.step();
    page.gl.set("heap disks", "disks", this.heap.disks(), this.heap.tones());
    page.gl.clear();
    page.gl.plane("heap walls", page.plane, pad([[...rgb("faint"), 0.9]]));
    page.gl.plane("heap disks", page.plane, pad(["left", "right", "hit", "mark"].map((color) => [...rgb(color), 0.85])));
    this.bullet();
    this.report();
    return !this.paused;
  }

  /** A bullet from the left, through the wall: where it is in each picture, and the way between. */
  bullet() {
    // Above a row of ledges, which are five lengths apart.
    const [start, pictures] = [[-3.2, 5 * Math.floor(this.heap.side() * 0.15) + 4.7], 6];
    this.shot = this.heap.shoot(new Float32Array(start), new Float32Array([this.motion, 0]), pictures);
    const places = Array.from({ length: pictures }, (_, k) => along(start, [this.motion, 0], k));
    const color = this.shot.swept ? "hit" : "ink";
    page.plane.stroke([places[0], places[pictures - 1]], color, { dash: [6, 4], width: 2 });
    for (const place of places) page.plane.dot(place, this.shot.still ? "hit" : "ink", 5);
  }

  /** Three times a second, so that it can be read. */
  report() {
    const now = performance.now();
    if (!this.paused && now - (this.reported ?? 0) < 330) return;
    this.reported = now;
    const { begun, ended, touching } = this.found;
    const number = (x) => Math.round(x).toLocaleString("en");
    say(true, `${number(touching)} pairs touch`, `In the last step ${number(begun)} began and ${number(ended)} ended, exactly.`);
    const { still, swept } = this.shot;
    const rows = [
      ["a step with its contacts", `${this.time.value.toFixed(2)} ms`],
      ["the bullet, a test in each picture", still ? "meets the wall" : "passes through"],
      ["the bullet, by its way", swept ? "meets the wall" : "meets nothing"],
    ];
    $("facts").replaceChildren(table(`${number(this.disks)} disks, ${this.simd ? "with" : "without"} SIMD`, ["", ""], rows));
    Object.assign(document.body.dataset, { pairs: touching, begun, ended, steps: this.steps, still, swept });
  }
}

scenes.heap = {
  type: HeapScene,
  title: "Heap",
  restless: true,
  about: "Disks fall through walls. A Scene says in each step which pairs began and ended to touch; contacts push them apart: orange has just "
    + "begun, violet has just ended. A bullet flies in from the left: a test in each picture may miss the wall, a test of its way does not.",
  keys: [
    [[" "], "pause"], [["V"], "with SIMD or without: the same steps"], [["N"], "other disks"], [["B", "⇧B"], "a faster bullet, a slower one"],
    [["A"], "show all"], [["H", "J", "K", "L"], "look left, down, up, right"], [["+", "-"], "look nearer, farther"],
  ],
};
