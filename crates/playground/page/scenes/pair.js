"use strict";
// Two shapes, one moved by the keys: what every scene of the seeds' programs has.

/** Lengths and degrees a second of a key that is held, as the original programs have at 60 pictures a second. */
const SPEED = { move: 6, turn: 30, stretch: 1.2 };

const MOVES = { H: [-1, 0], J: [0, -1], K: [0, 1], L: [1, 0] };
const CORNER_MOVES = { Y: [-1, 0], U: [0, -1], I: [0, 1], O: [1, 0] };

const PAIR_KEYS = {
  move: (what) => [["H", "J", "K", "L"], `move ${what}: left, down, up, right`],
  turn: (what) => [["R", "⇧R"], `turn ${what}; back with Shift`],
  turnOther: (what) => [["Q", "⇧Q"], `turn ${what}; back with Shift`],
  stretch: (what) => [["S", "T", "⇧S", "⇧T"], `${what}; smaller with Shift`],
  corner: (what, other) => [["Y", "U", "I", "O"], `move ${what}: left, down, up, right; with Shift ${other}`],
  edge: [["B"], "go where the answer turns, to the last bit"],
  again: [["X"], "put all back"],
};

/** Says whether two shapes touch, and what the published algorithm says. */
function sayPair({ exact, published }) {
  const words = (hit) => (hit ? "touch" : "are apart");
  say(
    exact,
    `They ${words(exact)}`,
    exact === published
      ? "Exact, touching included. The same algorithm in plain f32 says so, too."
      : `Exact. The same algorithm in plain f32 says that they ${words(published)}: here rounding would decide.`,
    exact !== published,
  );
}

class PairScene extends Scene {
  /** The two shapes as they are at first, and what the keys do to which. */
  setUp() {}

  async open() {
    this.begin();
    $("controls").append(
      make("div", { className: "row" },
        button("boundary", "Go to the boundary", () => this.press("B")),
        button("again", "Put back", () => this.press("X"))),
    );
  }

  begin() {
    this.setUp();
    page.plane.look([0, 0.5], 7);
  }

  get state() {
    return { left: this.left.state, right: this.right.state, ...(this.left.exact && { at: [...this.left.exact] }) };
  }

  restore({ left, right, at }) {
    if (left?.length === this.left.state.length) this.left.state = left;
    if (right?.length === this.right.state.length) this.right.state = right;
    if (at?.length === this.left.values.length) this.left.exact = Float32Array.from(at);
  }

  hold(key, shift, seconds) {
    const by = (moves, speed) => moves[key].map((x) => x * speed * seconds);
    const sign = shift ? -1 : 1;
    if (key in MOVES) this.left.move(by(MOVES, SPEED.move));
    else if (key in CORNER_MOVES && this.cornered) this.cornered.moveCorner(shift ? 2 % this.cornered.points.length : 1, by(CORNER_MOVES, SPEED.move));
    else if (key === "R") this.turned.turn(sign * SPEED.turn * seconds);
    else if (key === "Q") this.other?.turn(sign * SPEED.turn * seconds);
    else if (key === "S") this.stretched.stretch(0, sign * SPEED.stretch * seconds);
    else if (key === "T") this.stretched.stretch(1, sign * SPEED.stretch * seconds);
  }

  press(key) {
    if (key === "X") this.begin();
    else if (key === "B") this.toBoundary();
    else return false;
    return true;
  }

  toBoundary() {
    const direction = unitVector(sub(this.right.middle, this.left.middle));
    const there = page.octet.turn(this.kind, this.left.values, this.right.values, Float32Array.from(direction));
    if (there) this.left.pin(there);
  }

  grab(at) {
    const p = page.plane.toPlane(at);
    const near = 14 / page.plane.unit;
    for (const body of [this.left, this.right]) {
      if (!body.moveCorner) continue;
      const i = body.points.findIndex((point) => Math.hypot(...sub(point, p)) < near);
      if (i >= 0) return this.drag((by) => body.moveCorner(i, by));
    }
    const body = [this.left, this.right].find((body) => body.contains(p, near));
    return body ? this.drag((by) => body.move(by)) : null;
  }

  drag(act) {
    return (to, from) => act(sub(page.plane.toPlane(to), page.plane.toPlane(from)));
  }

  draw() {
    const { plane } = page;
    plane.grid();
    let answer;
    try {
      answer = page.octet.ask(this.kind, this.left.values, this.right.values);
    } catch (refused) {
      say(false, "Refused", String(refused));
      return false;
    }
    this.explain(plane, answer.exact);
    this.right.draw(plane, answer.exact ? "hit" : "right");
    this.left.draw(plane, answer.exact ? "hit" : "left");
    this.mark?.(plane, answer.exact);
    sayPair(answer);
    return false;
  }
}
