// Every scene in headless Chromium: keys are pressed, answers read, pictures looked at, times measured. Run by
// `cargo xtask playground --test`, which sets PLAYGROUND to the page, and PICTURES to a folder if pictures are wanted.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, beforeEach, test } from "node:test";
import { chromium } from "playwright-core";

const PAGE = pathToFileURL(process.env.PLAYGROUND).href;
/** Milliseconds for whatever is waited for: every pixel is drawn by the CPU, which others may need, too. */
const PATIENCE = 120_000;
const SWARM = "#swarm&shapes=20000&seed=1&time=3&paused=0";

let browser, page, errors;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
      "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
      `--disk-cache-dir=${mkdtempSync(join(tmpdir(), "octet-"))}`,
    ],
  });
});

after(() => browser?.close());

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
});

/** Opens a scene from disk and waits for its first answer. */
async function open(link) {
  // From elsewhere: a change of the link alone would leave the last answer for a while.
  await page.goto("about:blank");
  await page.goto(`${PAGE}${link}`);
  await page.waitForFunction(() => document.body.dataset.ready === "true" && document.querySelector("#verdict").textContent !== "…");
}

const hit = async () => (await page.locator("#verdict").getAttribute("data-hit")) === "true";
const words = () => page.locator("#verdict").innerText();

/** Waits until picture and answer are those of what stands still now, however slowly pictures come. */
const drawn = () => page.waitForFunction(() => page.ready && !page.dirty);

/** Holds a key for so many milliseconds. */
async function holdKey(key, milliseconds) {
  await page.keyboard.down(key);
  await page.waitForTimeout(milliseconds);
  await page.keyboard.up(key);
  await drawn();
}

/** Holds a key until the answer is this one. */
async function holdUntil(key, answer) {
  await page.keyboard.down(key);
  await untilHit(answer);
  await page.keyboard.up(key);
}

const untilHit = (answer) =>
  page.waitForFunction((wanted) => document.querySelector("#verdict").dataset.hit === wanted, String(answer));

/** The picture has many colours: something is drawn. */
async function isDrawn(name) {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
  const bytes = await page.locator("#stage").screenshot();
  assert.ok(bytes.length > 8_000, `${name}: ${bytes.length} bytes of picture`);
  assert.deepEqual(errors, [], name);
}

test("a disk that is moved into the triangle touches it", async () => {
  await open("#disk-triangle");
  assert.equal(await hit(), false);
  await isDrawn("disk-triangle-apart");
  await holdUntil("l", true);
  assert.match(await words(), /touch/);
  await isDrawn("disk-triangle");
  await page.keyboard.press("x");
  await untilHit(false);
});

test("at the boundary rounding would decide", async () => {
  await open("#disk-triangle");
  // Some of these boundaries have a float near by at which the plain algorithm is wrong.
  let wrong = 0;
  for (let i = 0; i < 12; i++) {
    await holdKey("k", 60);
    await page.keyboard.press("b");
    await drawn();
    wrong += await page.locator("#note.wrong").count();
  }
  assert.ok(wrong > 3, `${wrong} of 12`);
  await isDrawn("boundary");
});

/** Keys to try, and the one that brings the shapes together from where they are at first. */
const PAIRS = [
  ["two-triangles", ["q", "Shift+R", "y", "Shift+O"], "l"],
  ["triangle-box", ["q", "r", "u"], "l"],
  ["segment-box", ["l", "q", "t"], "j"],
];

for (const [scene, keys, way] of PAIRS) {
  test(`${scene}: keys move, and both answers are met`, async () => {
    await open(`#${scene}`);
    const before = await page.evaluate(() => link());
    assert.equal(await hit(), false);
    await isDrawn(`${scene}-apart`);
    for (const key of keys) {
      const shift = key.startsWith("Shift+");
      if (shift) await page.keyboard.down("Shift");
      await holdKey(key.replace("Shift+", "").toLowerCase(), 80);
      if (shift) await page.keyboard.up("Shift");
    }
    assert.notEqual(await page.evaluate(() => link()), before);
    await page.keyboard.press("x");
    assert.equal(await page.evaluate(() => link()), before, "put back");
    await holdUntil(way, true);
    await isDrawn(scene);
  });
}

