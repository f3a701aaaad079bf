import type { BodyOutcome } from "@anyurl/client";
import { toByteStream } from "@anyurl/client/front";
import {
  AccessError,
  type Attributes,
  type ByteRange,
  type Completeness,
  type Entry,
  isAccessError,
  type Registry,
  resolveOptions,
  type Url,
} from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { getView } from "@anyurl/core/presentation";
import { parseTarget, type RelayedCallOptions, type Source, type SourceBody } from "../guard/limit-source.ts";
import { createCacheKey } from "./keys.ts";
import { type CacheOptions, type CacheSettings, cacheOptions } from "./options.ts";
import { type Answer, type CallOutcome, SharedCall } from "./shared-call.ts";
import { type CacheStore, createMemoryStore, createSharedStore } from "./store.ts";
import type { CachedOperation, Item, StoredAnswer } from "./stored.ts";

/** TTL of immutable bodies, in milliseconds. */
const IMMUTABLE_TTL_MS = 24 * 3_600_000;

/** The metadata of a body. */
type BodyHead = Omit<SourceBody, "body" | typeof Symbol.asyncDispose>;

/** A call that can be answered from the cache. */
interface CacheableCall<Head, I> {
  readonly operation: CachedOperation;
  readonly url: string | Url;
  /** The search terms. */
  readonly words?: string;
  readonly options: RelayedCallOptions | undefined;
  /** @param isShared must the items be separate from the head? */
  open(options: RelayedCallOptions, isShared: boolean): Promise<Answer<Head, I>>;
  /** Converts a whole response for the cache. `undefined`: do not store it. */
  toStored?(head: Head, items: readonly I[]): Promise<Omit<StoredAnswer, "is"> | undefined>;
}

/**
 * A source with a cache for listings, metadata and small bodies. Concurrent calls for the same resource are coalesced.
 * Errors are not cached, except not-found, which has a short TTL. URLs with credentials bypass the cache.
 */
export class CachedSource implements Source {
  readonly registry: Registry;
  readonly #source: Source;
  readonly #settings: CacheSettings;
  readonly #store: CacheStore;
  readonly #inFlight: Map<string, SharedCall<any, any>> = new Map();

  /** @throws {AccessError} bad-option. */
  constructor(source: Source, options: CacheOptions = {}) {
    this.registry = source.registry;
    this.#source = source;
    this.#settings = resolveOptions(cacheOptions, options);
    const { store } = this.#settings;
    this.#store =
      store === undefined ? createMemoryStore(this.#settings) : createSharedStore(store, this.#settings);
  }

  get state(): "ok" | "failing" {
    return this.#store.state;
  }

  async get(url: string | Url, options?: RelayedCallOptions): Promise<SourceBody> {
    const { head, items } = await this.#answer<BodyHead | SourceBody, Uint8Array>({
      ...{ operation: "get", url, options },
      open: async (call, isShared) => {
        const head = await this.#source.get(url, call);
        const isSmall = (head.size ?? 0) <= this.#settings.maxCachedBody;
        return { head, items: isShared && isSmall ? head.body.values() : undefined };
      },
      toStored: toStoredBody,
    });
    return items === undefined ? (head as SourceBody) : createBody(head, items, options?.range);
  }

  async stat(url: string | Url, options?: RelayedCallOptions): Promise<Attributes> {
    const { head } = await this.#answer<Attributes, never>({
      ...{ operation: "stat", url, options },
      open: async (call) => ({ head: await this.#source.stat(url, call), items: iterate([]) }),
    });
    return head;
  }

  list(url: string | Url, options?: RelayedCallOptions): AsyncGenerator<Entry, void, void> {
    return this.#entries("list", url, "", options, (call) => this.#source.list(url, call));
  }

  search(url: string | Url, words: string, options?: RelayedCallOptions): AsyncGenerator<Entry, void, void> {
    return this.#entries("search", url, words, options, (call) => this.#source.search(url, words, call));
  }

  async *#entries(
    operation: "list" | "search",
    url: string | Url,
    words: string,
    options: RelayedCallOptions | undefined,
    open: (call: RelayedCallOptions) => AsyncGenerator<Entry, void, void>,
  ): AsyncGenerator<Entry, void, void> {
    const { items } = await this.#answer<undefined, Entry>({
      ...{ operation, url, words, options },
      open: async (call) => ({ head: undefined, items: open(call) }),
    });
    yield* items!;
  }

  /** Answers a call from the cache, with the result of a call in flight, or with a new call. */
  async #answer<Head, I extends Item>(call: CacheableCall<Head, I>): Promise<Answer<Head, I>> {
    const { operation, url, words = "", options = {} } = call;
    const { onCache, signal, range } = options;
    const target = parseTarget(this.registry, url);
    const ttl = target === undefined ? 0 : this.#ttl(operation, target);
    const key =
      target !== undefined && ttl > 0
        ? createCacheKey(this.registry, operation, target, words, options)
        : undefined;
    if (key === undefined) {
      onCache?.("off");
      return call.open(options, false);
    }
    const stored = await this.#store.read(key);
    if (stored?.is === "not-found") {
      const { message, scheme, operation, reply } = stored;
      onCache?.("hit");
      throw new AccessError("not-found", message, { scheme, operation, reply } as object);
    }
    if (stored?.is === operation) {
      onCache?.("hit");
      return { head: stored.head as Head, items: iterate(stored.items as readonly I[]) };
    }
    const inFlight: SharedCall<Head, I> | undefined = this.#inFlight.get(key);
    const isJoined = inFlight?.isAbandoned === false;
    if (isJoined) {
      const outcome = await inFlight.wait(signal);
      if (outcome.end !== "too-large") {
        onCache?.("shared");
        return toAnswer(outcome);
      }
    }
    onCache?.("miss");
    // A range is fetched separately, and so is a response that is too large to share.
    return isJoined || range !== undefined ? call.open(options, false) : this.#share(key, ttl, call);
  }

  /** Makes a call that others can join until it ends. Then stores its result, or the error not-found. */
  #share<Head, I extends Item>(
    key: string,
    ttl: number,
    { operation, options, open, toStored }: CacheableCall<Head, I>,
  ): Promise<Answer<Head, I>> {
    const { maxCachedBody, maxCachedListing, ttl: ttls } = this.#settings;
    const maxCost = operation === "get" ? maxCachedBody : maxCachedListing;
    const shared = new SharedCall((signal) => open({ ...options, signal }, true), maxCost);
    this.#inFlight.set(key, shared);
    void shared.outcome.then(async (outcome) => {
      if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
      if (outcome.end === "whole") {
        const { head, items } = outcome;
        const stored = toStored === undefined ? { head: head as object, items } : await toStored(head, items);
        if (stored !== undefined) await this.#store.write(key, { is: operation, ...stored }, ttl);
      } else if (outcome.end === "failed" && isAccessError(outcome.error) && ttls.notFound > 0) {
        const { code, message, scheme, operation, reply } = outcome.error;
        if (code === "not-found")
          await this.#store.write(key, { is: code, message, scheme, operation, reply }, ttls.notFound);
      }
    });
    return shared.answer(options?.signal);
  }

  /** Milliseconds; 0: do not cache. */
  #ttl(operation: CachedOperation, url: Url): number {
    const ttl = this.#settings.ttl[operation];
    if (operation !== "get" || ttl === 0) return ttl;
    const { immutable } = getView(url, this.registry.scheme(url.scheme));
    return immutable === true ? Math.max(ttl, IMMUTABLE_TTL_MS) : ttl;
  }
}

