"use strict";

class HeapScene extends MovingScene {
  async open({ disks = 3000, steps = 0, motion = 4, ...state }) {
    this.begin(disks, [100, 50000], state);
    this.motion = Math.min(8, Math.max(0.5, motion));
    await this.make(Math.min(2000, steps));
    const size = slider("disks", "Disks", { min: 1000, max: 50000, step: 1000, value: this.count }, (disks) => {
      this.count = disks;
      this.make();
    });
    const speed = slider("motion", "Bullet: lengths a picture", { min: 0.5, max: 8, step: 0.5, value: this.motion }, (motion) => (this.motion = motion));
    this.addControls([size, speed], "Other disks", () => this.make(this.steps));
  }

  /** The same disks after the same steps, in the library with SIMD or without. */
  async make(steps = 0) {
    const library = await octet(this.simd);
    const old = this.heap;
    this.heap = new library.Heap(this.count, this.seed);
    old?.free();
    Object.assign(this, { steps: 0, found: null, time: new Median() });
    const walls = this.heap.walls();
    page.gl.set("heap walls", "triangles", walls, new Uint8Array(walls.length / 6));
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
    this.lookAt(this.heap.side(), part);
  }

  get state() {
    const { count, seed, steps, paused, simd, motion } = this;
    return { disks: count, seed, steps: Math.min(2000, steps), paused: +paused, simd: +simd, motion, view: [...page.plane.center, page.plane.reach] };
  }

  hold(key, shift, seconds) {
    if (key === "B") this.motion = Math.min(8, Math.max(0.5, this.motion + (shift ? -2 : 2) * seconds));
    else super.hold(key, shift, seconds);
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
    // The borders of what it sweeps, which is a capsule.
    for (const side of [-1, 1]) {
      const border = [places[0], places[pictures - 1]].map(([x, y]) => [x, y + side * this.heap.bullet()]);
      page.plane.stroke(border, color, { dash: [6, 4] });
    }
    for (const place of places) page.plane.disk(place, this.heap.bullet(), this.shot.still ? "hit" : "ink");
  }

  report() {
    if (!this.isDue()) return;
    const { begun, ended, touching } = this.found;
    say(true, `${grouped(touching)} pairs touch`, `In the last step ${grouped(begun)} began and ${grouped(ended)} ended, exactly.`);
    const { still, swept } = this.shot;
    const rows = [
      ["a step with its contacts", `${this.time.value.toFixed(2)} ms`],
      ["the bullet, a disk in each picture", still ? "meets the wall" : "passes through"],
      ["the capsule that it sweeps", swept ? "meets the wall" : "meets nothing"],
    ];
    $("facts").replaceChildren(table(`${grouped(this.count)} disks, ${this.simd ? "with" : "without"} SIMD`, ["", ""], rows));
    Object.assign(document.body.dataset, { pairs: touching, begun, ended, steps: this.steps, still, swept });
  }
}

scenes.heap = {
  type: HeapScene,
  title: "Heap",
  restless: true,
  about: "Disks fall through walls. A scene of the library says in each step which pairs began and ended to touch; contacts push them apart: orange has just "
    + "begun, violet has just ended. A bullet flies in from the left: a disk in each picture may miss the wall, the capsule that it sweeps does not.",
  keys: [
    [[" "], "pause"], [["V"], "with SIMD or without: the same steps"], [["N"], "other disks"], [["B", "⇧B"], "a faster bullet, a slower one"],
    [["A"], "show all"], [["H", "J", "K", "L"], "look left, down, up, right"], [["+", "-"], "look nearer, farther"],
  ],
};
