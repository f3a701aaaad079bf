import { join } from "node:path";
import { createClient, type SyncResult } from "@anyurl/client";
import { decodeOctets, textOf } from "@anyurl/core";
import { folder, startFtpServer, startHttpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { file, ftp, http } from "anyurl";
import { expect } from "vitest";
import { type Seen, seeFolder, seeLocal, type Tree, toFolder, writeTree } from "./random-tree.ts";

/** The times of the files: of the first tree, of one that is newer, and of one that is newer than any copy. */
export const OLD: number = Date.UTC(2020, 0, 1) + 123;
export const MIDDLE: number = Date.UTC(2024, 0, 1) + 789;
export const NEW: number = Date.UTC(2030, 0, 1) + 456;

/** One side of a sync. */
export interface Side extends AsyncDisposable {
  readonly url: string;
  readonly hasLinks: boolean;
  /** Does a file keep its old bytes until the new ones are complete? */
  readonly isAtomic: boolean;
  /** Replaces all of it. */
  fill(tree: Tree, time: number): Promise<void>;
  see(path: readonly string[]): Seen;
}

async function createFileSide(directory: string, name: string): Promise<Side> {
  const root = join(directory, name);
  writeTree(root, new Map(), OLD);
  return {
    url: `file://${root}/`,
    hasLinks: true,
    isAtomic: true,
    fill: async (tree, time) => writeTree(root, tree, time),
    see: (path) => seeLocal(root, path),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function createFtpSide(_: string, __: string): Promise<Side> {
  const start = (root = folder([])) => startFtpServer({ writable: "everybody", root });
  let server = await start();
  return {
    get url() {
      return `${server.origin}/`;
    },
    hasLinks: false,
    isAtomic: false,
    fill: async (tree, time) => {
      await server.close();
      server = await start(toFolder(tree, time));
    },
    see: (path) => seeFolder(server.tree(), path),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

async function createHttpSide(_: string, __: string): Promise<Side> {
  const start = (root = folder([])) => startHttpServer({ writable: true, webdav: true, root });
  let server = await start();
  return {
    get url() {
      return `${server.origin}/`;
    },
    hasLinks: false,
    isAtomic: true,
    fill: async (tree, time) => {
      await server.close();
      server = await start(toFolder(tree, time));
    },
    see: (path) => seeFolder(server.tree(), path),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

export const SIDES = { file: createFileSide, ftp: createFtpSide, http: createHttpSide } as const;

/** Creates a client that may write to one directory of this machine. */
function createTestClient(directory: string) {
  return createClient({
    schemes: [file, ftp, http] as const,
    transport: nodeTransport(),
    policy: { files: { write: true, roots: [{ path: directory, followLinks: "inside" }] } } as never,
    // Servers of FTP without MLSD leave hidden files out of their listings.
    options: { ftp: { hiddenFiles: true } },
  });
}

export async function syncSides(
  directory: string,
  from: Side,
  to: Side,
  options: object = {},
): Promise<readonly SyncResult[]> {
  const client = createTestClient(directory);
  const results: SyncResult[] = [];
  try {
    for await (const each of client.sync(from.url as "file:", to.url as "file:", options)) results.push(each);
  } finally {
    client.close();
  }
  return results;
}

/** Returns the names of a URL below a directory. */
function namesBelow(url: string, root: string): readonly string[] {
  expect(url.startsWith(root)).toBe(true);
  const names = url.slice(root.length).split("/");
  return names.filter((each) => each !== "").map((each) => textOf(decodeOctets(each)));
}

/** Compares the two sides: they are equal, except for what was reported. */
export function expectEqual(from: Side, to: Side, results: readonly SyncResult[]): void {
  const byPath = new Map(
    results.filter(({ did }) => did !== "removed").map((each) => [each.path.join("/"), each]),
  );
  const expected = new Map<string, Set<string>>([["", new Set()]]);
  const compare = (path: readonly string[], place: readonly string[]): void => {
    const names = from.see(path) as readonly string[];
    for (const each of names) {
      const own = [...path, each];
      const result = byPath.get(own.join("/"));
      expect(result, `a result for ${JSON.stringify(own)}`).toBeDefined();
      if (result!.did === "failed" || result!.did === "skipped") {
        expect(result!.why).not.toBe("");
        continue;
      }
      const there = namesBelow(result!.to, to.url);
      expect(there.slice(0, -1)).toEqual(place);
      expected.get(place.join("/"))!.add(there.at(-1)!);
      const [one, other] = [from.see(own), to.see(there)];
      if (one instanceof Uint8Array)
        expect(Buffer.compare(Buffer.from(one), Buffer.from(other as never))).toBe(0);
      else {
        expect(other).toBeInstanceOf(Array);
        expected.set(there.join("/"), new Set());
        compare(own, there);
      }
    }
  };
  compare([], []);
  const failed = results.filter((each) => each.did === "failed").length;
  // What was not copied because of something else in its place is still there.
  for (const [place, names] of expected)
    if (failed === 0)
      expect(new Set(to.see(place === "" ? [] : place.split("/")) as string[])).toEqual(names);
}

/** Why an entry of such trees may be reported instead of copied. */
const REASONS =
  /link|another entry|too long|outside the directories|its directory was not copied|directory|path-blocked|no such file|does not exist|not found|does not allow this name|already exists|exists already|home directory|has no URL/i;

export function expectReasons(results: readonly SyncResult[]): void {
  for (const each of results)
    if (each.did === "failed" || each.did === "skipped")
      expect(`${each.why} (${JSON.stringify(each.path)})`).toMatch(REASONS);
}