test("shapes are dragged, and the link keeps them", async () => {
  await open("#two-triangles");
  const box = await page.locator("#plane").boundingBox();
  const at = await page.evaluate(() => page.plane.toScreen(page.scene.left.middle));
  const to = await page.evaluate(() => page.plane.toScreen(page.scene.right.middle));
  await page.mouse.move(box.x + at[0], box.y + at[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 5 });
  await page.mouse.up();
  await untilHit(true);
  const link = await page.evaluate(() => link());
  const verdict = await words();
  await open("#swarm&paused=1");
  await open(link);
  assert.equal(await words(), verdict);
  assert.equal(await page.evaluate(() => link()), link);
  assert.deepEqual(errors, []);
});

test("the swarm has the same pairs with SIMD and without", async () => {
  const measured = [];
  for (const simd of [1, 0]) {
    await open(`${SWARM}&simd=${simd}`);
    await page.waitForTimeout(4_000);
    const { join, frame } = await page.evaluate(() => ({ ...document.body.dataset }));
    await open(`#swarm&shapes=20000&seed=1&time=3&paused=1&simd=${simd}`);
    const { pairs } = await page.evaluate(() => ({ ...document.body.dataset }));
    measured.push({ simd, join: +join, frame: +frame, pairs: +pairs });
    if (simd) await isDrawn("swarm");
  }
  console.log("swarm of 20,000 shapes, in ms:", JSON.stringify(measured));
  assert.ok(measured[0].pairs > 5_000, "many pairs touch");
  assert.equal(measured[0].pairs, measured[1].pairs);
  assert.deepEqual(errors, []);
});

test("the swarm is paused, enlarged and kept in the link", async () => {
  await open(`${SWARM}`);
  await page.keyboard.press(" ");
  await drawn();
  assert.equal(await page.locator("#pause").getAttribute("aria-pressed"), "true");
  const paused = await page.evaluate(() => page.scene.time);
  await holdKey("+", 300);
  assert.equal(await page.evaluate(() => page.scene.time), paused);
  assert.ok(await page.evaluate(() => page.plane.reach < page.scene.swarm.side() / 2));
  const pairs = await page.evaluate(() => document.body.dataset.pairs);
  const link = await page.evaluate(() => link());
  await open("#map");
  await open(link);
  assert.equal(await page.evaluate(() => document.body.dataset.pairs), pairs);
  await page.locator("#shapes").fill("200000");
  await page.waitForFunction(() => page.scene.swarm?.disks().length === 300_000);
  await page.locator("#all").click();
  await drawn();
  await isDrawn("swarm-200000");
});

test("the heap has the same events with SIMD and without, and the way of the bullet meets the wall", async () => {
  const found = [];
  for (const simd of [1, 0]) {
    await open(`#heap&disks=2000&steps=300&paused=1&simd=${simd}`);
    const { pairs, begun, ended, still, swept } = await page.evaluate(() => ({ ...document.body.dataset }));
    found.push([pairs, begun, ended]);
    assert.deepEqual([still, swept], ["false", "true"]);
    if (simd) await isDrawn("heap");
  }
  assert.ok(+found[0][0] > 500, `${found[0]}`);
  assert.deepEqual(found[0], found[1]);
  await holdKey("b", 300);
  assert.ok(await page.evaluate(() => page.scene.motion > 4));
});

test("a disk on the map touches countries and cities", async () => {
  await open("#map&disk=250,6250,300");
  const facts = await page.locator("#facts").innerText();
  assert.match(facts, /France/);
  assert.match(facts, /Paris/);
  await isDrawn("map");
  const before = await words();
  const box = await page.locator("#plane").boundingBox();
  await page.mouse.click(box.x + 200, box.y + 300);
  await drawn();
  assert.notEqual(await words(), before);
  await holdKey("s", 200);
  assert.deepEqual(errors, []);
});

test("in space: the bunny, a triangle, a box", async () => {
  await open("#space");
  await isDrawn("space-bunny");
  assert.equal(await hit(), true);
  await holdUntil("l", false);
  for (const piece of ["triangle", "box"]) {
    await page.selectOption("#piece", piece);
    await drawn();
    await isDrawn(`space-${piece}`);
  }
  assert.equal(await hit(), true);
  const turned = await page.evaluate(() => page.scene.camera.turn[0]);
  await page.locator("#plane").focus();
  await holdKey("ArrowRight", 200);
  assert.notEqual(await page.evaluate(() => page.scene.camera.turn[0]), turned);
  assert.deepEqual(errors, []);
});

