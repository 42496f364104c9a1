"use strict";

/** The map is Mercator's, in km at the equator; this is the radius of the Earth. */
const EARTH = 6371;

class MapScene extends Scene {
  async open() {
    this.data = await MapScene.load();
    const { corners, vertices, countries, country_names, city_x, city_y, city_names } = this.data;
    this.names = country_names;
    this.cityNames = city_names;
    const triangles = countries.length;
    const columns = new Float32Array(6 * triangles);
    for (let i = 0; i < triangles; i++) {
      for (let k = 0; k < 3; k++) {
        const vertex = corners[3 * i + k];
        columns[2 * k * triangles + i] = vertices[2 * vertex];
        columns[(2 * k + 1) * triangles + i] = vertices[2 * vertex + 1];
      }
    }
    const cities = new Float32Array(2 * city_x.length);
    cities.set(city_x);
    cities.set(city_y, city_x.length);
    this.map = new page.octet.Map(columns, Uint32Array.from(countries), cities);
    this.tones = Uint8Array.from(countries, (country) => country % 3);
    this.cityTones = new Uint8Array(city_x.length);
    page.gl.set("countries", "triangles", columns, this.tones);
    const points = new Float32Array(3 * city_x.length);
    points.set(cities);
    page.gl.set("cities", "disks", points, this.cityTones);
    Object.assign(this, { place: [250, 6250], radius: 300 });
    page.plane.look([400, 5800], 3800);
    if (!page.gl.works) throw new Error("this browser has no WebGL 2");
    $("controls").append(
      (this.size = slider("radius", "On the ground", { min: 0, max: 2000, step: 10, value: this.radius, show: (km) => `${km} km` }, (km) => (this.radius = km))),
      make("div", { className: "row" }, button("world", "Show the world", () => page.plane.look([0, 3000], 14000))),
    );
  }

  /** The map is unpacked once. */
  static load() {
    return (MapScene.data ??= unpackData("map"));
  }

  /** The radius on the map of so many km on the ground. */
  get reach() {
    return this.radius * Math.cosh(this.place[1] / EARTH);
  }

  get state() {
    return { disk: [...this.place, this.radius], view: [...page.plane.center, page.plane.reach] };
  }

  restore({ disk, view }) {
    if (disk?.length === 3) [this.place, this.radius] = [disk.slice(0, 2), Math.max(0, disk[2])];
    if (view?.length === 3 && view[2] > 0) page.plane.look(view.slice(0, 2), view[2]);
    this.showRadius();
  }

  showRadius() {
    this.size.querySelector("input").value = this.radius;
    this.size.querySelector("output").textContent = `${Math.round(this.radius)} km`;
  }

  hold(key, shift, seconds) {
    const step = page.plane.reach * seconds * 0.6;
    if (key in MOVES) this.place = along(this.place, MOVES[key], step);
    if (key === "S") {
      this.radius = Math.max(0, this.radius + (shift ? -1 : 1) * step * 0.5);
      this.showRadius();
    }
    this.lookAround(key, seconds);
  }

  /** The disk comes where the pointer goes down, and follows it. */
  grab(at) {
    const p = page.plane.toPlane(at);
    if (Math.hypot(...sub(p, this.place)) > Math.max(this.reach, 12 / page.plane.unit)) this.place = p;
    return (to, from) => (this.place = along(this.place, sub(page.plane.toPlane(to), page.plane.toPlane(from)), 1));
  }

  draw() {
    const begin = performance.now();
    const answer = this.map.touched(...this.place, this.reach);
    const touched = { triangles: answer.triangles, countries: [...answer.countries], cities: answer.cities };
    answer.free();
    const took = performance.now() - begin;
    const tones = this.tones.slice();
    const hit = new Set(touched.countries);
    this.data.countries.forEach((country, row) => hit.has(country) && (tones[row] = 3));
    for (const row of touched.triangles) tones[row] = 4;
    page.gl.set("countries", "triangles", null, tones);
    const cityTones = this.cityTones.fill(0);
    for (const row of touched.cities) cityTones[row] = 1;
    page.gl.set("cities", "disks", null, cityTones);
    page.gl.clear();
    const [land, mark] = [rgb("far"), rgb("mark")];
    page.gl.plane("countries", page.plane, pad([[...land, 0.3], [...land, 0.4], [...land, 0.5], [...mark, 0.4], [...mark, 0.75]]));
    const size = Math.min(5, 0.8 + page.plane.unit * 6);
    page.gl.plane("cities", page.plane, pad([[...rgb("ink"), 0.25], [...rgb("hit"), 0.9]]), { dotSize: size });
    page.plane.disk(this.place, this.reach, "hit", { alpha: 0.12 });
    page.plane.dot(this.place, "hit", 3);
    const number = (x) => x.toLocaleString("en");
    say(
      touched.countries.length > 0,
      touched.countries.length ? `${number(touched.countries.length)} ${touched.countries.length === 1 ? "country" : "countries"}, ${number(touched.cities.length)} cities` : `The sea, ${number(touched.cities.length)} cities`,
      `Found among ${number(this.data.countries.length)} triangles and ${number(this.cityTones.length)} cities in ${took.toFixed(2)} ms.`,
    );
    const rows = touched.countries.slice(0, 12).map((country) => [this.names[country]]);
    if (touched.countries.length > 12) rows.push([`and ${touched.countries.length - 12} more`]);
    // Cities come with the largest first.
    const largest = [...touched.cities].sort((a, b) => this.data.people[b] - this.data.people[a]).slice(0, 8);
    $("facts").replaceChildren(
      table("Countries that the disk touches", [""], rows),
      table("The largest cities in it", ["", "people"], largest.map((row) => [this.cityNames[row], this.data.people[row] ? number(this.data.people[row]) : "?"])),
    );
    const named = [];
    for (const row of largest) {
      const place = [this.data.city_x[row], this.data.city_y[row]];
      const [x, y] = page.plane.toScreen(place);
      if (named.some(([u, v]) => Math.abs(u - x) < 110 && Math.abs(v - y) < 20)) continue;
      named.push([x, y]);
      page.plane.dot(place, "ink", 3);
      page.plane.text(this.cityNames[row], place, "ink", [0, -12]);
    }
    return false;
  }
}

scenes.map = {
  type: MapScene,
  title: "Map",
  about: "Which countries does a disk on the map touch, and which cities lie in it? Two indexes answer, of the triangles of all countries "
    + "and of all cities, as in `cargo xtask demo`. Click or drag the disk.",
  keys: [
    [["H", "J", "K", "L"], "move the disk: left, down, up, right"], [["S", "⇧S"], "a larger disk; smaller with Shift"],
    [["←", "↓", "↑", "→"], "look left, down, up, right"], [["+", "-"], "look nearer, farther"],
  ],
};
