import { setTimeout as sleep } from "node:timers/promises";
import type { CallOptions } from "@anyurl/client";
import type { Random } from "../fuzz/random.ts";
import { documentsIn, octetsFrom, smallTree } from "./documents.ts";
import type { Job, Prepared, Target } from "./target.ts";
import { Wrong } from "./target.ts";

/** A writable location. */
export interface Shelf {
  readonly scheme: string;
  /** The URL of an empty directory, ending with "/". */
  readonly base: string;
  readonly options?: CallOptions["options"];
  /** Returns the bytes at a path, "directory", or `undefined`. */
  readonly at: (path: readonly string[]) => Promise<Uint8Array | "directory" | undefined>;
  /** Writes or overwrites a file, or creates a directory. `undefined` removes the target and everything below it. */
  readonly set: (name: string, what: Uint8Array | "directory" | undefined) => Promise<void>;
  /**
   * Whether a server may store a truncated upload as complete (RFC 959 §3.4.1: the end of the connection is the end).
   */
  readonly takesBeginnings: boolean;
}

/** A readable resource that can be copied to a {@link Shelf}. */
export interface Source {
  readonly url: string;
  readonly octets: Uint8Array;
  /** "unmarked": the client cannot detect an early end. */
  readonly end: "marked" | "unmarked";
}

/** The URL of a directory with the {@link smallTree}. */
export interface TreeSource {
  readonly url: string;
  readonly end: "marked" | "unmarked";
}

type Verb = Exclude<Job["does"], "send" | "open">;

export function jobsOn(
  shelf: Shelf,
  verbs: readonly Verb[],
  sources: readonly Source[] = [],
  trees: readonly TreeSource[] = [],
): readonly Target[] {
  const job = (does: Verb, prepare: Job["prepare"], scheme = shelf.scheme, size = 0): Job => ({
    scheme,
    url: shelf.base,
    ...(shelf.options && { options: shelf.options }),
    end: "marked",
    does,
    size,
    prepare,
  });
  const jobs: Job[] = [];
  const can = new Set(verbs);
  if (can.has("put")) jobs.push(job("put", ({ name, random }) => putting(shelf, name, random)));
  if (can.has("append")) jobs.push(job("append", ({ name, random }) => appending(shelf, name, random)));
  if (can.has("remove")) jobs.push(job("remove", ({ name, random }) => removing(shelf, name, random)));
  if (can.has("rename")) jobs.push(job("rename", ({ name, random }) => renaming(shelf, name, random)));
  if (can.has("makeDirectory")) jobs.push(job("makeDirectory", ({ name }) => making(shelf, name)));
  for (const source of sources) {
    const row = `${source.url.split(":", 1)[0]} to ${shelf.scheme}`;
    jobs.push(
      job("copy", ({ name, random }) => copying(shelf, name, random, source), row, source.octets.length),
    );
  }
  for (const source of trees) {
    const row = `${source.url.split(":", 1)[0]} to ${shelf.scheme}`;
    jobs.push(job("copyTree", ({ name }) => copyingTree(shelf, name, source), row, 70_000));
  }
  return jobs;
}

async function putting(shelf: Shelf, name: string, random: Random): Promise<Prepared> {
  const old = await before(shelf, name, random);
  const octets = someOctets(random);
  const { source, breaks } = sourceOf(octets, random);
  return {
    run: async (client, options) => {
      await client.put(shelf.base + name, source(), options);
      if (breaks) throw new Wrong("the write succeeded although its source failed");
      return "right";
    },
    left: (how) => judged(shelf, name, how, (there) => replaced(there, how, { old, octets, shelf })),
  };
}

