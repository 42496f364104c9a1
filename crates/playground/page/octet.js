"use strict";
// Loads what a page that is opened from disk may load: scripts. The compiled library and the data come as text in them, packed.

/** What the packed scripts hand over, by name. */
const packed = {};

/** Adds a script and waits for it. */
function load(file) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = file;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${file} is missing`));
    document.head.append(script);
  });
}

/** The bytes of a packed script: base64 of gzip. */
async function unpack(name) {
  if (!(name in packed)) await load(`${name}.js`);
  const bytes = Uint8Array.from(atob(packed[name]), (letter) => letter.charCodeAt(0));
  delete packed[name];
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The arrays of a data file, which is JSON. */
async function unpackData(name) {
  return JSON.parse(new TextDecoder().decode(await unpack(name)));
}

/** Whether this browser runs a program of one SIMD instruction. */
function runsSimd() {
  return WebAssembly.validate(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ]));
}

const builds = {};

/** The library, compiled with SIMD or without. Loaded once. */
function octet(simd) {
  const name = simd ? "octet_simd" : "octet_plain";
  builds[name] ??= (async () => {
    await load(`${name}.js`);
    const bindings = { octet_simd: () => octet_simd, octet_plain: () => octet_plain }[name]();
    await bindings({ module_or_path: await unpack(`${name}_wasm`) });
    return bindings;
  })();
  return builds[name];
}
