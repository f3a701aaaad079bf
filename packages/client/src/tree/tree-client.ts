import {
  AccessError,
  type Attributes,
  type Entry,
  type Registry,
  type ResolvedOptions,
  resolveOptions,
  type Source,
  type Url,
} from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import type { SourceInput } from "../body/source.ts";
import { openCall } from "../call/call.ts";
import { type CallOptions, type CallSettings, callOptions, resolveCall } from "../call/call-options.ts";
import { namedUrl, type UrlOrEntry } from "../call/provenance.ts";
import { makeLink, putPart } from "../call/write.ts";
import type { ClientSettings } from "../client-options.ts";
import { toArchiveEntries } from "./archive/archive-entries.ts";
import type { ArchiveFormat } from "./archive/archive-target.ts";
import { type CopyResult, copyBody } from "./copy.ts";
import { type TreeCopyOptions, treeCopyOptions } from "./copy-options.ts";
import { type Checked, copyWithPart, removePart } from "./copy-part.ts";
import { copyEntries, type TreeCopyResult, type TreeTarget } from "./copy-tree.ts";
import { JournalKeeper } from "./journal.ts";
import { isLocal, toReadable } from "./links.ts";
import { exists, findPartNames, hasEntry } from "./listings.ts";
import { optionsForUrl, pickDeclared } from "./options-for-url.ts";
import { recheck } from "./recheck.ts";
import { isSameContent } from "./same-content.ts";
import { type SyncOperations, type SyncResult, sync } from "./sync.ts";
import { type SyncOptions, syncOptions } from "./sync-options.ts";
import { createUrlTarget } from "./url-target.ts";
import { type TreeEntry, type WalkOptions, walkOptions } from "./walk.ts";
import { type WalkingFor, walkUrl } from "./walk-url.ts";

/** The options of a copy of a tree that concern its target. */
type TargetOptions = Pick<ResolvedOptions<typeof treeCopyOptions>, "recheck" | "times" | "keepFrom">;

/** The operations of a client on one URL. */
export interface UrlOperations {
  get(url: UrlOrEntry, options?: CallOptions): Promise<GetResult>;
  list(url: UrlOrEntry, options?: CallOptions): AsyncGenerator<Entry, void, void>;
  stat(url: UrlOrEntry, options?: CallOptions): Promise<Attributes>;
  put(url: UrlOrEntry, source: SourceInput, options?: CallOptions): Promise<void>;
  append(url: UrlOrEntry, source: SourceInput, options?: CallOptions): Promise<void>;
  remove(url: UrlOrEntry, options?: CallOptions): Promise<void>;
  rename(url: UrlOrEntry, to: string | URL | Url, options?: CallOptions): Promise<void>;
  makeDirectory(url: UrlOrEntry, options?: CallOptions): Promise<void>;
}

/** The operations of a client that a copy needs to read a file. */
export type TreeSource = Pick<UrlOperations, "get" | "stat">;

/**
 * The operations of a client that read one URL and write to another. Most programs do not need them, so they are loaded
 * on first use.
 */
export class TreeClient {
  readonly registry: Registry;
  readonly #client: UrlOperations;
  readonly #settings: ClientSettings;

  constructor(client: UrlOperations, settings: ClientSettings) {
    this.registry = settings.registry;
    this.#client = client;
    this.#settings = settings;
  }

  async copy(from: UrlOrEntry, to: string | URL | Url, options: CallOptions = {}): Promise<CopyResult> {
    this.#resolve(options);
    this.#rejectItself(from, String(to));
    const forTarget = optionsForUrl(this.registry, from, to, options);
    return this.#copy(this.#client, from, to, options, forTarget);
  }

