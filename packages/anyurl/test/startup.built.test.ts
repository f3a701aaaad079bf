import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startFtpServer, startGopherServer, startHttpServer } from "@anyurl/servers";
import { describe, expect, test } from "vitest";

/*
 * Every file, and every import of one, costs Node half a millisecond at the start of a program, and some modules of Node
 * cost several. These tests use the built packages, as programs do. They count, because times differ from run to run.
 */

/** Prints the files, imports, and modules of Node that a program loads after the first line. */
const COUNT = `
import { registerHooks } from "node:module";
const files = [];
let imports = 0;
const builtin = new Set(process.moduleLoadList);
registerHooks({
  resolve(specifier, context, resolve) {
    imports++;
    return resolve(specifier, context);
  },
  load(url, context, load) {
    if (url.startsWith("file:")) files.push(url.slice(url.lastIndexOf("/packages/") + "/packages/".length));
    return load(url, context);
  },
});
process.on("exit", () => {
  const loaded = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ") && !builtin.has(name));
  process.stdout.write(JSON.stringify({ files, imports, builtin: loaded.map((name) => name.slice("NativeModule ".length)) }));
});
`;

interface Loaded {
  readonly files: readonly string[];
  /** Imports of one file by another one. */
  readonly imports: number;
  readonly builtin: readonly string[];
}

async function loadedBy(program: string, ...argv: readonly string[]): Promise<Loaded> {
  const flags = ["--input-type=module", "--eval", COUNT + program, "--", ...argv];
  const cwd = join(import.meta.dirname, "..");
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd });
  return JSON.parse(stdout) as Loaded;
}

const IMPORT = `const { get, parse } = await import("anyurl");`;
const GET = `${IMPORT} await (await get(process.argv[1])).text();`;
const NETWORK = [
  "net",
  "tls",
  "dns",
  "dns/promises",
  "dgram",
  "http",
  "https",
  "zlib",
  "crypto",
  "fs/promises",
];

describe("a program that imports anyurl", () => {
  test("loads one or two files of each package, and no network code, to parse a URL", async () => {
    const { files, imports, builtin } = await loadedBy(
      `${IMPORT} parse("ftp://h.example/a%2Fb;type=i").parts;`,
    );
    expect(files.filter((file) => !file.includes("/dist/bundle/"))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(27);
    expect(imports).toBeLessThanOrEqual(62);
    // The client loads with the first call, but a mistake in its options is found when they are given.
    const later = files.filter((file) => /^client|^transport-node|access/.test(file));
    expect(later).toEqual(["client/dist/bundle/client-options.js"]);
    expect(builtin.filter((name) => NETWORK.includes(name))).toEqual([]);
  });

  test("loads no scheme with anyurl/lazy", async () => {
    const { files } = await loadedBy(`await import("anyurl/lazy");`);
    expect(files.length).toBeLessThanOrEqual(6);
    expect(files.filter((file) => /^(?:scheme|protocol)-/.test(file))).toEqual([]);
  });

  for (const [scheme, start, path] of [
    ["ftp", startFtpServer, "/welcome.txt"],
    ["gopher", startGopherServer, "/0/welcome.txt"],
    ["http", startHttpServer, "/welcome.txt"],
  ] as const) {
    test(`loads the client and the access of one scheme for its first get of ${scheme}`, async () => {
      await using server = await start();
      const { files, builtin } = await loadedBy(GET, server.origin + path);
      // One of http is shared with WebDAV, and one of the client with copies of trees, which load later.
      expect(files.length).toBeLessThanOrEqual(scheme === "http" ? 36 : 35);
      expect(files.filter((file) => file.includes("access"))).toEqual([
        `scheme-${scheme}/dist/bundle/access.js`,
      ]);
      // The address is a number, and the connection is plain.
      for (const name of ["tls", "crypto", "dns/promises", "dgram", "http", "fs/promises"])
        expect(builtin).not.toContain(name);
    });
  }
});

/** Prints the same to standard error. */
const COUNT_TO_STDERR = COUNT.replace("process.stdout", "process.stderr");

async function loadedByCommand(...argv: readonly string[]): Promise<Loaded> {
  const command = join(import.meta.dirname, "../dist/command/anyurl.cjs");
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(COUNT_TO_STDERR)}`, command];
  const { stderr } = await promisify(execFile)(process.execPath, [...flags, ...argv]);
  return JSON.parse(stderr) as Loaded;
}

describe("the command", () => {
  test("loads one scheme, and neither promises of files nor timers, for a small get of ftp", async () => {
    await using server = await startFtpServer();
    const { files, builtin } = await loadedByCommand("get", `${server.origin}/welcome.txt`);
    expect(files.length).toBeLessThanOrEqual(20);
    for (const name of ["tls", "crypto", "dns/promises", "fs/promises", "http", "os", "timers/promises"])
      expect(builtin).not.toContain(name);
  });

  test("loads few files for a small get of a file", async () => {
    const file = join(import.meta.dirname, "../package.json");
    const { files, builtin } = await loadedByCommand("get", pathToFileURL(file).href);
    expect(files.length).toBeLessThanOrEqual(18);
    for (const name of ["net", "tls", "crypto", "perf_hooks"]) expect(builtin).not.toContain(name);
  });
});
