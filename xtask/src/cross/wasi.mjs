// Runs a WASI program: node wasi.mjs PROGRAM ARGUMENTS. It may read files, and its exit code is node's.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens: { "/": "/" }, returnOnExit: true });
// Where the C library knows nothing of threads: each call says that it is not supported.
const NOT_SUPPORTED = 58;
const threads = ["attr_init", "attr_destroy", "attr_setstacksize", "create", "join", "detach"];
const env = Object.fromEntries(threads.map((name) => [`pthread_${name}`, () => NOT_SUPPORTED]));
const module = await WebAssembly.compile(readFileSync(args[0]));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { ...wasi.getImportObject(), env }));
