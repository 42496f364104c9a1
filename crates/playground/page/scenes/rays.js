"use strict";

/** Pixels of the page a ray of the picture. */
const FINENESS = [4, 3, 2, 1];

class Rays extends SpaceScene {
  async open({ piece = 0 }) {
    this.look(1.25);
    Object.assign(this, await bunny());
    const choose = make("select", { id: "piece" },
      make("option", { value: "fan", textContent: "Rays of a lamp" }), make("option", { value: "image", textContent: "A picture by rays" }));
    choose.onchange = () => {
      this.choose(choose.value);
      changed();
    };
    this.count = slider("rays", "Rays", { min: 50, max: 4000, step: 50, value: 600 }, (rays) => (this.rays = rays));
    this.fine = slider("fine", "Pixels of a ray", { min: 0, max: 3, step: 1, value: 2, show: (k) => `${FINENESS[k]} px` }, (fine) => (this.fineness = fine));
    [this.rays, this.fineness] = [600, 2];
    $("controls").append(make("label", {}, "Show", choose), this.count, this.fine, make("div", { className: "row" }, button("again", "Put back", () => this.press("X"))));
    this.press("X");
    this.choose(piece === 1 ? "image" : "fan");
    choose.value = this.piece;
  }

  choose(name) {
    this.piece = name;
    this.count.hidden = name !== "fan";
    this.fine.hidden = name !== "image";
  }

  get state() {
    return { ...super.state, piece: this.piece === "image" ? 1 : 0, rays: this.rays, fine: this.fineness };
  }

  restore(state) {
    super.restore(state);
    for (const [label, name, value] of [[this.count, "rays", state.rays], [this.fine, "fineness", state.fine]]) {
      const input = label.querySelector("input");
      if (!(value >= +input.min && value <= +input.max)) continue;
      input.value = value;
      this[name] = +input.value;
      label.querySelector("output").textContent = name === "rays" ? this.rays.toLocaleString("en") : `${FINENESS[this.fineness]} px`;
    }
  }

  press(key) {
    if (key !== "X") return false;
    this.put([-0.75, 0.85, 0.6]);
    return true;
  }

  /** Near the lamp. */
  isAt(pixel) {
    return Math.hypot(...sub(pixel, this.camera.toScreen(this.moved))) < 24;
  }

  picture(plane) {
    this[this.piece](plane);
    const lamp = this.at(plane, this.moved);
    plane.dot(lamp, "page", 11);
    plane.dot(lamp, "mark", 9);
    plane.text("lamp", lamp, "mark", [0, -20]);
  }

  /** Rays of a cone that holds the bunny, each as far as the face that it meets first. */
  fan() {
    const directions = cone(this.moved.map((x) => -x), 1, this.rays);
    const columns = new Float32Array(6 * directions.length);
    directions.forEach((d, row) => [...this.moved, ...d].forEach((x, k) => (columns[k * directions.length + row] = x)));
    const [hits, milliseconds] = timed(() => this.mesh.cast(columns));
    const [faces, parameters] = [hits.rows(), hits.parameters()];
    hits.free();
    const tones = new Uint8Array(this.rows);
    for (const row of faces) if (row < this.rows) tones[row] = 1;
    this.solid("bunny", this.triangles, tones, [[...rgb("right"), 1], [...rgb("hit"), 1]]);
    const ways = directions.map((d, k) => [this.moved, along(this.moved, d, Math.min(parameters[k], 3))]);
    const [met, missed] = [true, false].map((isHit) => ways.filter((_, k) => Number.isFinite(parameters[k]) === isHit));
    for (const [name, ways, color] of [["missed", missed, [...rgb("far"), 0.22]], ["met", met, [...rgb("mark"), 0.5]]]) {
      this.ribbons(name, ways, ways.map(() => 0), [color], 1.2, { behind: false });
    }
    const show = (count) => count.toLocaleString("en");
    const lit = tones.reduce((sum, tone) => sum + tone, 0);
    say(met.length > 0, `${show(met.length)} of ${show(ways.length)} rays meet the bunny`,
      `Of all faces that a ray meets, the first by exact comparison, among ${show(this.rows)} of the bunny (Stanford University).`);
    $("facts").replaceChildren(table("Rays", ["", ""], [
      ["faces that are met first", show(lit)], ["rays that miss", show(missed.length)], ["the search took", `${milliseconds.toFixed(1)} ms`],
    ]));
  }

