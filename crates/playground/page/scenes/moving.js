"use strict";
// What the scenes share whose shapes move by themselves: pause, SIMD or not, other shapes, looking around.

/** A scene of shapes in a square, which `make` makes: as many as `count` says, by `seed`. */
class MovingScene extends Scene {
  /** Takes what all these scenes take from a link. */
  begin(count, [least, most], { seed = 1, paused, simd }) {
    if (!page.gl.works) throw new Error("this browser has no WebGL 2");
    const whole = (x, min, max) => Math.min(max, Math.max(min, Math.round(x)));
    Object.assign(this, { count: whole(count, least, most), seed: whole(seed, 0, 2 ** 32 - 1) });
    this.paused = paused === undefined ? matchMedia("(prefers-reduced-motion: reduce)").matches : paused === 1;
    this.simd = simd === undefined ? page.simd : simd === 1 && page.simd;
  }

  /** The controls that all have, after those of the scene. `again` makes the same shapes with another library. */
  addControls(controls, others, again) {
    this.pauseButton = toggle("pause", "Pause", this.paused, (paused) => (this.paused = paused));
    this.simdButton = toggle("simd", "SIMD", this.simd, (simd) => {
      this.simd = simd;
      again();
    });
    this.simdButton.disabled = !page.simd;
    $("controls").append(...controls, make("div", { className: "row" },
      this.pauseButton, this.simdButton, button("new", others, () => this.press("N")), button("all", "Show all", () => this.press("A"))));
  }

  /** Looks at a part of a square with this side, around its middle. */
  lookAt(side, part) {
    page.plane.look([side / 2, side / 2], (side / 2) * part);
    changed();
  }

  restore({ view }) {
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

  /** Whether to write the facts again: three times a second, so that they can be read. */
  isDue() {
    const now = performance.now();
    if (!this.paused && now - (this.reported ?? 0) < 330) return false;
    this.reported = now;
    return true;
  }
}

/** A number as people write it. */
const grouped = (x) => Math.round(x).toLocaleString("en");

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
