import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SoakClient } from "./client.ts";
import { documentsIn, octetsFrom, smallTree } from "./documents.ts";
import { attributedOf, listingOf, readingOf } from "./found.ts";
import type { Shelf } from "./shelf.ts";
import type { Place, Target } from "./target.ts";

/** A temporary directory, in memory if possible, because slow disks are not part of this test. */
export async function temporaryRoot(): Promise<string> {
  const memory = await stat(MEMORY).catch(() => undefined);
  const root = await mkdtemp(join(memory?.isDirectory() ? MEMORY : await realpath(tmpdir()), "anyurl-soak-"));
  for (const name of ["read", "tree", "in"]) await mkdir(join(root, name));
  return root;
}

const MEMORY = "/dev/shm";

/**
 * Files: a write stores the whole file or nothing, even if the caller aborts. It leaves neither partial nor temporary
 * files.
 */
export async function filePlace(
  client: SoakClient,
  root: string,
): Promise<Place & { readonly shelf: Shelf; readonly tree: string }> {
  const files = new Map([
    ["empty", new Uint8Array(0)],
    ["small.txt", octetsFrom(1, 1_000)],
    ["large file.bin", octetsFrom(2, 2_000_000)],
  ]);
  for (const [name, octets] of files) await writeFile(join(root, "read", name), octets);
  for (const [path, octets] of documentsIn(smallTree())) {
    await mkdir(join(root, "tree", ...path.slice(0, -1)), { recursive: true });
    await writeFile(join(root, "tree", ...path), octets);
  }
  const urlOf = (...names: readonly string[]) => pathToFileURL(join(root, ...names)).href;
  const asked = (...names: readonly string[]) =>
    ({ scheme: "file", url: urlOf(...names), end: "marked" }) as const;
  const directory = { ...asked("tree"), url: `${urlOf("tree")}/`, anyOrder: true } as const;
  const targets: Target[] = [
    { ...(await listingOf(client, { ...directory, does: "list" })), anyOrder: true },
    { ...(await listingOf(client, { ...directory, does: "walk" })), anyOrder: true },
  ];
  for (const [name, octets] of files)
    targets.push(
      await readingOf(client, asked("read", name), octets),
      await attributedOf(client, asked("read", name)),
    );
  return {
    name: "file",
    targets,
    live: () => 0,
    tree: directory.url,
    shelf: shelfAt(join(root, "in"), `${urlOf("in")}/`),
    leftovers: async () => (await readdir(join(root, "in"))).map((name) => `the file ${name}`),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

function shelfAt(directory: string, base: string): Shelf {
  return {
    scheme: "file",
    base,
    takesBeginnings: false,
    at: async (path) => {
      const there = join(directory, ...path);
      const found = await stat(there).catch(() => undefined);
      if (found === undefined) return undefined;
      return found.isDirectory() ? "directory" : readFile(there);
    },
    set: async (name, what) => {
      const there = join(directory, name);
      if (what === undefined) await rm(there, { recursive: true, force: true });
      else if (what === "directory") await mkdir(there);
      else await writeFile(there, what);
    },
  };
}
