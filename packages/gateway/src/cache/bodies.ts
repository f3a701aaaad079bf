import type { GetResult } from "@anyurl/client";
import type { Url } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { Source } from "../guard/limit-source.ts";
import type { CacheUse } from "../metrics.ts";
import { BodyPieces } from "./body-chunks.ts";
import { awaited, type Shelf, underWay } from "./cache-store.ts";
import { retrievedOf, retrievedWhile } from "./cached-result.ts";
import type { CachedCallOptions } from "./calls.ts";
import { hasValidator, isImmutable, isUnchanged } from "./freshness.ts";
import { Flight, type Outcome } from "./in-flight-call.ts";
import type { CachedFacts } from "./metadata.ts";
import { whenAborted } from "./reject-on-abort.ts";
import type { StoredBody } from "./stored.ts";

type BodyFlight = Flight<GetResult, Uint8Array>;

/** TTL of immutable bodies, in milliseconds. */
const FOR_EVER = 24 * 3_600_000;

/** Memory overhead of a chunk in bytes, so that a body of very small chunks reaches the limit earlier. */
const CHUNK_COST = 256;

export interface BodiesInit {
  readonly source: Source;
  readonly shelf: Shelf;
  /** Metadata of the server, to revalidate bodies. */
  readonly facts: CachedFacts;
  /** Maximum size of a cached body, in bytes. */
  readonly most: number;
  /** How long a stale body is kept for revalidation, in milliseconds. */
  readonly keep: number;
}

/** The cache of small bodies. */
export class CachedBodies {
  readonly #source: Source;
  readonly #shelf: Shelf;
  readonly #facts: CachedFacts;
  readonly #most: number;
  readonly #keep: number;
  readonly #flights: Map<string, BodyFlight> = new Map();

  constructor({ source, shelf, facts, most, keep }: BodiesInit) {
    this.#source = source;
    this.#shelf = shelf;
    this.#facts = facts;
    this.#most = most;
    this.#keep = keep;
  }

  async get(url: string | Url, options: CachedCallOptions): Promise<GetResult> {
    const { onCache, signal, range } = options;
    const key = await this.#shelf.keyOf("get", url, options);
    if (key === undefined) {
      onCache?.("off");
      return this.#source.get(url, options);
    }
    const found = await this.#shelf.find(key);
    if (found?.is === "body") {
      const use = await this.#useOf(key, url, found, options);
      if (use !== undefined) {
        onCache?.(use);
        return retrievedOf(found, range);
      }
    }
    const flying = underWay(this.#flights, key);
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
    // A range is fetched separately, and so is a body that is too large to share.
    if (flying !== undefined || range !== undefined) return this.#source.get(url, options);
    return this.#lead(key, url, options);
  }

  /** Checks or revalidates a cached body. `undefined`: it must be fetched again. */
  async #useOf(
    key: string,
    url: string | Url,
    found: StoredBody,
    options: CachedCallOptions,
  ): Promise<CacheUse | undefined> {
    if (this.#shelf.isFresh(found, this.#shelf.ttl.get) || this.#isForEver(url)) return "hit";
    if (!hasValidator(found)) return undefined;
    const statKey = await this.#shelf.keyOf("stat", url, options);
    const now = await this.#facts.ask(statKey ?? `${key} ?`, url, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      return undefined;
    });
    if (now === undefined || !isUnchanged(found, now)) return undefined;
    const etag = found.etag ?? now.attributes?.["etag"];
    void this.#shelf.put(key, { ...found, etag, time: this.#shelf.now() }, this.#shelf.ttl.get + this.#keep);
    return "revalidated";
  }

  /** Fetches a body for the first caller, and for callers that join meanwhile. */
  async #lead(key: string, url: string | Url, options: CachedCallOptions): Promise<GetResult> {
    const { signal } = options;
    let rest: BodyPieces | undefined;
    const flight: BodyFlight = new Flight({
      open: async (own) => {
        const head = await this.#source.get(url, { ...options, signal: own });
        const isSmall = head.size === undefined || head.size <= this.#most;
        if (isSmall) rest = new BodyPieces(head.body);
        return { head, pieces: rest };
      },
      costOf: (octets) => octets.length + CHUNK_COST,
      most: this.#most,
    });
    this.#shelf.fly(this.#flights, key, flight, async (outcome) => {
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

  async #bodyOf({ head, pieces, end }: Outcome<GetResult, Uint8Array>): Promise<StoredBody | undefined> {
    if (end !== "whole" || head === undefined) return undefined;
    const complete = await head.complete;
    if (complete === false) return undefined;
    return {
      is: "body",
      time: this.#shelf.now(),
      url: head.url,
      mediaType: head.mediaType,
      size: head.size,
      modified: head.modified?.getTime(),
      etag: head.etag,
      complete,
      octets: joinBytes(pieces),
    };
  }

  async #keepBody(key: string, url: string | Url, body: StoredBody): Promise<void> {
    const { get } = this.#shelf.ttl;
    if (get === 0) return;
    const longer = this.#isForEver(url) ? FOR_EVER : hasValidator(body) ? this.#keep : 0;
    await this.#shelf.put(key, body, get + longer);
  }

  #isForEver(url: string | Url): boolean {
    const parsed = this.#shelf.registry.tryParse(String(url));
    return parsed.ok && isImmutable(parsed.url);
  }
}
