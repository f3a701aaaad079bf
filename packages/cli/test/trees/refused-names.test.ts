import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, type SyncResult } from "@anyurl/client";
import type { Files, Transport } from "@anyurl/core/exchange";
import { file } from "@anyurl/scheme-file";
import { folder, startFtpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { scratchDirectory } from "../scratch-directory.ts";

/** The file system below this directory names files as vfat of Linux does. "": none. */
const { vfat } = vi.hoisted(() => ({ vfat: { root: "", most: 255 } }));

/** Returns the path that vfat makes of a path. @throws EINVAL, ENAMETOOLONG */
function store(path: string): string {
  if (vfat.root === "" || !path.startsWith(`${vfat.root}/`)) return path;
  const names = path.slice(vfat.root.length + 1).split("/");
  for (const name of names) {
    if (/[\\:*?"<>|\x01-\x1f\ud800-\udfff]/.test(name)) throw systemError("EINVAL");
    if (Buffer.byteLength(name) > vfat.most) throw systemError("ENAMETOOLONG");
  }
  // It silently removes these.
  return [vfat.root, ...names.map((name) => name.replace(/[. ]+$/, ""))].join("/");
}

const systemError = (code: string) => Object.assign(new Error(code), { code, syscall: "open" });

/** The command and the client of the test write by such a transport. */
vi.mock("@anyurl/transport-node", async (original) => {
  const real = await original<typeof import("@anyurl/transport-node")>();
  const onStick = (transport: Transport) => ({ ...transport, files: vfatFiles(transport.files!) });
  return { ...real, nodeTransport: () => onStick(real.nodeTransport()) };
});

const here = scratchDirectory();
beforeEach(async () => {
  await mkdir(here("stick"));
  Object.assign(vfat, { root: here("stick"), most: 255 });
});
afterEach(async () => {
  vfat.root = "";
});

const url = (path: string) => `${pathToFileURL(here(path)).href}/` as `file://${string}`;

function vfatFiles(files: Files): Files {
  const at = (path: string) => {
    try {
      return path.endsWith("/") ? `${store(path.slice(0, -1))}/` : store(path);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  return {
    ...files,
    below: (roots) => vfatFiles(files.below!(roots)),
    write: async (path, ...rest) => files.write(await at(path), ...rest),
    makeDirectory: async (path, signal) => files.makeDirectory(await at(path), signal),
    remove: async (path, signal) => files.remove(await at(path), signal),
  };
}

async function copy(how: "copyTree" | "sync", options: object = {}): Promise<readonly string[]> {
  const client = createClient({
    schemes: [file] as const,
    transport: nodeTransport(),
    policy: { files: { roots: [here()], write: true } },
  });
  const results: string[] = [];
  const describeResult = (each: SyncResult) =>
    `${each.did} ${each.path.join("/")}${"why" in each ? `: ${each.why}` : ""}`;
  const [from, to] = [url("a"), url("stick")];
  const copied = how === "sync" ? client.sync(from, to, options) : client.copyTree(from, to, options);
  for await (const each of copied) results.push(describeResult(each));
  client.close();
  return results.sort();
}

/** Writes files with their own names as contents. */
async function write(...names: readonly string[]): Promise<void> {
  const { root } = vfat;
  vfat.root = "";
  await mkdir(here("a/d"), { recursive: true });
  for (const name of names) await writeFile(here(`a/${name}`), name);
  vfat.root = root;
}

/** The files on the stick: names and contents. */
async function stored(): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(here("stick"), { withFileTypes: true, recursive: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      found[path.slice(here("stick").length + 1)] = await readFile(path, "utf8");
    }
  return found;
}

const NAMES = ["a:b", "what?", "dot.", "dot", "space ", "a%3Ab", "con.txt", "d/q<u>o|te*", ".env", "100%"];
const STORED = {
  ...{ "a%3Ab": "a:b", "what%3F": "what?", "dot%2E": "dot.", dot: "dot", "space%20": "space " },
  ...{ "a%253Ab": "a%3Ab", "%63on.txt": "con.txt", "d/q%3Cu%3Eo%7Cte%2A": "d/q<u>o|te*" },
  ...{ ".env": ".env", "100%": "100%" },
};

describe.skipIf(process.platform === "win32")("names that the file system of the target cannot have", () => {
  test.each(["copyTree", "sync"] as const)("are escaped, and none is lost: %s", async (how) => {
    await write(...NAMES);
    const results = await copy(how);
    expect(results.filter((each) => /^(failed|skipped)/.test(each))).toEqual([]);
    expect(await stored()).toEqual(STORED);
    const names = (await readdir(here("stick"))).filter((name) => name.startsWith("anyurl-"));
    expect(names).toEqual([]);
  });

  test("are unchanged in the second run of sync, and removed by nothing", async () => {
    await write(...NAMES);
    await copy("sync");
    const again = await copy("sync", { delete: true });
    expect(again.filter((each) => !each.startsWith("unchanged"))).toEqual([]);
  });

  test("are skipped or an error with the option names, and reported", async () => {
    await write("a:b", "dot.", "dot");
    const results = await copy("copyTree", { names: "skip" });
    expect(results).toContain('skipped a:b: the target cannot have ":" in a name');
    expect(results).toContain("skipped dot.: it ends with a dot or a space");
    expect(await stored()).toEqual({ dot: "dot" });
    await expect(copy("copyTree", { names: "strict" })).rejects.toMatchObject({ code: "unsafe-name" });
  });

  test("are written unchanged where the file system can have them", async () => {
    vfat.root = "";
    await write(...NAMES);
    await copy("sync");
    expect(Object.keys(await stored()).sort()).toEqual([...NAMES].sort());
  });

  test("fail if they are too long, and the other files are copied", async () => {
    vfat.most = 143;
    await write("x".repeat(144), "y".repeat(143), "z");
    expect(await copy("sync")).toContain(
      `failed ${"x".repeat(144)}: the name or the path is too long for the file system`,
    );
    expect(Object.keys(await stored()).sort()).toEqual(["y".repeat(143), "z"]);
  });

  test("are escaped by get -r; one that is too long fails alone", async () => {
    // Another test file can have loaded the command without the mock.
    vi.resetModules();
    const { run } = await import("../captured.ts");
    vfat.most = 200;
    await using server = await startFtpServer({
      root: folder({ "a:b": "1", "dot.": "2", dot: "3", ["x".repeat(201)]: "4", d: folder({ "q?": "5" }) }),
    });
    const { status, err } = await run([
      ...["get", "-r", "-f", "--option", "hiddenFiles=true", "-o", here("stick")],
      `ftp://127.0.0.1:${server.port}/`,
    ]);
    expect(err).toContain('anyurl: renamed a:b: the target cannot have ":" in a name');
    expect(err).toContain("the name or the path is too long");
    expect(status).toBe(11);
    expect(await stored()).toEqual({ "a%3Ab": "1", "dot%2E": "2", dot: "3", "d/q%3F": "5" });
  });
});
