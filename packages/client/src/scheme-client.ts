import {
  type Attributes,
  type Entry,
  type Registry,
  resolveLimits,
  type Session,
  type Source,
  type Url,
} from "@anyurl/core";
import type { GetResult } from "./body/get-result.ts";
import { callOnce, openCall } from "./call/call.ts";
import { checkAttributes, checkSession } from "./call/check-result.ts";
import { listEntries } from "./call/list.ts";
import { checkNumbers } from "./call/numbers.ts";
import type { UrlOrEntry } from "./call/provenance.ts";
import { retrieve } from "./call/retrieve.ts";
import { attemptOptions, createRetryState } from "./call/retry.ts";
import { wrapSession } from "./call/session.ts";
import { append, put, remove, rename, send } from "./call/write.ts";
import type { CallOptions, ClientSettings } from "./options.ts";
import { type CopyResult, copyBody } from "./tree/copy.ts";
import { copyTree, type TreeCopyResult } from "./tree/copy-tree.ts";
import { type TreeEntry, type WalkOptions, walk } from "./tree/walk.ts";

/** The operations of a client, for URLs of any scheme. The types of `Client` restrict them to what a scheme supports. */
export class SchemeClient {
  readonly registry: Registry;
  readonly #settings: ClientSettings;

  constructor(settings: ClientSettings) {
    this.registry = settings.registry;
    this.#settings = settings;
  }

  get(url: UrlOrEntry, options: CallOptions = {}): Promise<GetResult> {
    return retrieve(this.#settings, url, options);
  }

  list(url: UrlOrEntry, options: CallOptions = {}): AsyncGenerator<Entry, void, void> {
    return listEntries(this.#settings, url, "list", options, (list, target, context) =>
      list(target, context),
    );
  }

  search(url: UrlOrEntry, words: string, options: CallOptions = {}): AsyncGenerator<Entry, void, void> {
    return listEntries(this.#settings, url, "search", options, (search, target, context) =>
      search(target, context, words),
    );
  }

  async stat(url: UrlOrEntry, options: CallOptions = {}): Promise<Attributes> {
    const retrying = createRetryState(this.#settings, options);
    const once = () =>
      callOnce(
        this.#settings,
        url,
        "stat",
        attemptOptions(options, retrying),
        async (stat, target, context) => checkAttributes(await stat(target, context)),
      );
    try {
      return await (retrying === undefined ? once() : retrying.run(once));
    } finally {
      retrying?.end();
    }
  }

  put(url: UrlOrEntry, source: Source, options?: CallOptions): Promise<void> {
    return put(this.#settings, url, source, options);
  }

  append(url: UrlOrEntry, source: Source, options?: CallOptions): Promise<void> {
    return append(this.#settings, url, source, options);
  }

  async copy(from: UrlOrEntry, to: string | Url, options: CallOptions = {}): Promise<CopyResult> {
    // Scheme options belong to one of the two schemes. The other options apply to both.
    const { options: _, namedBy, ...common } = options;
    // Refused before the source is asked for anything.
    openCall(this.#settings, to, "put", common).end();
    return copyBody(await this.get(from, { ...common, ...(namedBy && { namedBy }) }), (source) =>
      this.put(to, source, common),
    );
  }

  walk(
    url: UrlOrEntry,
    { maxDepth, maxEntries, span = "host", namedBy, ...options }: CallOptions & WalkOptions = {},
  ): AsyncGenerator<TreeEntry, void, void> {
    if (span !== "host" && span !== "hosts")
      throw new RangeError('invalid option span: expected "host" or "hosts"');
    const limits = resolveLimits(options.limits, this.#settings.limits);
    const bounds = { maxDepth: maxDepth ?? limits.maxDepth, maxEntries: maxEntries ?? limits.maxEntries };
    checkNumbers("walk", bounds, (value) => value >= 0, "from 0 to Infinity");
    // Only the first URL is a string from the caller.
    const list = (target: UrlOrEntry) =>
      this.list(target, target === url && namedBy !== undefined ? { ...options, namedBy } : options);
    return walk(list, this.#settings, url, { ...bounds, span });
  }

  async *copyTree(
    from: UrlOrEntry,
    to: string | Url,
    options: CallOptions & WalkOptions = {},
  ): AsyncGenerator<TreeCopyResult, void, void> {
    const target = String(to);
    if (!target.endsWith("/"))
      throw new TypeError('invalid target directory: expected a URL that ends with "/"');
    const { maxDepth: _, maxEntries: __, span: ___, options: ____, namedBy: _____, ...common } = options;
    // Refused before the source is asked for anything.
    openCall(this.#settings, target, "put", common).end();
    yield* copyTree(this, this.walk(from, options), target, common);
  }

  remove(url: UrlOrEntry, options?: CallOptions): Promise<void> {
    return remove(this.#settings, url, options);
  }

  rename(url: UrlOrEntry, to: string | Url, options?: CallOptions): Promise<void> {
    return rename(this.#settings, url, to, options);
  }

  makeDirectory(url: UrlOrEntry, options?: CallOptions): Promise<void> {
    return callOnce(this.#settings, url, "makeDirectory", options, (makeDirectory, target, context) =>
      makeDirectory(target, context),
    );
  }

  send(url: UrlOrEntry, message?: Source, options?: CallOptions): Promise<void> {
    return send(this.#settings, url, message, options);
  }

  async open(url: UrlOrEntry, options: CallOptions = {}): Promise<Session> {
    // Sessions are interactive, so they have no idle timeout by default.
    const limits = { idleTimeout: Number.POSITIVE_INFINITY, ...options.limits };
    const call = openCall(this.#settings, url, "open", { ...options, limits });
    return call.run(async (open, target, context) => {
      return wrapSession(checkSession(await open(target, context)), call);
    }, "stays open");
  }

  close(): void {
    this.#settings.pool.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}