test("triangles in space: a plane separates them, or edges go through them", async () => {
  await open("#triangles-in-space");
  assert.equal(await hit(), false);
  const chosen = () => page.locator("#facts tr.chosen").allInnerTexts();
  assert.equal((await chosen()).length, 1);
  await isDrawn("triangles-in-space-apart");
  await page.keyboard.press("b");
  await drawn();
  const link = await page.evaluate(() => link());
  const verdict = await words();
  await open("#disk-triangle");
  await open(link);
  assert.equal(await words(), verdict, "the last bit is in the link");
  await page.keyboard.press("x");
  await drawn();
  await holdUntil("i", true);
  await holdKey("i", 350);
  assert.equal(await hit(), true);
  // Two ends of the common segment.
  assert.equal((await chosen()).length, 2);
  await isDrawn("triangles-in-space");
  const moved = await page.evaluate(() => page.scene.values.join());
  await holdKey("r", 200);
  assert.notEqual(await page.evaluate(() => page.scene.values.join()), moved);
  assert.deepEqual(errors, []);
});

test("meshes are dragged, and the faces that meet are in colour", async () => {
  await open("#meshes");
  assert.equal(await hit(), true);
  await isDrawn("meshes-ring");
  const pairs = () => page.evaluate(() => +document.body.dataset.pairs);
  const before = await pairs();
  assert.ok(before > 100, `${before} pairs`);
  // A pixel of the ring.
  const from = await page.evaluate(() => {
    const [columns, rows] = [page.scene.placed(page.scene.columns), page.scene.columns.length / 9];
    return page.scene.camera.toScreen([0, 1, 2].map((k) => (columns[k * rows] + columns[(k + 3) * rows] + columns[(k + 6) * rows]) / 3));
  });
  const box = await page.locator("#plane").boundingBox();
  await page.mouse.move(box.x + from[0], box.y + from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + from[0] - 30, box.y + from[1] - 40, { steps: 4 });
  await page.mouse.up();
  await drawn();
  assert.notEqual(await pairs(), before);
  await page.selectOption("#piece", "bunny");
  await drawn();
  assert.ok((await pairs()) > 100);
  await isDrawn("meshes-bunny");
  await holdUntil("l", false);
  assert.equal(await pairs(), 0);
  assert.deepEqual(errors, []);
});

test("rays end at the first face, and make a picture with shadows", async () => {
  await open("#rays");
  assert.equal(await hit(), true);
  assert.match(await words(), /of 600 rays meet/);
  await isDrawn("rays-fan");
  // Every way ends on the bunny: as far from it as rounding goes.
  const farthest = await page.evaluate(() => {
    const { scene } = page;
    const directions = cone(scene.moved.map((x) => -x), 1, 300);
    const columns = new Float32Array(6 * 300);
    directions.forEach((d, row) => [...scene.moved, ...d].forEach((x, k) => (columns[k * 300 + row] = x)));
    const parameters = scene.mesh.cast(columns).parameters();
    const ends = directions.map((d, k) => along(scene.moved, d, parameters[k])).filter((end) => end.every(Number.isFinite));
    return Math.max(...ends.map((end) => Math.hypot(...sub(scene.mesh.closest(Float32Array.from(end)), end))));
  });
  assert.ok(farthest < 1e-5, `${farthest}`);
  await page.selectOption("#piece", "image");
  await drawn();
  await isDrawn("rays-image");
  const shown = await page.locator("#facts").innerText();
  await page.evaluate(() => page.scene.turn([0.5, 0]) ?? changed());
  await drawn();
  assert.notEqual(await page.locator("#facts").innerText(), shown);
  await open("#rays&piece=1&rays=9999&fine=7&frame=1,2");
  assert.deepEqual(errors, []);
});

test("a small screen shows picture and answer, and buttons do what keys do", async () => {
  await page.setViewportSize({ width: 390, height: 780 });
  await open("#disk-triangle");
  const right = page.locator("#keys button", { hasText: /^L$/ });
  // The picture stays in the upper half.
  await right.evaluate((button) => button.scrollIntoView({ block: "end" }));
  const box = await right.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await untilHit(true);
  await page.mouse.up();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off");
  await isDrawn("small");
});

test("a link with nonsense opens the scene", async () => {
  await open("#swarm&shapes=-5&seed=x&time=NaN&view=1,2");
  await open("#disk-triangle&left=1,2&right=3");
  await open("#no-such-scene");
  assert.deepEqual(errors, []);
});
