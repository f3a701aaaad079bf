import type { CallOptions, Retrieved } from "@anyurl/client";
import { AccessError, type Attributes, type Entry, isAccessError, type Url } from "@anyurl/core";
import { Keyv } from "keyv";
import type { RelayedCallOptions, Source } from "../guard/limited.ts";
import { checkedCount } from "../guard/places.ts";
import type { CacheUse } from "../metrics.ts";
import { BodyPieces } from "./body-pieces.ts";
import { type BoundedStoreOptions, boundedStore } from "./bounded-store.ts";
import { Flight, type Outcome } from "./flight.ts";
import { type Freshness, freshnessOf, hasValidator, isImmutable, isUnchanged } from "./freshness.ts";
import { type PatientStore, patientStore } from "./patient-store.ts";
import { joined, retrievedOf, retrievedWhile } from "./retrieved-of.ts";
import { costOf, costOfEntry, type Stored, type StoredBody } from "./stored.ts";
import { whenAborted } from "./when-aborted.ts";

export interface CacheOptions extends BoundedStoreOptions {
  /** Where things are kept: any store of Keyv, of which several gateways may share one. Default memory, bounded. */
  readonly store?: Keyv;
  /** For how long what a server has said holds. */
  readonly ttl?: Partial<Freshness>;
  /** Milliseconds for which a body is kept after that, to ask whether it has changed. Default an hour. */
  readonly keep?: number;
  /** Octets of a body that is kept. Default 256 KiB. */
  readonly maxCachedBody?: number;
  /** Octets, about, of the entries of a listing that is kept. Default 1 MiB. */
  readonly maxCachedListing?: number;
  /** Milliseconds that a store is waited for. Default 100. */
  readonly patience?: number;
  /** Milliseconds for which a store that has failed is left alone. Default 1000. */
  readonly rest?: number;
  readonly now?: () => number;
}

interface CachedCallOptions extends RelayedCallOptions {
  /** Told once what the cache has done for the call. */
  readonly onCache?: ((use: CacheUse) => void) | undefined;
}

/** A source that remembers. Its calls are those of a client. */
export interface CachedSource extends Source {
  readonly state: "ok" | "failing";
  get(url: string | Url, options?: CachedCallOptions): Promise<Retrieved>;
  list(url: string | Url, options?: CachedCallOptions): AsyncGenerator<Entry, void, void>;
  search(url: string | Url, words: string, options?: CachedCallOptions): AsyncGenerator<Entry, void, void>;
  stat(url: string | Url, options?: CachedCallOptions): Promise<Attributes>;
}

/**
 * Keeps listings and small bodies for a while. Calls for the same thing at the same time are one call. What fails is not
 * kept, but that there is no such thing is, shortly. A URL with a login is never looked up nor kept.
 *
 * @throws {RangeError} an option that is none.
 */
export function cachedSource(source: Source, options: CacheOptions = {}): CachedSource {
  return new Cache(source, options);
}

/** Longer keys are kept by their hash: some stores have a limit. */
const MAX_KEY = 400;

type Operation = "get" | "list" | "search" | "stat";
type BodyFlight = Flight<Retrieved, Uint8Array>;
type EntryFlight = Flight<undefined, Entry>;
type StatFlight = Flight<Attributes, never>;

class Cache implements CachedSource {
  readonly registry: Source["registry"];
  readonly #source: Source;
  readonly #store: PatientStore;
  readonly #ttl: Freshness;
  readonly #keep: number;
  readonly #maxBody: number;
  readonly #maxListing: number;
  readonly #now: () => number;
  readonly #bodies: Map<string, BodyFlight> = new Map();
  readonly #entries: Map<string, EntryFlight> = new Map();
  readonly #stats: Map<string, StatFlight> = new Map();

