import type { Stats } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import type { FileRoot, Files } from "@anyurl/core/exchange";
import { makeDirectory, makeLink, remove, rename, type Spot } from "./change.ts";
import { readEntries } from "./entries.ts";
import { toFileMetadata } from "./facts.ts";
import { isDirectory, notDirectory, rootError } from "./file-errors.ts";
import { locate, type ResolvedPath, type Search } from "./locate.ts";
import { joinNativePath } from "./native.ts";
import { NodeOpenFile, openNode } from "./open-file.ts";
import { detectPinning, type Pinning, pinDirectory } from "./pinned.ts";
import type { PinnedDirectory } from "./pinned-directory.ts";
import { SYSTEM } from "./system.ts";
import { write } from "./write.ts";

/** The resolved path and the pinned directory of one call. */
interface Site extends AsyncDisposable {
  readonly parent: PinnedDirectory;
  /** `undefined`: the path is the root, and `parent` is the root itself. */
  readonly name: string | undefined;
  readonly place: ResolvedPath;
}

/**
 * Creates access to the file system with Node.js. Paths are bytes on POSIX.
 *
 * @param pinning how directories are held. Default: the safest way that the system supports.
 */
export function nodeFiles(pinning: Pinning | undefined = undefined): Files {
  return { ...filesIn(undefined, pinning), below: (roots) => filesIn(roots, pinning) };
}

function filesIn(roots: readonly FileRoot[] | undefined, given: Pinning | undefined): Files {
  const pinning = () => given ?? detectPinning();

  async function openSite(path: string, search: Omit<Search, "roots">): Promise<Site> {
    const place = await locate(path, { ...search, roots });
    const parent = await pinDirectory(place.root, place.names.slice(0, -1), await pinning());
    return {
      parent,
      name: place.names.at(-1),
      place,
      [Symbol.asyncDispose]: () => parent[Symbol.asyncDispose](),
    };
  }

  /** Runs `work` in the directory of a path. */
  async function at<T>(
    path: string,
    search: Omit<Search, "roots">,
    signal: AbortSignal,
    work: (site: Site) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const site = await openSite(path, search);
    try {
      signal.throwIfAborted();
      return await work(site);
    } finally {
      await site[Symbol.asyncDispose]();
    }
  }

  const changing = <T>(
    path: string,
    last: Search["last"],
    signal: AbortSignal,
    work: (spot: Spot) => Promise<T>,
  ) =>
    at(path, { write: true, last }, signal, async ({ parent, name, place }) => {
      if (name === undefined) throw rootError();
      return work({ parent, name, isDirectory: place.isDirectory });
    });

  return {
    system: SYSTEM,

    open: (path, signal, { special = false } = {}) =>
      at(path, { write: false, last: "follow" }, signal, async ({ parent, name, place }) => {
        if (name === undefined) throw isDirectory();
        const node = await openNode(parent, name, await pinning(), { mayBeSpecial: special });
        const file = new NodeOpenFile(node, signal);
        if (!place.isDirectory && !signal.aborted) return file;
        await file[Symbol.asyncDispose]();
        signal.throwIfAborted();
        throw notDirectory();
      }),

    facts: (path, signal) =>
      at(path, { write: false, last: "follow" }, signal, async (site) => {
        const stats = await readStats(site);
        await site.parent.check();
        if (site.place.isDirectory && !stats.isDirectory()) throw notDirectory();
        return toFileMetadata(stats);
      }),

    async *entries(path, signal) {
      signal.throwIfAborted();
      const { root, names } = await locate(path, { write: false, last: "follow", roots });
      const directory = await pinDirectory(root, names, await pinning());
      const follows = roots === undefined || roots.some(({ followLinks }) => followLinks !== false);
      const leadsTo = async (name: string): Promise<Stats> => {
        const site = await openSite(joinNativePath(path, [name]), { write: false, last: "follow" });
        try {
          return await readStats(site);
        } finally {
          await site[Symbol.asyncDispose]();
        }
      };
      try {
        yield* readEntries(directory, signal, follows ? leadsTo : undefined);
      } finally {
        await directory[Symbol.asyncDispose]();
      }
    },

    write: (path, source, how, signal, modified) =>
      changing(path, "follow", signal, async ({ parent, name, isDirectory: wantsDirectory }) => {
        if (wantsDirectory) throw isDirectory();
        await write(parent, name, source, { how, modified }, signal, await pinning());
      }),

    withPart: (path, options, signal, use) =>
      changing(path, "keep", signal, async ({ parent, name, isDirectory: wantsDirectory }) => {
        if (wantsDirectory) throw isDirectory();
        // Reading a file does not need it, nor the hashes of node:crypto.
        const { withPart } = await import("./part-file.ts");
        return withPart(parent, name, options, signal, use);
      }),

    remove: (path, signal) => changing(path, "keep", signal, remove),

    rename: (path, to, how, signal) =>
      changing(path, "keep", signal, (from) =>
        changing(to, "keep", signal, (target) => rename(from, target, how)),
      ),

    makeDirectory: (path, signal) => changing(path, "keep", signal, makeDirectory),

    makeLink: (path, target, signal) => changing(path, "keep", signal, (spot) => makeLink(spot, target)),
  };
}

async function readStats({ parent, name }: Site): Promise<Stats> {
  return name === undefined ? stat(parent.itself) : lstat(parent.at(name));
}
