"use strict";

class SwarmScene extends MovingScene {
  async open({ shapes = 20000, ...state }) {
    this.begin(shapes, [2, 200000], state);
    this.time = 0;
    await this.make();
    // Near enough for shapes to be told apart.
    this.look(0.3);
    const size = slider("shapes", "Shapes", { min: 10000, max: 200000, step: 10000, value: this.count }, (shapes) => {
      this.count = shapes;
      this.make().then(() => this.look());
    });
    this.addControls([size], "Other shapes", () => this.make());
  }

  /** The same shapes at the same time, in the library with SIMD or without. */
  async make() {
    const library = await octet(this.simd);
    const old = this.swarm;
    this.swarm = new library.Swarm(this.count, this.seed);
    old?.free();
    this.tell = { frame: new Median(), move: new Median(), join: new Median() };
    this.asked = false;
    tellBuild(library);
    changed();
  }

  look(part = 1.02) {
    this.lookAt(this.swarm.side(), part);
  }

  get state() {
    const { count, seed, time, paused, simd } = this;
    return { shapes: count, seed, time, paused: +paused, simd: +simd, view: [...page.plane.center, page.plane.reach] };
  }

  restore({ time, view }) {
    if (time !== undefined && Math.abs(time) < 1e9) this.time = time;
    super.restore({ view });
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

  report() {
    if (!this.isDue()) return;
    const { triangles, disks, mixed } = this.found;
    const pairs = (this.count * (this.count - 1)) / 2;
    const join = this.tell.join.value;
    say(true, `${grouped(triangles + disks + mixed)} pairs touch`, "Exact, found anew in every picture.");
    const rows = [
      ["join", `${join.toFixed(2)} ms`],
      ["pairs decided a second", `${(pairs / join / 1e6).toPrecision(3)} × 10⁹`],
      ["whole picture", `${this.tell.frame.value.toFixed(2)} ms`],
      ["of it moving the shapes", `${this.tell.move.value.toFixed(2)} ms`],
      ["two triangles", grouped(triangles)],
      ["two disks", grouped(disks)],
      ["disk and triangle", grouped(mixed)],
    ];
    $("facts").replaceChildren(table(`${grouped(this.count)} shapes, ${this.simd ? "with" : "without"} SIMD`, ["", ""], rows));
    Object.assign(document.body.dataset, { join: join.toFixed(3), frame: this.tell.frame.value.toFixed(3), pairs: triangles + disks + mixed });
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