async function appending(shelf: Shelf, name: string, random: Random): Promise<Prepared> {
  const old = await before(shelf, name, random);
  const octets = someOctets(random);
  const { source, breaks } = sourceOf(octets, random);
  const start = old?.length ?? 0;
  const whole = Buffer.concat([old ?? new Uint8Array(0), octets]);
  return {
    run: async (client, options) => {
      await client.append(shelf.base + name, source(), options);
      if (breaks) throw new Wrong("the append succeeded although its source failed");
      return "right";
    },
    left: (how) =>
      judged(shelf, name, how, (there) => {
        if (same(there, whole)) return undefined;
        if (how === "done") return differs(there);
        // The part that was written before the failure may stay.
        return same(there, old) || (there !== undefined && there.length >= start && begins(there, whole))
          ? undefined
          : differs(there);
      }),
  };
}

async function removing(shelf: Shelf, name: string, random: Random): Promise<Prepared> {
  const old = someOctets(random);
  await shelf.set(name, old);
  return {
    run: async (client, options) => {
      await client.remove(shelf.base + name, options);
      return "right";
    },
    left: (how) =>
      judged(shelf, name, how, (there) =>
        there === undefined || (how === "failed" && same(there, old)) ? undefined : differs(there),
      ),
  };
}

async function renaming(shelf: Shelf, name: string, random: Random): Promise<Prepared> {
  const old = someOctets(random);
  const to = `${name}-renamed`;
  await shelf.set(name, old);
  return {
    run: async (client, options) => {
      await client.rename(shelf.base + name, shelf.base + to, options);
      return "right";
    },
    left: async (how) => {
      const [here, there] = [await shelf.at([name]), await shelf.at([to])];
      await shelf.set(name, undefined);
      await shelf.set(to, undefined);
      if (here === undefined && same(there, old)) return undefined;
      if (how === "failed" && same(here, old) && there === undefined) return undefined;
      return `after rename (${how}) the old name has ${told(here)}, and the new one ${told(there)}`;
    },
  };
}

async function making(shelf: Shelf, name: string): Promise<Prepared> {
  return {
    run: async (client, options) => {
      await client.makeDirectory(`${shelf.base}${name}/`, options);
      return "right";
    },
    left: async (how) => {
      const there = await shelf.at([name]);
      if (there !== undefined) await shelf.set(name, undefined);
      return there === "directory" || (how === "failed" && there === undefined)
        ? undefined
        : `expected a directory, found ${told(there)}`;
    },
  };
}

async function copying(shelf: Shelf, name: string, random: Random, source: Source): Promise<Prepared> {
  const old = await before(shelf, name, random);
  let isShort = false;
  return {
    run: async (client, { options: _, ...options }, deeds) => {
      const { octets, complete } = await client.copy(source.url, shelf.base + name, options);
      isShort = octets < source.octets.length;
      if (!isShort) return "right";
      // An FTP server that does not notice the early end reports success.
      if (!deeds().cut || source.end === "marked")
        wrong(`a short copy (${octets} of ${source.octets.length}) is reported as complete: ${complete}`);
      return "beginning";
    },
    left: (how) =>
      judged(shelf, name, how, (there) => {
        const right = { old, octets: source.octets, shelf };
        if (isShort && there instanceof Uint8Array && begins(there, source.octets)) return undefined;
        // If the source was truncated, its first part may look like all of it.
        const cutSource = how === "failed" && source.end === "unmarked";
        if (cutSource && there instanceof Uint8Array && begins(there, source.octets)) return undefined;
        return replaced(there, how, right);
      }),
  };
}

