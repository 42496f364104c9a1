"use strict";
// The page: one scene at a time, the keys that are held, the pointer, the panel, the link.

const $ = (id) => document.getElementById(id);

/** Makes an element of the page. */
function make(tag, properties = {}, ...children) {
  const { data = {}, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

/** Scenes by the name that stands in the link. */
const scenes = {};

/** The page's parts that every scene uses. */
const page = { held: new Map(), dirty: true };

/** What a scene may override; the page calls nothing else. */
class Scene {
  /** Called when the scene is shown: loads what it needs, and adds its controls. */
  async open() {}
  /** The numbers that the link keeps, by name. */
  get state() {
    return {};
  }
  /** Takes the numbers of a link. */
  restore() {}
  /** A key or button is held for so many seconds: its letter, with Shift or without. */
  hold() {}
  /** A key was pressed once. True if it meant something. */
  press() {
    return false;
  }
  /** The pointer goes down: what is dragged, if anything. */
  grab() {
    return null;
  }
  /** The wheel turns, or two fingers part: so many times as near. */
  zoom(times, at) {
    page.plane.zoom(times, at);
  }
  /** Looks around in the plane: by the arrows, and nearer or farther by + and -. */
  lookAround(key, seconds) {
    const looks = { "←": [-1, 0], "↓": [0, -1], "↑": [0, 1], "→": [1, 0] };
    if (key in looks) page.plane.center = along(page.plane.center, looks[key], page.plane.reach * seconds);
    if (key === "+" || key === "=") page.plane.zoom(4 ** seconds);
    if (key === "-") page.plane.zoom(0.25 ** seconds);
  }
  /** Draws; true if the next picture is another one. */
  draw() {
    return false;
  }
}

/** Shows a verdict: hit or not, in words; a note about the plain algorithm, that is wrong or not. */
function say(hit, words, note = "", wrong = false) {
  const verdict = $("verdict");
  if (verdict.textContent !== words) verdict.textContent = words;
  verdict.dataset.hit = hit;
  $("plane").ariaLabel = `${$("title").textContent}: ${words}`;
  $("note").textContent = note;
  $("note").className = wrong ? "wrong" : "faint";
}

/** A table of facts, rows of texts; a row that is an array with `chosen` stands out. */
function table(caption, head, rows) {
  const cells = (row, tag) => row.map((cell) => make(tag, { textContent: cell }));
  return make(
    "table",
    {},
    make("caption", { textContent: caption }),
    make("thead", {}, make("tr", {}, ...cells(head, "th"))),
    make("tbody", {}, ...rows.map((row) => make("tr", { className: row.chosen ? "chosen" : "" }, ...cells(row, "td")))),
  );
}

/** A slider with its value beside it. */
function slider(id, label, { min, max, step, value, show = (x) => x.toLocaleString("en") }, change) {
  const output = make("output", { textContent: show(value) });
  const input = make("input", { type: "range", id, min, max, step, value });
  input.oninput = () => {
    output.textContent = show(+input.value);
    change(+input.value);
    changed();
  };
  return make("label", {}, label, input, output);
}

/** A button that says whether it is pressed. */
function toggle(id, label, pressed, change) {
  const button = make("button", { id, type: "button", textContent: label, ariaPressed: String(pressed) });
  button.onclick = () => {
    const now = button.ariaPressed !== "true";
    button.ariaPressed = String(now);
    change(now);
    changed();
  };
  return button;
}

/** A button that does something. */
function button(id, label, action) {
  const element = make("button", { id, type: "button", textContent: label });
  element.onclick = () => {
    action();
    changed();
  };
  return element;
}

/** Something changed: the picture is drawn again, and the link kept. */
function changed() {
  page.dirty = true;
  clearTimeout(page.keeping);
  page.keeping = setTimeout(() => page.ready && history.replaceState(null, "", link()), 200);
}

/** The link to what is shown. */
function link() {
  // Every digit: at a boundary the last one counts.
  const state = Object.entries(page.scene.state).map(([name, value]) => `${name}=${[value].flat().join(",")}`);
  return `#${[page.name, ...state].join("&")}`;
}

/** The scene and the numbers that a link names. */
function parse(hash) {
  const [name, ...parts] = hash.replace(/^#/, "").split("&");
  const state = {};
  for (const part of parts) {
    const [key, value = ""] = part.split("=");
    const numbers = value.split(",").map(Number);
    if (numbers.every(Number.isFinite)) state[key] = numbers.length === 1 ? numbers[0] : numbers;
  }
  return { name: name in scenes ? name : Object.keys(scenes)[0], state };
}

/** Shows the scene of the address. */
async function show() {
  const { name, state } = parse(location.hash);
  const scene = new scenes[name].type();
  Object.assign(page, { name, scene, ready: false });
  document.body.dataset.ready = "false";
  for (const item of $("scenes").children) {
    if (item.hash === `#${name}`) item.ariaCurrent = "page";
    else item.removeAttribute("aria-current");
  }
  $("title").textContent = scenes[name].title;
  $("about").textContent = scenes[name].about;
  $("facts").replaceChildren();
  $("controls").replaceChildren();
  $("trouble").hidden = true;
  // A swarm changes its answer many times a second: nobody wants that read aloud.
  $("verdict").ariaLive = scenes[name].restless ? "off" : "polite";
  document.title = `${scenes[name].title} · Octet playground`;
  showKeys(scenes[name].keys);
  page.gl.clear();
  page.plane.look([0, 0], 8);
  say(false, "…");
  try {
    page.simd ??= runsSimd();
    page.octet = await octet(page.simd);
    tellBuild(page.octet);
    await scene.open(state);
    if (page.scene !== scene) return;
    scene.restore(state);
    page.ready = true;
    document.body.dataset.ready = "true";
    changed();
  } catch (error) {
    trouble(error);
  }
}

/** Says which build of the library answers. */
function tellBuild(library) {
  $("build").textContent = library.has_simd() ? "WebAssembly with SIMD" : "WebAssembly without SIMD";
}

/** Says what went wrong, where the picture would be. */
function trouble(error) {
  $("trouble").textContent = `This scene does not work here: ${error.message ?? error}`;
  $("trouble").hidden = false;
  console.error(error);
}

/** The keys of a scene as buttons, which do the same while they are pressed. */
function showKeys(keys) {
  const rows = keys.flatMap(([letters, meaning]) => [
    make("div", { className: "row" }, ...letters.map((letter) => keyButton(letter))),
    make("div", { textContent: meaning }),
  ]);
  $("keys").replaceChildren(...rows);
}

function keyButton(letter) {
  const shift = letter.startsWith("⇧");
  const key = letter.replace("⇧", "");
  const element = make("button", { type: "button", textContent: letter === " " ? "Space" : letter, data: { key: letter } });
  const down = (event) => {
    event.preventDefault();
    // The button may move away as the answer changes.
    element.setPointerCapture(event.pointerId);
    hold(key, shift, event.timeStamp);
  };
  element.onpointerdown = down;
  element.onpointerup = element.onpointercancel = (event) => release(key, event.timeStamp);
  // By keyboard a button is pressed once, as if for 50 ms.
  element.onclick = (event) => {
    if (event.detail === 0) {
      hold(key, shift, event.timeStamp);
      release(key, event.timeStamp + 50);
    }
  };
  return element;
}

/** A key or button goes down. Keys that are not for holding act at once. */
function hold(key, shift, time) {
  if (!page.ready) return false;
  if (page.scene.press(key, shift)) {
    changed();
    return true;
  }
  page.held.set(key, { shift, since: time });
  changed();
  return scenes[page.name].keys.some(([letters]) => letters.some((letter) => letter.replace("⇧", "") === key));
}

/** It goes up again. A key acts as long as it was held, also between two pictures. */
function release(key, time) {
  act(key, time);
  page.held.delete(key);
  changed();
}

/** What is held acts for the time since it last did, a tenth of a second at most. */
function act(key, time) {
  const held = page.held.get(key);
  if (!held || !page.ready) return;
  page.scene.hold(key, held.shift, Math.min(0.1, Math.max(0, time - held.since) / 1000));
  held.since = Math.max(held.since, time);
  changed();
}

/** The name of a key, as the scenes know it: a letter, or Space, or an arrow. */
function keyName(event) {
  if (/^Key[A-Z]$/.test(event.code)) return event.code[3];
  const names = { Space: " ", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
  return names[event.code] ?? event.key;
}

function listenToKeys() {
  const types = (event) => event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey;
  addEventListener("keydown", (event) => {
    if (types(event)) return;
    const key = keyName(event);
    if (key === " " && event.target.matches("button, a")) return;
    if (event.repeat && page.held.has(key)) return event.preventDefault();
    if (hold(key, event.shiftKey, event.timeStamp)) event.preventDefault();
  });
  addEventListener("keyup", (event) => {
    if (event.key === "Shift") for (const held of page.held.values()) held.shift = false;
    else release(keyName(event), event.timeStamp);
  });
  addEventListener("blur", () => page.held.clear());
}

function listenToPointer() {
  const canvas = $("plane");
  const pointers = new Map();
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  let dragged = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (!page.ready) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    dragged = pointers.size === 1 ? page.scene.grab(place(event)) ?? pan : pan;
    changed();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!page.ready) return;
    const [from, to] = [pointers.get(event.pointerId), place(event)];
    if (!from) return;
    if (pointers.size === 2) pinch(event.pointerId, from, to);
    else dragged?.(to, from);
    pointers.set(event.pointerId, to);
    changed();
  });
  const pan = (to, from) => {
    page.plane.center = along(page.plane.center, sub(page.plane.toPlane(from), page.plane.toPlane(to)), 1);
  };
  const pinch = (id, from, to) => {
    const [other] = [...pointers].filter(([key]) => key !== id).map(([, at]) => at);
    const times = Math.hypot(...sub(to, other)) / (Math.hypot(...sub(from, other)) || 1);
    page.scene.zoom(times, page.plane.toPlane(other));
  };
  const up = (event) => pointers.delete(event.pointerId);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("wheel", (event) => {
    if (!page.ready) return;
    event.preventDefault();
    page.scene.zoom(1.0015 ** -event.deltaY, page.plane.toPlane(place(event)));
    changed();
  }, { passive: false });
}

/** Draws a picture as often as the browser shows one, if it is another one. */
function frame(time) {
  const seconds = Math.min(0.1, (time - (page.time ?? time)) / 1000);
  page.time = time;
  if (page.plane.fit()) page.dirty = true;
  if (page.ready) {
    try {
      for (const key of page.held.keys()) act(key, time);
      if (page.dirty) {
        page.dirty = false;
        [page.gl.canvas.width, page.gl.canvas.height] = [page.plane.canvas.width, page.plane.canvas.height];
        page.plane.clear();
        if (page.scene.draw(seconds)) page.dirty = true;
      }
    } catch (error) {
      page.ready = false;
      trouble(error);
    }
  }
  requestAnimationFrame(frame);
}

/** Starts the page. */
function start() {
  readColors();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColors();
    changed();
  });
  page.plane = new Plane($("plane"));
  page.plane.fit();
  page.gl = new Gl($("gl"));
  $("scenes").append(...Object.entries(scenes).map(([name, { title }]) => make("a", { href: `#${name}`, textContent: title })));
  $("link").onclick = async () => {
    history.replaceState(null, "", link());
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    $("link").textContent = "Copied: it is in the address bar, too";
    setTimeout(() => ($("link").textContent = "Copy a link to this"), 2000);
  };
  addEventListener("hashchange", show);
  listenToKeys();
  listenToPointer();
  show();
  requestAnimationFrame(frame);
}