  constructor(source: Source, options: CacheOptions) {
    const { keep = 3_600_000, maxCachedBody = 256 * 1024, maxCachedListing = 1024 * 1024 } = options;
    const { patience = 100, rest = 1000, now = Date.now } = options;
    for (const [name, value] of Object.entries({ keep, maxCachedBody, maxCachedListing, patience, rest }))
      checkedCount(name, value);
    this.registry = source.registry;
    this.#source = source;
    this.#ttl = freshnessOf(options.ttl);
    this.#keep = keep;
    this.#maxBody = maxCachedBody;
    this.#maxListing = maxCachedListing;
    this.#now = now;
    this.#store = patientStore(options.store ?? memory(options), {
      patience,
      rest,
      now,
      setTimeout: (callback, milliseconds) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    });
  }

  get state(): "ok" | "failing" {
    return this.#store.state;
  }

  async get(url: string | Url, options: CachedCallOptions = {}): Promise<Retrieved> {
    const { onCache, signal, range } = options;
    const key = await this.#keyOf("get", url, "", options);
    if (key === undefined) return uncached(onCache, () => this.#source.get(url, options));
    const found = await this.#found(key);
    if (found?.is === "body") {
      const use = await this.#useOf(key, url, found, options);
      if (use !== undefined) {
        onCache?.(use);
        return retrievedOf(found, range);
      }
    }
    const flying = underWay(this.#bodies, key);
    if (flying !== undefined) {
      const outcome = await awaited(flying, signal);
      const body = await this.#bodyOf(outcome);
      if (body !== undefined) {
        onCache?.("shared");
        return retrievedOf(body, range);
      }
      if (typeof outcome.end === "object") throw outcome.end.error;
    }
    onCache?.("miss");
    // A part is fetched for itself; so is what is too large to share.
    if (flying !== undefined || range !== undefined) return this.#source.get(url, options);
    return this.#lead(key, url, options);
  }

  list(url: string | Url, options: CachedCallOptions = {}): AsyncGenerator<Entry, void, void> {
    return this.#listing("list", url, "", options, (call) => this.#source.list(url, call));
  }

  search(
    url: string | Url,
    words: string,
    options: CachedCallOptions = {},
  ): AsyncGenerator<Entry, void, void> {
    return this.#listing("search", url, words, options, (call) => this.#source.search(url, words, call));
  }

  async stat(url: string | Url, options: CachedCallOptions = {}): Promise<Attributes> {
    const { onCache } = options;
    const key = await this.#keyOf("stat", url, "", options);
    if (key === undefined) return uncached(onCache, () => this.#source.stat(url, options));
    const found = await this.#found(key);
    if (found?.is === "attributes" && this.#isFresh(found, this.#ttl.stat)) {
      onCache?.("hit");
      return found.attributes;
    }
    onCache?.(underWay(this.#stats, key) === undefined ? "miss" : "shared");
    return this.#stat(key, url, options);
  }

  /** What is kept, where that is good for anything. @throws {AccessError} not-found, when that is what is kept. */
  async #found(key: string): Promise<Stored | undefined> {
    const found = await this.#store.read(key);
    if (found?.is !== "absence") return found;
    if (!this.#isFresh(found, this.#ttl.notFound)) return undefined;
    const { message, scheme, operation, reply } = found;
    throw new AccessError("not-found", message, { scheme, operation, reply } as object);
  }

  /** What a body that is kept is good for: `undefined` when it has to be fetched again. */
  async #useOf(
    key: string,
    url: string | Url,
    found: StoredBody,
    options: CachedCallOptions,
  ): Promise<CacheUse | undefined> {
    if (this.#isFresh(found, this.#ttl.get) || this.#isForEver(url)) return "hit";
    if (!hasValidator(found)) return undefined;
    const statKey = await this.#keyOf("stat", url, "", options);
    const now = await this.#stat(statKey ?? `${key} ?`, url, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      return undefined;
    });
    if (now === undefined || !isUnchanged(found, now)) return undefined;
    const etag = found.etag ?? now.attributes?.["etag"];
    void this.#store.write(key, { ...found, etag, time: this.#now() }, this.#ttl.get + this.#keep);
    return "revalidated";
  }

  /** Fetches a body, for oneself first, and for those who come meanwhile. */
  async #lead(key: string, url: string | Url, options: CachedCallOptions): Promise<Retrieved> {
    const { signal } = options;
    let rest: BodyPieces | undefined;
    const flight: BodyFlight = new Flight({
      open: async (own) => {
        const head = await this.#source.get(url, { ...options, signal: own });
        const isSmall = head.size === undefined || head.size <= this.#maxBody;
        if (isSmall) rest = new BodyPieces(head.body);
        return { head, pieces: rest };
      },
      costOf: (octets) => octets.length,
      most: this.#maxBody,
    });
    this.#fly(this.#bodies, key, flight, async (outcome) => {
      const body = await this.#bodyOf(outcome);
      if (body !== undefined) await this.#keepBody(key, url, body);
    });
    const leave = flight.join();
    const gone = () => leave();
    signal?.addEventListener("abort", gone, { once: true });
    const left = () => {
      signal?.removeEventListener("abort", gone);
      leave();
    };
    try {
      const { head } = await whenAborted(flight.opened, signal);
      if (rest !== undefined) {
        const following = { collected: flight.follow(signal), rest, left };
        return retrievedWhile(head, following, options.limits?.maxBytes);
      }
      void head.complete.then(left);
      return head;
    } catch (error) {
      left();
      throw error;
    }
  }

  async *#listing(
    operation: "list" | "search",
    url: string | Url,
    words: string,
    options: CachedCallOptions,
    open: (call: CallOptions) => AsyncGenerator<Entry, void, void>,
  ): AsyncGenerator<Entry, void, void> {
    const { onCache, signal } = options;
    const ttl = this.#ttl[operation];
    const key = await this.#keyOf(operation, url, words, options);
    if (key === undefined) {
      onCache?.("off");
      yield* open(options);
      return;
    }
    const found = await this.#found(key);
    if (found?.is === "entries" && this.#isFresh(found, ttl)) {
      onCache?.("hit");
      yield* found.entries;
      return;
    }
    const flying = underWay(this.#entries, key);
    if (flying !== undefined) {
      const { end, pieces } = await awaited(flying, signal);
      onCache?.(end === "too-large" ? "miss" : "shared");
      if (end === "too-large") yield* open(options);
      else yield* pieces;
      if (typeof end === "object") throw end.error;
      return;
    }
    onCache?.("miss");
    let entries: AsyncGenerator<Entry, void, void> | undefined;
    const flight: EntryFlight = new Flight({
      open: async (own) => {
        entries = open({ ...options, signal: own });
        return { head: undefined, pieces: entries };
      },
      costOf: costOfEntry,
      most: this.#maxListing,
    });
    this.#fly(this.#entries, key, flight, async ({ end, pieces }) => {
      if (end === "whole" && ttl > 0)
        await this.#store.write(key, { is: "entries", time: this.#now(), entries: pieces }, ttl);
    });
    const leave = flight.join();
    try {
      const end = yield* flight.follow(signal);
      if (end === "whole" || entries === undefined) return;
      for (;;) {
        const next = await whenAborted(entries.next(), signal);
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      leave();
    }
  }

  /** Asks the server, once for all who ask at the same time. */
  async #stat(key: string, url: string | Url, options: CachedCallOptions): Promise<Attributes> {
    let flight = underWay(this.#stats, key);
    if (flight === undefined) {
      const { range: _, ...call } = options;
      flight = new Flight({
        open: async (own) => {
          const head = await this.#source.stat(url, { ...call, signal: own });
          return { head, pieces: NOTHING };
        },
        costOf: () => 0,
        most: 0,
      });
      this.#fly(this.#stats, key, flight, async ({ head, end }) => {
        if (head === undefined || end !== "whole" || this.#ttl.stat === 0) return;
        const stored: Stored = { is: "attributes", time: this.#now(), attributes: head };
        await this.#store.write(key, stored, this.#ttl.stat);
      });
    }
    const { head, end } = await awaited(flight, options.signal);
    if (typeof end === "object") throw end.error;
    return head!;
  }

  /** Keeps a flight for as long as it lasts, and that there is nothing, where that is how it ended. */
  #fly<Head, T>(
    flights: Map<string, Flight<Head, T>>,
    key: string,
    flight: Flight<Head, T>,
    ended: (outcome: Outcome<Head, T>) => Promise<void>,
  ): void {
    flights.set(key, flight);
    void flight.outcome.then(async (outcome) => {
      if (flights.get(key) === flight) flights.delete(key);
      const { end } = outcome;
      if (typeof end !== "object") return ended(outcome);
      const { notFound } = this.#ttl;
      if (notFound === 0 || !isAccessError(end.error) || end.error.code !== "not-found") return;
      const { message, scheme, operation, reply } = end.error;
      const absence: Stored = { is: "absence", time: this.#now(), message, scheme, operation, reply };
      await this.#store.write(key, absence, notFound);
    });
  }

  async #bodyOf({ head, pieces, end }: Outcome<Retrieved, Uint8Array>): Promise<StoredBody | undefined> {
    if (end !== "whole" || head === undefined) return undefined;
    const complete = await head.complete;
    if (complete === false) return undefined;
    const length = pieces.reduce((sum, octets) => sum + octets.length, 0);
    return {
      is: "body",
      time: this.#now(),
      url: head.url,
      mediaType: head.mediaType,
      size: head.size,
      modified: head.modified?.getTime(),
      etag: head.etag,
      complete,
      octets: joined(pieces, length),
    };
  }

  async #keepBody(key: string, url: string | Url, body: StoredBody): Promise<void> {
    const { get } = this.#ttl;
    if (get === 0) return;
    const longer = this.#isForEver(url) ? FOR_EVER : hasValidator(body) ? this.#keep : 0;
    await this.#store.write(key, body, get + longer);
  }

  #isFresh({ time }: Stored, ttl: number): boolean {
    const age = this.#now() - time;
    return age >= 0 && age < ttl;
  }

  #isForEver(url: string | Url): boolean {
    const parsed = this.registry.tryParse(String(url));
    return parsed.ok && isImmutable(parsed.url);
  }

  /** `undefined` for what is not to be kept: of somebody alone, or no URL, which the client has to say. */
  async #keyOf(
    operation: Operation,
    url: string | Url,
    words: string,
    { options, insecure, transcript }: CachedCallOptions,
  ): Promise<string | undefined> {
    if (this.#ttl[operation] === 0 || insecure === true || transcript !== undefined) return undefined;
    const parsed = this.registry.tryParse(String(url));
    if (!parsed.ok || parsed.url.userinfo !== undefined) return undefined;
    const [normal] = this.registry.normalize(parsed.url).split("#", 1);
    const variant = options === undefined ? "" : ` ${JSON.stringify(options)}`;
    const key = `${operation} ${normal}${variant}${operation === "search" ? `\n${words}` : ""}`;
    return key.length <= MAX_KEY ? key : `${operation} ${await hashOf(key)}`;
  }
}