async function copyingTree(shelf: Shelf, name: string, { url, end }: TreeSource): Promise<Prepared> {
  await shelf.set(name, "directory");
  const right = new Map([...documentsIn(smallTree())].map(([path, octets]) => [path.join("/"), octets]));
  let isCut = false;
  return {
    run: async (client, { options: _, ...options }, deeds) => {
      let failure: unknown;
      for await (const { did, path, ...each } of client.copyTree(url, `${shelf.base}${name}/`, options)) {
        isCut = deeds().cut;
        if (did === "copied" && !right.has(path.join("/")) && !isCut)
          wrong(`unknown document ${path.join("/")}`);
        if (did === "skipped" && !isCut) wrong(`skipped: ${"why" in each ? each.why : ""}`);
        // The copy goes on, and reports each failure with its error.
        if (did === "failed") failure ??= each.error;
      }
      if (failure !== undefined) throw failure;
      isCut = deeds().cut;
      return isCut ? "beginning" : "right";
    },
    left: async (how) => {
      const mayLack = how === "failed" || (isCut && end === "unmarked");
      for (const [path, octets] of right) {
        const there = await shelf.at([name, ...path.split("/")]);
        if (same(there, octets) || (mayLack && there === undefined)) continue;
        const mayBeShort = mayLack && (shelf.takesBeginnings || end === "unmarked");
        if (mayBeShort && there instanceof Uint8Array && begins(there, octets)) continue;
        return `${path}: ${differs(there)}`;
      }
      await shelf.set(name, undefined);
      return undefined;
    },
  };
}

/** The target may already exist. */
async function before(shelf: Shelf, name: string, random: Random): Promise<Uint8Array | undefined> {
  if (random.below(2) === 0) return undefined;
  const old = someOctets(random);
  await shelf.set(name, old);
  return old;
}

async function judged(
  shelf: Shelf,
  name: string,
  how: "done" | "failed",
  judge: (there: Uint8Array | undefined) => string | undefined,
): Promise<string | undefined> {
  const there = await shelf.at([name]);
  if (there === "directory") return "a directory is there";
  const wrong = judge(there);
  if (wrong !== undefined) return `${how}: ${wrong}`;
  if (there !== undefined) await shelf.set(name, undefined);
  return undefined;
}

interface Right {
  readonly old: Uint8Array | undefined;
  readonly octets: Uint8Array;
  readonly shelf: Shelf;
}

/** The target must have the new bytes. After a failure it may have the old bytes, or be missing if it was before. */
function replaced(
  there: Uint8Array | undefined,
  how: "done" | "failed",
  { old, octets, shelf }: Right,
): string | undefined {
  if (same(there, octets)) return undefined;
  if (how === "done") return differs(there);
  if (same(there, old)) return undefined;
  return shelf.takesBeginnings && there !== undefined && begins(there, octets) ? undefined : differs(there);
}

function same(a: Uint8Array | "directory" | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a !== "directory" && Buffer.compare(a, b) === 0;
}

function begins(octets: Uint8Array, whole: Uint8Array): boolean {
  return Buffer.compare(octets, whole.subarray(0, octets.length)) === 0;
}

function differs(there: Uint8Array | "directory" | undefined): string {
  return `the target has neither the old nor the new bytes: ${told(there)}`;
}

function told(there: Uint8Array | "directory" | undefined): string {
  if (there === undefined) return "nothing";
  return there === "directory" ? "a directory" : `${there.length} bytes`;
}

function wrong(what: string): never {
  throw new Wrong(what);
}

function someOctets(random: Random): Uint8Array {
  return octetsFrom(random.below(253), random.pick([0, 1, 700, 20_000, 20_000, 400_000]));
}

/** Returns a source that sends bytes in chunks, with or without pauses. It may fail before the end. */
function sourceOf(
  octets: Uint8Array,
  random: Random,
): { readonly source: () => AsyncGenerator<Uint8Array, void, void>; readonly breaks: boolean } {
  const size = random.pick([1 + random.below(5_000), 64 * 1024, octets.length + 1]);
  const isSlow = random.below(3) === 0;
  const breaks = random.below(8) === 0;
  async function* source(): AsyncGenerator<Uint8Array, void, void> {
    let count = 0;
    for (let at = 0; at < octets.length; at += size) {
      if (isSlow && ++count < 10) await sleep(3);
      yield octets.slice(at, at + size);
      if (breaks && at >= octets.length / 2) break;
    }
    if (breaks) throw new SourceBroke("the source failed");
  }
  return { source, breaks };
}

/** The error of a source that fails on purpose. */
export class SourceBroke extends Error {}
