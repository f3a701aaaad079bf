import type { BodyOutcome, CallOptions } from "@anyurl/client";
import { toByteStream } from "@anyurl/client/front";
import {
  AccessError,
  type Attributes,
  type ByteRange,
  type Entry,
  isAccessError,
  type Registry,
  type Url,
} from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { getView } from "@anyurl/core/presentation";
import type { RelayedCallOptions, Source, SourceBody } from "../guard/limit-source.ts";
import { type CachedOperation, createCacheKey } from "./keys.ts";
import type { CacheOptions } from "./options.ts";
import { type CacheSettings, resolveCacheOptions } from "./settings.ts";
import { SharedCall, type SharedCallInit } from "./shared-call.ts";
import { measureEntry, type StoredBody, type StoredValue } from "./stored.ts";

/** TTL of immutable bodies, in milliseconds. */
const IMMUTABLE_TTL_MS = 24 * 3_600_000;
/** Memory overhead of a chunk in bytes, so that a body of very small chunks reaches the limit earlier. */
const CHUNK_OVERHEAD_BYTES = 256;
/** Size of the chunks of a cached body, in bytes. */
const CHUNK_BYTES = 64 * 1024;

type Entries = AsyncGenerator<Entry, void, void>;
/** A value to store, and for how many milliseconds. `undefined`: do not store it. */
type ToStore = readonly [value: StoredValue, keepMs: number] | undefined;

/**
 * A source with a cache for listings, metadata and small bodies. Concurrent calls for the same resource are coalesced.
 * Errors are not cached, except not-found, which has a short TTL. URLs with credentials bypass the cache.
 */
export class CachedSource implements Source {
  readonly registry: Registry;
  readonly #source: Source;
  readonly #settings: CacheSettings;
  readonly #inFlight: Map<string, SharedCall<any, any>> = new Map();

  /** @throws {AccessError} bad-option. */
  constructor(source: Source, options: CacheOptions = {}) {
    this.registry = source.registry;
    this.#source = source;
    this.#settings = resolveCacheOptions(options);
  }

  get state(): "ok" | "failing" {
    return this.#settings.store.state;
  }

  async get(url: string | Url, options: RelayedCallOptions = {}): Promise<SourceBody> {
    const { onCache, signal, range } = options;
    const key = await this.#createKey("get", url, options);
    if (key === undefined) {
      onCache?.("off");
      return this.#source.get(url, options);
    }
    const ttl = this.#bodyTtl(url);
    const found = await this.#find(key);
    if (found?.is === "body" && this.#isFresh(found, ttl)) {
      onCache?.("hit");
      return toSourceBody(found, range);
    }
    const inFlight = this.#findInFlight<SourceBody, Uint8Array>(key);
    if (inFlight !== undefined) {
      const outcome = await inFlight.wait(signal);
      const body =
        outcome.end === "whole" ? await this.#toStoredBody(outcome.head, outcome.items) : undefined;
      if (body !== undefined) {
        onCache?.("shared");
        return toSourceBody(body, range);
      }
      if (outcome.end === "failed") throw outcome.error;
    }
    onCache?.("miss");
    // A range is fetched separately, and so is a body that is too large to share.
    if (inFlight !== undefined || range !== undefined) return this.#source.get(url, options);
    return this.#getShared(key, url, ttl, options);
  }

