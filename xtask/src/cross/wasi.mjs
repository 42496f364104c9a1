// Runs a WASI program: node wasi.mjs PROGRAM ARGUMENTS. It may read files, and its exit code is node's.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens: { "/": "/" }, returnOnExit: true });
// Where the C library knows nothing of threads: what prepares one succeeds, to start one is not supported.
const NOT_SUPPORTED = 58;
const calls = { attr_init: 0, attr_setstacksize: 0, attr_destroy: 0, create: NOT_SUPPORTED, join: NOT_SUPPORTED, detach: NOT_SUPPORTED };
const env = Object.fromEntries(Object.entries(calls).map(([name, result]) => [`pthread_${name}`, () => result]));
const module = await WebAssembly.compile(readFileSync(args[0]));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { ...wasi.getImportObject(), env }));
