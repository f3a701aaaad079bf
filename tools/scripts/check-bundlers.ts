/**
 * Bundles a program that parses URLs with `anyurl` as users do: with esbuild, rollup, vite, and webpack, for browsers and
 * for workers. A bundler must not report anything, and the result must run without the globals of Node.js.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import webpack from "webpack";

/** Where `anyurl` can be found as an installed package. */
const PACKAGE = join(import.meta.dirname, "../../packages/anyurl");
const PROGRAM = `
import { get, parse } from "anyurl";
const url = parse("ftp://alice@h.example/a;type=i");
globalThis.typecode = url.parts.typecode;
globalThis.refused = get("ftp://93.184.215.14/").catch(({ code }) => code);
globalThis.opened = get("http://h.example/").then((result) => result.text());
`;
/** The conditions of `exports`, as bundlers for these targets set them. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  browser: ["browser"],
  worker: ["workerd", "worker", "browser"],
};

/** Modules of the platform of workers: all tools for it leave them out. */
const PLATFORM: readonly string[] = ["cloudflare:*"];
const PLATFORM_MODULE = /^cloudflare:/;
/** How opening an FTP URL fails: a browser has no sockets, and the sandbox not those of a worker. */
const FAILURES: Readonly<Record<string, string>> = { browser: "unsupported", worker: "connect-failed" };

/** Each writes the program to one file, and returns what it reports. */
const BUNDLERS: Readonly<
  Record<string, (entry: string, out: string, conditions: readonly string[]) => Promise<readonly string[]>>
> = {
  async esbuild(entry, out, conditions) {
    const { errors, warnings } = await esbuild({
      ...{ entryPoints: [entry], outfile: out, bundle: true, format: "iife", platform: "browser" },
      ...{ conditions: [...conditions], logLevel: "silent", external: [...PLATFORM] },
    });
    return [...errors, ...warnings].map(({ text }) => text);
  },
  async rollup(entry, out, conditions) {
    const reported: string[] = [];
    const built = await rollup({
      input: entry,
      plugins: [nodeResolve({ browser: true, exportConditions: [...conditions] })],
      external: PLATFORM_MODULE,
      onLog: (_level, { message }) => reported.push(message),
    });
    await built.write({ file: out, format: "iife", inlineDynamicImports: true });
    return reported;
  },
  async vite(entry, out, conditions) {
    const reported: string[] = [];
    const report = (text: string) => reported.push(text);
    await vite({
      ...{ configFile: false, root: join(entry, ".."), resolve: { conditions: [...conditions] } },
      logLevel: "warn",
      customLogger: {
        ...{ info() {}, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false },
        ...{ warn: report, warnOnce: report, error: report },
      },
      build: {
        ...{ outDir: join(out, ".."), emptyOutDir: false, copyPublicDir: false },
        rollupOptions: { external: PLATFORM_MODULE },
        lib: { entry, formats: ["iife"], name: "program", fileName: () => "vite.js" },
      },
    });
    return reported;
  },
  webpack: (entry, out, conditions) =>
    new Promise((resolve, reject) => {
      const options: webpack.Configuration = {
        ...{ mode: "production", entry, target: "web", performance: false },
        resolve: { conditionNames: ["import", "default", ...conditions] },
        // Minifying takes most of the time.
        optimization: { minimize: false },
        output: { path: join(out, ".."), filename: "webpack.js" },
        plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
      };
      webpack(options, (error, stats) => {
        if (error || stats === undefined) return reject(error);
        const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
        resolve([...errors, ...warnings].map(({ message }) => message));
      });
    }),
};

const directory = mkdtempSync(join(PACKAGE, ".bundlers-"));
const faults: string[] = [];
try {
  const entry = join(directory, "program.js");
  writeFileSync(entry, PROGRAM);
  for (const [target, conditions] of Object.entries(TARGETS)) {
    for (const [name, bundle] of Object.entries(BUNDLERS)) {
      const out = join(directory, target, `${name}.js`);
      mkdirSync(join(directory, target), { recursive: true });
      const reported = await bundle(entry, out, conditions).catch((error: Error) => [error.message]);
      faults.push(...reported.map((text) => `${name} for a ${target}: ${text}`));
      if (reported.length === 0)
        faults.push(...(await run(`${name} for a ${target}`, out, FAILURES[target]!)));
    }
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(
  `bundlers: ${Object.keys(BUNDLERS).length * Object.keys(TARGETS).length} bundles, ${faults.length} faults`,
);
if (faults.length > 0) process.exitCode = 1;

/** Runs a bundle with the globals that browsers and workers share. */
async function run(name: string, file: string, failure: string): Promise<readonly string[]> {
  const globals = { TextEncoder, TextDecoder, AbortController, AbortSignal, ReadableStream, URL, crypto };
  class Request {}
  const fetch = async (url: string) => new Response(`fetched ${url}`);
  const context = createContext({
    ...{ ...globals, Headers, Request, fetch },
    setTimeout,
    clearTimeout,
    queueMicrotask,
    performance,
    console,
  });
  try {
    runInContext(readFileSync(file, "utf8"), context);
    const { typecode, refused, opened } = context as {
      readonly typecode?: unknown;
      readonly refused?: Promise<unknown>;
      readonly opened?: Promise<unknown>;
    };
    if (typecode !== "i") return [`${name}: the program parsed ${String(typecode)}`];
    const code = await refused;
    if (code !== failure) return [`${name}: get of ftp failed with ${String(code)}, not with ${failure}`];
    const text = await opened;
    return text === "fetched http://h.example/" ? [] : [`${name}: get of http gave ${String(text)}`];
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
}