  async stat(url: string | Url, options: RelayedCallOptions = {}): Promise<Attributes> {
    const { onCache } = options;
    const key = await this.#createKey("stat", url, options);
    if (key === undefined) {
      onCache?.("off");
      return this.#source.stat(url, options);
    }
    const found = await this.#find(key);
    if (found?.is === "attributes" && this.#isFresh(found, this.#settings.ttl.stat)) {
      onCache?.("hit");
      return found.attributes;
    }
    const inFlight = this.#findInFlight<Attributes, never>(key);
    onCache?.(inFlight === undefined ? "miss" : "shared");
    const outcome = await (inFlight ?? this.#startStat(key, url, options)).wait(options.signal);
    if (outcome.end === "whole") return outcome.head;
    throw outcome.end === "failed" ? outcome.error : new TypeError("attributes have no size");
  }

  list(url: string | Url, options: RelayedCallOptions = {}): Entries {
    return this.#entries("list", url, "", options, (call) => this.#source.list(url, call));
  }

  search(url: string | Url, words: string, options: RelayedCallOptions = {}): Entries {
    return this.#entries("search", url, words, options, (call) => this.#source.search(url, words, call));
  }

  async *#entries(
    operation: "list" | "search",
    url: string | Url,
    words: string,
    options: RelayedCallOptions,
    open: (call: CallOptions) => Entries,
  ): Entries {
    const { onCache, signal } = options;
    const ttl = this.#settings.ttl[operation];
    const key = await this.#createKey(operation, url, options, words);
    if (key === undefined) {
      onCache?.("off");
      return yield* open(options);
    }
    const found = await this.#find(key);
    if (found?.is === "entries" && this.#isFresh(found, ttl)) {
      onCache?.("hit");
      return yield* found.entries;
    }
    const inFlight = this.#findInFlight<undefined, Entry>(key);
    if (inFlight !== undefined) {
      const outcome = await inFlight.wait(signal);
      onCache?.(outcome.end === "too-large" ? "miss" : "shared");
      if (outcome.end === "too-large") return yield* open(options);
      yield* outcome.items;
      if (outcome.end === "failed") throw outcome.error;
      return;
    }
    onCache?.("miss");
    const call = this.#start<undefined, Entry>(
      key,
      {
        open: async (own) => ({ head: undefined, items: open({ ...options, signal: own }) }),
        measure: measureEntry,
        maxCost: this.#settings.maxListingBytes,
      },
      async (_, entries) => [{ is: "entries", time: this.#settings.now(), entries }, ttl],
    );
    const { items } = await call.answer(signal);
    yield* items!;
  }

  /** Fetches a body for the first caller, and for callers that join meanwhile. */
  async #getShared(
    key: string,
    url: string | Url,
    ttl: number,
    options: RelayedCallOptions,
  ): Promise<SourceBody> {
    const { signal } = options;
    const { maxBodyBytes } = this.#settings;
    const call = this.#start<SourceBody, Uint8Array>(
      key,
      {
        open: async (own) => {
          const head = await this.#source.get(url, { ...options, signal: own });
          const isSmall = head.size === undefined || head.size <= maxBodyBytes;
          return { head, items: isSmall ? head.body.values() : undefined };
        },
        measure: (chunk) => chunk.length + CHUNK_OVERHEAD_BYTES,
        maxCost: maxBodyBytes,
      },
      async (head, chunks) => {
        const body = await this.#toStoredBody(head, chunks);
        return body && [body, ttl];
      },
    );
    const { head, items } = await call.answer(signal);
    return items === undefined ? head : withBody(head, items, () => {});
  }

  #startStat(
    key: string,
    url: string | Url,
    { range: _, ...options }: RelayedCallOptions,
  ): SharedCall<Attributes, never> {
    return this.#start(
      key,
      {
        open: async (own) => ({
          head: await this.#source.stat(url, { ...options, signal: own }),
          items: noItems(),
        }),
        measure: () => 0,
        maxCost: 0,
      },
      async (attributes) => [
        { is: "attributes", time: this.#settings.now(), attributes },
        this.#settings.ttl.stat,
      ],
    );
  }

  /** Starts a call that others can join until it ends. Then stores its result, or the error not-found. */
  #start<Head, Item>(
    key: string,
    init: SharedCallInit<Head, Item>,
    toStore: (head: Head, items: readonly Item[]) => Promise<ToStore>,
  ): SharedCall<Head, Item> {
    const call = new SharedCall(init);
    this.#inFlight.set(key, call);
    void call.outcome.then(async (outcome) => {
      if (this.#inFlight.get(key) === call) this.#inFlight.delete(key);
      const stored =
        outcome.end === "whole"
          ? await toStore(outcome.head, outcome.items)
          : outcome.end === "failed"
            ? this.#toStoredNotFound(outcome.error)
            : undefined;
      if (stored !== undefined && stored[1] > 0) await this.#settings.store.write(key, ...stored);
    });
    return call;
  }

  /** Returns the call in flight for a key, if callers can still join it. */
  #findInFlight<Head, Item>(key: string): SharedCall<Head, Item> | undefined {
    const call = this.#inFlight.get(key);
    return call?.isAbandoned === false ? call : undefined;
  }

  /** Looks up a value, fresh or stale. @throws {AccessError} not-found: that error is cached and fresh. */
  async #find(key: string): Promise<StoredValue | undefined> {
    const found = await this.#settings.store.read(key);
    if (found?.is !== "absence") return found;
    if (!this.#isFresh(found, this.#settings.ttl.notFound)) return undefined;
    const { message, scheme, operation, reply } = found;
    throw new AccessError("not-found", message, { scheme, operation, reply } as object);
  }

  /** `undefined`: the call must not be cached. */
  async #createKey(
    operation: CachedOperation,
    url: string | Url,
    options: RelayedCallOptions,
    words = "",
  ): Promise<string | undefined> {
    if (this.#settings.ttl[operation] === 0) return undefined;
    return createCacheKey(this.registry, operation, url, words, options);
  }

  #isFresh({ time }: StoredValue, ttl: number): boolean {
    const age = this.#settings.now() - time;
    return age >= 0 && age < ttl;
  }

  #bodyTtl(url: string | Url): number {
    const parsed = this.registry.tryParse(String(url));
    const { get } = this.#settings.ttl;
    const isImmutable =
      parsed.ok && getView(parsed.url, this.registry.scheme(parsed.url.scheme)).immutable === true;
    return isImmutable ? Math.max(get, IMMUTABLE_TTL_MS) : get;
  }

  async #toStoredBody(head: SourceBody, chunks: readonly Uint8Array[]): Promise<StoredBody | undefined> {
    const complete = await head.complete;
    if (complete === false) return undefined;
    const { url, mediaType, size, etag } = head;
    const modified = head.modified?.getTime();
    const time = this.#settings.now();
    return { is: "body", time, url, mediaType, size, modified, etag, complete, octets: joinBytes(chunks) };
  }

  #toStoredNotFound(error: unknown): ToStore {
    if (!isAccessError(error) || error.code !== "not-found") return undefined;
    const { message, scheme, operation, reply } = error;
    const { ttl, now } = this.#settings;
    return [{ is: "absence", time: now(), message, scheme, operation, reply }, ttl.notFound];
  }
}