  /** A ray a pixel, and from what it meets one to the lamp. */
  image(plane) {
    const step = FINENESS[this.fineness];
    const [width, height] = [plane.width, plane.height].map((size) => Math.ceil(size / step));
    const { axes: [right, up, viewer], unit } = this.camera;
    const pixel = step / unit;
    const corner = along(along(along([0, 0, 0], viewer, 10), right, (-plane.width / step + 1) / 2 * pixel), up, (plane.height / step - 1) / 2 * pixel);
    const view = [corner, right.map((x) => x * pixel), up.map((x) => -x * pixel), viewer.map((x) => -x)].flat();
    const [bytes, milliseconds] = timed(() => this.mesh.picture(Float32Array.from(view), width, height, Float32Array.from(this.moved)));
    const [dark, bright] = [[0.1, 0.12, 0.22], rgb("right").map((x) => 0.25 + 0.75 * x)];
    const image = new ImageData(width, height);
    let seen = 0;
    bytes.forEach((light, k) => {
      if (light === 0) return;
      seen += 1;
      const part = (light - 1) / 254;
      for (let i = 0; i < 3; i++) image.data[4 * k + i] = 255 * (dark[i] + (bright[i] - dark[i]) * part);
      image.data[4 * k + 3] = 255;
    });
    this.sheet ??= document.createElement("canvas");
    [this.sheet.width, this.sheet.height] = [width, height];
    this.sheet.getContext("2d").putImageData(image, 0, 0);
    plane.ink.imageSmoothingEnabled = false;
    plane.ink.drawImage(this.sheet, 0, 0, width * step, height * step);
    const show = (count) => count.toLocaleString("en");
    const rays = width * height + seen;
    say(seen > 0, `${show(rays)} rays`, `One a pixel, and one from each point that is seen to the lamp: what it does not reach is in shadow. `
      + `${show(this.rows)} faces of the bunny (Stanford University).`);
    $("facts").replaceChildren(table("Rays", ["", ""], [
      ["pixels", `${show(width)} × ${show(height)}`], ["of them on the bunny", show(seen)],
      ["the search took", `${milliseconds.toFixed(0)} ms`], ["rays a second", `${(rays / milliseconds / 1000).toFixed(1)} million`],
    ]));
  }
}

/** Directions of length 1, evenly in the cone from a point at `-axis` around a ball of this radius at the origin. */
function cone(axis, radius, count) {
  const distance = Math.hypot(...axis);
  const widest = distance > radius ? Math.sqrt(1 - (radius / distance) ** 2) : -1;
  const forth = unitVector(axis);
  const side = unitVector(cross3(forth, Math.abs(forth[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const other = cross3(forth, side);
  return Array.from({ length: count }, (_, k) => {
    // The golden angle, and equal steps of the cosine: equal areas of a sphere.
    const cosine = 1 - (1 - widest) * ((k + 0.5) / count);
    const sine = Math.sqrt(1 - cosine ** 2);
    const angle = k * 2.399963229728653;
    return along(along(forth.map((x) => x * cosine), side, sine * Math.cos(angle)), other, sine * Math.sin(angle));
  });
}

scenes.rays = {
  type: Rays,
  title: "Rays",
  about: "Which face does a ray meet first? Rays of a lamp end at the first face that they meet, by exact comparison; or every pixel of a picture is a "
    + "ray, and what the lamp does not reach is in shadow. Drag the lamp, or turn the view.",
  keys: [SPACE_KEYS.move("the lamp"), SPACE_KEYS.depth, SPACE_KEYS.view, SPACE_KEYS.zoom, PAIR_KEYS.again],
};