function underWay<F extends { readonly isAbandoned: boolean }>(
  flights: ReadonlyMap<string, F>,
  key: string,
): F | undefined {
  const flight = flights.get(key);
  return flight?.isAbandoned === false ? flight : undefined;
}

/** Milliseconds for which what does not change is kept. */
const FOR_EVER = 24 * 3_600_000;

const NOTHING: AsyncIterator<never> = { next: async () => ({ done: true, value: undefined }) };

function uncached<R>(onCache: CachedCallOptions["onCache"], call: () => Promise<R>): Promise<R> {
  onCache?.("off");
  return call();
}

/** In memory things are kept as they are, and counted by what they take. */
function memory(options: BoundedStoreOptions): Keyv {
  const cost = (held: unknown) => costOf((held as { readonly value: Stored }).value);
  const store = boundedStore(options, cost);
  return new Keyv({ store, serialize: undefined, deserialize: undefined } as object);
}

/** Waits for the end of a flight as one of several. */
async function awaited<Head, T>(
  flight: Flight<Head, T>,
  signal: AbortSignal | undefined,
): Promise<Outcome<Head, T>> {
  const leave = flight.join();
  try {
    return await whenAborted(flight.outcome, signal);
  } finally {
    leave();
  }
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (octet) => octet.toString(16).padStart(2, "0")).join("");
}