async function* noItems(): AsyncGenerator<never, undefined, void> {}

/** Returns a cached body, or a range of it. */
function toSourceBody(stored: StoredBody, range: ByteRange | undefined): SourceBody {
  const { url, mediaType, size, etag } = stored;
  const modified = stored.modified === undefined ? undefined : new Date(stored.modified);
  const complete = Promise.resolve(stored.complete);
  const chunks = split(stored.octets.subarray(range?.start, range?.end));
  const head = { url, mediaType, size, modified, etag, framing: undefined, range, complete };
  return { ...withBody(head, chunks, () => {}), complete };
}

function* split(octets: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < octets.length; at += CHUNK_BYTES) yield octets.subarray(at, at + CHUNK_BYTES);
}

/** @param release called when the body was read or canceled, or failed. */
function withBody(
  head: Omit<SourceBody, "body" | typeof Symbol.asyncDispose>,
  chunks: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
  release: () => void,
): SourceBody {
  let settle: (outcome: BodyOutcome | PromiseLike<BodyOutcome>) => void = () => {};
  const complete = new Promise<BodyOutcome>((resolve) => {
    settle = resolve;
  });
  const end = (outcome: BodyOutcome | PromiseLike<BodyOutcome>) => {
    release();
    settle(outcome);
  };
  const body = toByteStream({
    async read() {
      try {
        const next = await chunks.next();
        if (next.done !== true) return next.value;
        end(head.complete);
        return undefined;
      } catch (error) {
        end(false);
        throw error;
      }
    },
    async cancel() {
      end(false);
      // Do not wait: a generator may be blocked.
      void Promise.resolve(chunks.return?.()).catch(() => {});
    },
  });
  const { url, mediaType, size, modified, etag, framing, range } = head;
  return {
    ...{ url, mediaType, size, modified, etag, framing, range, body, complete },
    // A locked stream is canceled by its reader.
    [Symbol.asyncDispose]: async () => {
      if (!body.locked) await body.cancel();
    },
  };
}