  async #copy(
    source: Pick<TreeSource, "get">,
    from: UrlOrEntry,
    to: string | URL | Url,
    forSource: CallOptions,
    forTarget: CallOptions,
    confirm?: (response: GetResult) => Promise<void>,
  ): Promise<CopyResult> {
    // Rejected before anything is requested from the source.
    this.#checkTarget(to, forTarget);
    const response = await source.get(from, forSource);
    const write = (body: Source) => this.#client.put(to, body, forTarget);
    return copyBody(response, write, confirm && (() => confirm(response)));
  }

  /** Walks a tree for a copy. If the copy ends early, a listing in progress is aborted. */
  #walkToCopy(
    url: UrlOrEntry,
    options: CallOptions & WalkOptions,
    links: WalkingFor["links"],
  ): AsyncIterable<TreeEntry> {
    const asked = pickDeclared<CallOptions & WalkOptions>(options, walkOptions);
    const over = new AbortController();
    const signals = options.signal === undefined ? [] : [options.signal];
    const signal = AbortSignal.any([...signals, over.signal]);
    // A server would close the connection of a listing while files are copied.
    const walked = walkUrl(
      this.#client,
      this.#settings,
      url,
      { ...asked, signal },
      { listsFirst: true, links, names: "files" },
    );
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => walked.next(),
        return: () => {
          over.abort();
          return walked.return();
        },
      }),
    };
  }

  async *copyTree(
    from: UrlOrEntry,
    to: string | URL | Url | TreeTarget,
    options: CallOptions & WalkOptions & TreeCopyOptions = {},
  ): AsyncGenerator<TreeCopyResult, void, void> {
    const resolved = resolveOptions(treeCopyOptions, options);
    const { archive } = resolved;
    const target = isTreeTarget(to)
      ? to
      : archive === undefined
        ? this.#createUrlTarget(from, String(to), options, resolved)
        : await this.#createArchiveTarget(archive, from, String(to), options);
    const walked = this.#walkToCopy(from, options, resolved.links);
    const entries = archive === undefined ? walked : toArchiveEntries(walked);
    yield* copyEntries(entries, target, { ...resolved, signal: options.signal });
  }

  async *sync(
    from: UrlOrEntry,
    to: string | URL | Url,
    options: CallOptions & WalkOptions & TreeCopyOptions & SyncOptions = {},
  ): AsyncGenerator<SyncResult, void, void> {
    const resolved = resolveOptions(syncOptions, options);
    if (resolved.archive !== undefined) {
      if (resolved.delete || resolved.dryRun)
        throw new AccessError("bad-option", "an archive does not support the options delete and dryRun");
      return yield* this.copyTree(from, to, pickDeclared(options, treeCopyOptions));
    }
    const root = String(to);
    const target = this.#createUrlTarget(from, root, options, resolved);
    const walked = this.#walkToCopy(from, options, resolved.links);
    const optionsFor = this.#optionsFor(from, options);
    const operations: SyncOperations = {
      list: (url) => this.#client.list(url, optionsFor(url)),
      walk: (entry) =>
        walkUrl(this.#client, this.#settings, entry, optionsFor(entry), { listsFirst: true, links: "skip" }),
      stat: (entry) => this.#client.stat(toReadable(entry), optionsFor(entry)),
      isSameContent: async (one, other, signal) => {
        const read = (entry: Entry) => this.#client.get(toReadable(entry), { ...optionsFor(entry), signal });
        const [left, right] = await Promise.all([read(one), read(other)]);
        return isSameContent(left.chunks(), right.chunks());
      },
      hasContent: async (entry, content, signal) => {
        const response = await this.#client.get(entry, { ...optionsFor(entry), signal });
        return isSameContent(response.chunks(), iterate(content));
      },
      remove: (entry) => this.#client.remove(entry, optionsFor(entry)),
    };
    const { journal, compare } = resolved;
    const { clock } = this.#settings;
    const keeper = journal && new JournalKeeper(journal, compare, () => clock.now());
    yield* sync(walked, root, target, operations, { ...resolved, keeper });
  }

  /** Returns a directory as the target of a copy whose files another client reads. */
  treeTarget(
    source: TreeSource,
    from: UrlOrEntry,
    to: string | URL | Url,
    options: CallOptions & TreeCopyOptions = {},
  ): TreeTarget {
    const resolved = resolveOptions(treeCopyOptions, options);
    return this.#createUrlTarget(from, String(to), options, resolved, source);
  }

  #createUrlTarget(
    from: UrlOrEntry,
    to: string,
    options: CallOptions,
    { recheck: rechecks, times, keepFrom }: TargetOptions,
    source: TreeSource = this.#client,
  ): TreeTarget {
    if (!to.endsWith("/")) throw new TypeError('invalid target directory: expected a URL that ends with "/"');
    this.#rejectOwnTarget(from, to);
    const optionsFor = this.#optionsFor(from, options);
    const forTarget = optionsFor(to);
    // Rejected before anything is requested from the source.
    this.#checkTarget(to, forTarget);
    const { system = "posix" } = this.#settings.transport.files ?? {};
    const names = {
      system: isLocal(to, this.registry) ? system : "server",
      untrusted: !isLocal(namedUrl(from, undefined).text, this.registry),
    } as const;
    const scheme = this.registry.scheme(this.registry.parse(to).scheme);
    return createUrlTarget(to, names, {
      copy: (entry, url, signal) => {
        const forSource = { ...optionsFor(entry), signal };
        const readable = toReadable(entry);
        const confirm = rechecks
          ? (response: Checked) => recheck(entry, response, () => source.stat(readable, forSource))
          : undefined;
        const to = { ...forTarget, signal, ...(times && keptTime(entry)) };
        if (scheme?.keepsParts !== true || (entry.size ?? 0) < keepFrom)
          return this.#copy(source, readable, url, forSource, to, confirm);
        const get = (how: CallOptions) => source.get(readable, { ...forSource, ...how });
        return copyWithPart({ url: entry.url!, get, confirm, modified: to.modified }, (part, body) =>
          putPart(this.#settings, url, part, body, this.#resolve(to)),
        );
      },
      put: (url, content, signal) => this.#client.put(url, content, { ...forTarget, signal }),
      ...(scheme?.keepsParts === true && {
        partNames: (url: string) => findPartNames(this.#client.list(url, forTarget)),
        removePart: (url: string) =>
          removePart(namedUrl(from, undefined).text, (part, body) =>
            putPart(this.#settings, url, part, body, this.#resolve(forTarget)),
          ),
      }),
      ...(scheme?.makesLinks === true && {
        makeLink: (url: string, linkTarget: string, signal: AbortSignal) =>
          makeLink(this.#settings, url, linkTarget, this.#resolve({ ...forTarget, signal })),
      }),
      makeDirectory: (url) => this.#client.makeDirectory(url, forTarget),
      exists: (url) => exists(this.#client.list(url, forTarget)),
      has: (url, name) => hasEntry(this.#client.list(url, forTarget), name),
      remove: (url) => this.#client.remove(url, forTarget),
    });
  }

  /** Returns the options of the calls of a copy, by their URLs. @param options with those of the copy itself. */
  #optionsFor(from: UrlOrEntry, options: CallOptions): (url: UrlOrEntry) => CallOptions {
    const common = pickDeclared<CallOptions>(options, callOptions);
    return (url) => optionsForUrl(this.registry, from, url, common);
  }

  /** @throws {AccessError} bad-argument: a server that empties the target at once would lose what is copied. */
  #rejectItself(from: UrlOrEntry, to: string): void {
    const normalize = (text: string) => this.registry.normalize(text.split("#", 1)[0]!);
    if (normalize(namedUrl(from, undefined).text) !== normalize(to)) return;
    throw new AccessError("bad-argument", "cannot copy a resource to itself", {
      hint: "choose another target",
    });
  }

  /** @throws {AccessError} bad-argument: the tree contains the target, so a copy would have no end. */
  #rejectOwnTarget(from: UrlOrEntry, to: string): void {
    const [tree, target] = [namedUrl(from, undefined).text, to].map((text) => this.registry.normalize(text));
    if (!tree!.endsWith("/") || !target!.startsWith(tree!)) return;
    throw new AccessError("bad-argument", "cannot copy a directory into itself", {
      hint: "choose a target outside of the tree",
    });
  }

  async #createArchiveTarget(
    format: ArchiveFormat,
    from: UrlOrEntry,
    to: string,
    options: CallOptions,
  ): Promise<TreeTarget> {
    const { createArchiveTarget } = await import("./archive/archive-target.ts");
    const optionsFor = this.#optionsFor(from, options);
    const forTarget = optionsFor(to);
    // Rejected before anything is requested from the source.
    this.#checkTarget(to, forTarget);
    const read = async function* (this: TreeClient, url: string, end?: number) {
      const range = end === undefined ? {} : { range: { start: 0, end } };
      if (end !== 0) yield* (await this.#client.get(url, { ...forTarget, ...range })).chunks();
    };
    const list = (url: string) => this.#client.list(url, forTarget);
    return createArchiveTarget(format, to, {
      retrieve: async (entry, signal) => {
        const response = await this.#client.get(toReadable(entry), { ...optionsFor(entry), signal });
        const octets = await response.bytes();
        if ((await response.complete) === false)
          throw new AccessError("truncated", "the message is incomplete");
        return octets;
      },
      read: read.bind(this),
      put: (url, content) => this.#client.put(url, content, forTarget),
      append: (url, content) => this.#client.append(url, content, forTarget),
      rename: (one, other) => this.#client.rename(one, other, forTarget),
      remove: (url) => this.#client.remove(url, forTarget),
      list,
      ensureDirectory: async (url) => {
        if (!(await exists(list(url)))) await this.#client.makeDirectory(url, forTarget);
      },
    });
  }

  #resolve(options: CallOptions | undefined): CallSettings {
    return resolveCall(this.#settings, options);
  }

  /** Checks the URL of a write, as the write will do. */
  #checkTarget(to: string | URL | Url, options: CallOptions): void {
    openCall(this.#settings, to, "put", this.#resolve(options)).end();
  }
}

async function* iterate(content: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield content;
}

/** Returns the modification time that a copy keeps. One without its time zone is not the time of the file. */
function keptTime({ modified, modifiedZone }: Entry): Pick<CallOptions, "modified"> {
  return modified === undefined || modifiedZone === "unknown" ? {} : { modified };
}

function isTreeTarget(to: string | URL | Url | TreeTarget): to is TreeTarget {
  return typeof to === "object" && "makeDirectory" in to;
}
