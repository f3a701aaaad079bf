import type { Stats } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import type { FileRoot, Files } from "@anyurl/core/exchange";
import { makeDirectory, makeLink, remove, rename, type Spot } from "./change.ts";
import { readEntries } from "./entries.ts";
import { toFileMetadata } from "./facts.ts";
import { isDirectory, notDirectory, rootError } from "./file-errors.ts";
import { findRoot, locate, type PathBelowRoot, type ResolvedPath, type Search } from "./locate.ts";
import { joinNativePath } from "./native.ts";
import { NodeOpenFile, openNode } from "./open-file.ts";
import { pinWithoutLinks } from "./pin-by-handle.ts";
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
  /** Returns the metadata of the name, without following a link, by one system call; `undefined` if nothing has the name. */
  look(): Promise<Stats | undefined>;
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
    const found = findRoot(path, { ...search, roots });
    // Nearly always no name is a link. To look is cheaper than to resolve each name.
    if (found.isOnlyRoot && (await pinning()) === "handles") {
      const site = await openSiteWithoutLinks(found);
      if (site !== undefined) return site;
    }
    return createSite(await found.resolve());
  }

  async function createSite(place: ResolvedPath): Promise<Site> {
    const parent = await pinDirectory(place.root, place.names.slice(0, -1), await pinning());
    return toSite(place, parent);
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
    work: (spot: Spot, look: Site["look"]) => Promise<T>,
  ) =>
    at(path, { write: true, last }, signal, async ({ parent, name, place, look }) => {
      if (name === undefined) throw rootError();
      return work({ parent, name, isDirectory: place.isDirectory }, look);
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
        const stats = (await site.look()) ?? (await readStats(site.parent, site.name));
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
          return await readStats(site.parent, site.name);
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
      changing(path, "follow", signal, async ({ parent, name, isDirectory: wantsDirectory }, look) => {
        if (wantsDirectory) throw isDirectory();
        await write(
          { parent, name, existing: await look() },
          source,
          { how, modified },
          signal,
          await pinning(),
        );
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

function toSite(place: ResolvedPath, parent: PinnedDirectory): Site {
  const name = place.names.at(-1);
  let found: Promise<Stats | undefined> | undefined;
  return {
    ...{ parent, name, place },
    look() {
      found ??= name === undefined ? stat(parent.itself) : parent.calls.look(parent.at(name));
      return found;
    },
    [Symbol.asyncDispose]: () => parent[Symbol.asyncDispose](),
  };
}

/** Opens the place of a path; `undefined` if one of its names is a link that is followed, or cannot be looked at. */
async function openSiteWithoutLinks(place: PathBelowRoot): Promise<Site | undefined> {
  const parent = await pinWithoutLinks(place.root, place.names.slice(0, -1));
  if (parent === undefined) return undefined;
  const site = toSite(place, parent);
  try {
    if (!place.followsLast || (await site.look())?.isSymbolicLink() !== true) return site;
  } catch {
    // The error is found again by name.
  }
  await parent[Symbol.asyncDispose]();
  return undefined;
}

async function readStats(parent: PinnedDirectory, name: string | undefined): Promise<Stats> {
  return name === undefined ? stat(parent.itself) : lstat(parent.at(name));
}
