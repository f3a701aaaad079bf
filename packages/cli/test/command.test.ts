import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startFtpServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bundled, bundled } from "./bundled.ts";

let made: Bundled;
let target: string;
let home: string;
beforeAll(() => {
  made = bundled();
  target = made.directory;
  home = mkdtempSync(join(tmpdir(), "anyurl-home-"));
}, 60_000);
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Prints at exit which built-in modules and which files were loaded. */
const TELL = `process.on("exit", () => require("node:fs").writeSync(2, JSON.stringify({
  builtin: process.moduleLoadList.filter((name) => name.startsWith("NativeModule ")).map((name) => name.slice(13)),
  files: Object.keys(require.cache).map((path) => path.split(/[\\\\/]/).at(-1)),
})))`;

interface Loaded {
  readonly builtin: readonly string[];
  readonly files: readonly string[];
}

function command(argv: readonly string[], env: Record<string, string> = {}, flags: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, join(target, "anyurl.cjs"), ...argv],
    {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
    },
  );
  return { status, out: stdout, err: stderr };
}

function loadedBy(...argv: readonly string[]): Loaded {
  const hook = join(home, "tell.cjs");
  writeFileSync(hook, TELL);
  const { status, err } = command(argv, {}, ["--require", hook]);
  expect(status).toBe(0);
  return JSON.parse(err) as Loaded;
}

const NETWORK = [
  "net",
  "tls",
  "http",
  "https",
  "dgram",
  "dns",
  "_http_client",
  "internal/deps/undici/undici",
];

describe("the bundled command", () => {
  test("prints the same as its source", async () => {
    expect(command(["norm", "FTP://H.example/%7Ejoe"])).toEqual({
      status: 0,
      out: "ftp://h.example/~joe\n",
      err: "",
    });
    expect(command(["--version"]).out).toBe(
      `${(JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as { version: string }).version}\n`,
    );
    expect(command(["parse", "no colon"]).status).toBe(3);
    expect(command(["nonsense"]).status).toBe(2);
    // Keep non-ASCII characters unchanged and count their columns.
    expect(command(["explain", "http://h.example/%E6%BC%A2"]).out).toMatch(/└┬─┘[\s\S]*漢/u);
    expect(command(["schemes"]).out).toContain("prospero:");
  }, 30_000);

  test("is compiled for the oldest supported Node, whose parser rejects await using", () => {
    const manifest = readFileSync(join(import.meta.dirname, "../../anyurl/package.json"), "utf8");
    expect((JSON.parse(manifest) as { engines: { node: string } }).engines.node).toBe(">=22.12");
    const files = readdirSync(target).filter((name) => name.endsWith(".cjs"));
    const newer = files.filter((name) => /\busing [\w$]+ ?=/.test(readFileSync(join(target, name), "utf8")));
    expect(newer).toEqual([]);
  });

  test("opens URLs over the network", async () => {
    await using ftp = await startFtpServer();
    const { status, out } = await new Promise<{ status: number | null; out: string }>((resolve, reject) => {
      import("node:child_process").then(({ execFile }) => {
        const argv = [join(target, "anyurl.cjs"), "get", `${ftp.origin}/octets/lf.txt`];
        const child = execFile(process.execPath, argv, (_, stdout) =>
          resolve({ status: child.exitCode, out: stdout }),
        );
      }, reject);
    });
    expect({ status, out }).toEqual({ status: 0, out: "These lines end\nin line feed\nalone.\n" });
  });

  test("loads only the syntax of one scheme to parse a URL", () => {
    const { builtin, files } = loadedBy("parse", "ftp://h.example/a");
    for (const name of [...NETWORK, "crypto", "fs/promises", "readline", "child_process", "stream"])
      expect(builtin).not.toContain(name);
    expect(files.filter((name) => /^(?:open|transport|commander)/.test(name))).toEqual([]);
    expect(files.length).toBeLessThan(14);
  });

  test("loads no network module for a file URL", () => {
    const file = join(home, "a.txt");
    writeFileSync(file, "hello\n");
    const { builtin } = loadedBy("get", pathToFileURL(file).href);
    for (const name of [...NETWORK, "crypto", "readline", "child_process"])
      expect(builtin).not.toContain(name);
  });

  test("contains the licenses of the bundled dependencies", () => {
    const text = readFileSync(join(target, "LICENSES.txt"), "utf8");
    for (const name of ["commander", "hono"]) expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(text).toContain("Permission is hereby granted");
  });
});

describe("the compile cache", () => {
  const kept = () =>
    spawnSync("find", [home, "-path", "*anyurl/v*", "-type", "f"], { encoding: "utf8" }).stdout;

  test("is in the cache directory of the user, with mode 700", () => {
    expect(command(["parse", "ftp://h.example/"]).status).toBe(0);
    expect(kept()).toContain(join(home, ".cache/anyurl"));
    const mode = spawnSync("stat", ["-c", "%a", join(home, ".cache/anyurl")], { encoding: "utf8" }).stdout;
    expect(mode).toBe("700\n");
  });

  test("is not written to a directory that others can write to, or without a home directory", () => {
    const caches = join(home, "open");
    mkdirSync(join(caches, "anyurl"), { recursive: true });
    execFileSync("chmod", ["777", join(caches, "anyurl")]);
    expect(command(["parse", "ftp://h.example/"], { XDG_CACHE_HOME: caches }).status).toBe(0);
    expect(readdir(join(caches, "anyurl"))).toEqual([]);
    expect(command(["parse", "ftp://h.example/"], { HOME: "" }).status).toBe(0);
    expect(command(["parse", "ftp://h.example/"], { HOME: "/proc/nowhere" }).status).toBe(0);
  });
});

function readdir(path: string): readonly string[] {
  return spawnSync("ls", ["-A", path], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((name) => name !== "");
}
