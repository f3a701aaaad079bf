import type { GetResult } from "@anyurl/client";
import type { Url } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { Source } from "../guard/limit-source.ts";
import type { CacheUse } from "../metrics.ts";
import { BodyChunks } from "./body-chunks.ts";
import { type CacheStore, findInFlight, joinInFlight } from "./cache-store.ts";
import { cachedResult, inFlightResult } from "./cached-result.ts";
import type { CachedCallOptions } from "./calls.ts";
import { hasValidator, isImmutable, isUnchanged } from "./freshness.ts";
import { type CallOutcome, InFlightCall } from "./in-flight-call.ts";
import type { CachedMetadata } from "./metadata.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";
import type { StoredBody } from "./stored.ts";

type InFlightBody = InFlightCall<GetResult, Uint8Array>;

/** TTL of immutable bodies, in milliseconds. */
const IMMUTABLE_TTL_MS = 24 * 3_600_000;

/** Memory overhead of a chunk in bytes, so that a body of very small chunks reaches the limit earlier. */
const CHUNK_OVERHEAD_BYTES = 256;

export interface BodiesInit {
  readonly source: Source;
  readonly shelf: CacheStore;
  /** Metadata of the server, to revalidate bodies. */
  readonly facts: CachedMetadata;
  /** Maximum size of a cached body, in bytes. */
  readonly maxBodyBytes: number;
  /** How long a stale body is kept for revalidation, in milliseconds. */
  readonly keep: number;
}

/** The cache of small bodies. */
export class CachedBodies {
  readonly #source: Source;
  readonly #shelf: CacheStore;
  readonly #facts: CachedMetadata;
  readonly #maxBodyBytes: number;
  readonly #keep: number;
  readonly #inFlight: Map<string, InFlightBody> = new Map();

  constructor({ source, shelf, facts, maxBodyBytes: most, keep }: BodiesInit) {
    this.#source = source;
    this.#shelf = shelf;
    this.#facts = facts;
    this.#maxBodyBytes = most;
    this.#keep = keep;
  }

  async get(url: string | Url, options: CachedCallOptions): Promise<GetResult> {
    const { onCache, signal, range } = options;
    const key = await this.#shelf.createKey("get", url, options);
    if (key === undefined) {
      onCache?.("off");
      return this.#source.get(url, options);
    }
    const found = await this.#shelf.find(key);
    if (found?.is === "body") {
      const use = await this.#revalidate(key, url, found, options);
      if (use !== undefined) {
        onCache?.(use);
        return cachedResult(found, range);
      }
    }
    const flying = findInFlight(this.#inFlight, key);
    if (flying !== undefined) {
      const outcome = await joinInFlight(flying, signal);
      const body = await this.#toStoredBody(outcome);
      if (body !== undefined) {
        onCache?.("shared");
        return cachedResult(body, range);
      }
      if (typeof outcome.end === "object") throw outcome.end.error;
    }
    onCache?.("miss");
    // A range is fetched separately, and so is a body that is too large to share.
    if (flying !== undefined || range !== undefined) return this.#source.get(url, options);
    return this.#fetchShared(key, url, options);
  }

  /** Checks or revalidates a cached body. `undefined`: it must be fetched again. */
  async #revalidate(
    key: string,
    url: string | Url,
    found: StoredBody,
    options: CachedCallOptions,
  ): Promise<CacheUse | undefined> {
    if (this.#shelf.isFresh(found, this.#shelf.ttl.get) || this.#isImmutable(url)) return "hit";
    if (!hasValidator(found)) return undefined;
    const statKey = await this.#shelf.createKey("stat", url, options);
    const now = await this.#facts
      .requestShared(statKey ?? `${key} ?`, url, options)
      .catch((error: unknown) => {
        if (options.signal?.aborted) throw error;
        return undefined;
      });
    if (now === undefined || !isUnchanged(found, now)) return undefined;
    const etag = found.etag ?? now.attributes?.["etag"];
    void this.#shelf.put(key, { ...found, etag, time: this.#shelf.now() }, this.#shelf.ttl.get + this.#keep);
    return "revalidated";
  }

  /** Fetches a body for the first caller, and for callers that join meanwhile. */
  async #fetchShared(key: string, url: string | Url, options: CachedCallOptions): Promise<GetResult> {
    const { signal } = options;
    let rest: BodyChunks | undefined;
    const flight: InFlightBody = new InFlightCall({
      open: async (own) => {
        const head = await this.#source.get(url, { ...options, signal: own });
        const isSmall = head.size === undefined || head.size <= this.#maxBodyBytes;
        if (isSmall) rest = new BodyChunks(head.body);
        return { head, pieces: rest };
      },
      measureItem: (octets) => octets.length + CHUNK_OVERHEAD_BYTES,
      maxCost: this.#maxBodyBytes,
    });
    this.#shelf.trackInFlight(this.#inFlight, key, flight, async (outcome) => {
      const body = await this.#toStoredBody(outcome);
      if (body !== undefined) await this.#storeBody(key, url, body);
    });
    const leave = flight.join();
    const gone = () => leave();
    signal?.addEventListener("abort", gone, { once: true });
    const left = () => {
      signal?.removeEventListener("abort", gone);
      leave();
    };
    try {
      const { head } = await rejectOnAbort(flight.opened, signal);
      if (rest !== undefined) {
        const following = { collected: flight.follow(signal), rest, release: left };
        return inFlightResult(head, following, options.limits?.maxBytes);
      }
      void head.complete.then(left);
      return head;
    } catch (error) {
      left();
      throw error;
    }
  }

  async #toStoredBody({
    head,
    pieces,
    end,
  }: CallOutcome<GetResult, Uint8Array>): Promise<StoredBody | undefined> {
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

  async #storeBody(key: string, url: string | Url, body: StoredBody): Promise<void> {
    const { get } = this.#shelf.ttl;
    if (get === 0) return;
    const longer = this.#isImmutable(url) ? IMMUTABLE_TTL_MS : hasValidator(body) ? this.#keep : 0;
    await this.#shelf.put(key, body, get + longer);
  }

  #isImmutable(url: string | Url): boolean {
    const parsed = this.#shelf.registry.tryParse(String(url));
    return parsed.ok && isImmutable(parsed.url);
  }
}