/** @throws the error of a call that failed before the response began. */
function toAnswer<Head, I>(outcome: Exclude<CallOutcome<Head, I>, { end: "too-large" }>): Answer<Head, I> {
  if (outcome.end === "whole") return { head: outcome.head, items: iterate(outcome.items) };
  const { error, items } = outcome;
  if (!("head" in outcome)) throw error;
  return { head: outcome.head!, items: iterate(items, { error }) };
}

/** Yields items, and then throws an error if there is one. */
async function* iterate<I>(
  items: readonly I[],
  failure?: { readonly error: unknown },
): AsyncGenerator<I, undefined, void> {
  yield* items;
  if (failure !== undefined) throw failure.error;
}

/** The head of a stored body. */
type StoredBodyHead = Pick<SourceBody, "url" | "mediaType" | "size" | "modified" | "etag"> & {
  readonly complete: Completeness;
};

async function toStoredBody(
  { url, mediaType, size, modified, etag, complete }: BodyHead,
  chunks: readonly Uint8Array[],
): Promise<Omit<StoredAnswer, "is"> | undefined> {
  const ending = await complete;
  if (ending === false) return undefined;
  const head: StoredBodyHead = { url, mediaType, size, modified, etag, complete: ending };
  return { head, items: [joinBytes(chunks)] };
}

/** Creates a body, or a range of it, from chunks. */
function createBody(
  head: BodyHead | StoredBodyHead,
  chunks: AsyncIterator<Uint8Array>,
  range: ByteRange | undefined,
): SourceBody {
  const { url, mediaType, size, modified, etag, framing } = { framing: undefined, ...head };
  let settle: (outcome: BodyOutcome | PromiseLike<BodyOutcome>) => void = () => {};
  const complete = new Promise<BodyOutcome>((resolve) => {
    settle = resolve;
  });
  // Of a cached body it is known before it is read.
  if (typeof head.complete !== "object") settle(head.complete);
  const { start = 0, end = Number.POSITIVE_INFINITY } = range ?? {};
  let at = 0;
  const body = toByteStream({
    async read() {
      try {
        const { done, value } = await chunks.next();
        if (done === true) {
          settle(head.complete);
          return undefined;
        }
        const chunk = value.subarray(Math.max(0, start - at), Math.max(0, end - at));
        at += value.length;
        return chunk;
      } catch (error) {
        settle(false);
        throw error;
      }
    },
    async cancel() {
      settle(false);
      // Do not wait: a generator may be blocked.
      void chunks.return?.().catch(() => {});
    },
  });
  return {
    ...{ url, mediaType, size, modified, etag, framing, range, body, complete },
    // A locked stream is canceled by its reader.
    [Symbol.asyncDispose]: async () => {
      if (!body.locked) await body.cancel();
    },
  };
}
