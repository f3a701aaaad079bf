import type { CallOptions, Retrieved } from "@anyurl/client";
import { type Attributes, type Entry, loginOf, type Registry, type Url } from "@anyurl/core";
import type { Leave, Places } from "./places.ts";
import type { Rates } from "./rates.ts";
import { Refusal } from "./refusal.ts";
import { viaField } from "./via.ts";

/** What pages are made of: the operations of a client that read, of URLs. */
export interface Source {
  readonly registry: Registry;
  get(url: string | Url, options?: CallOptions): Promise<Retrieved>;
  list(url: string | Url, options?: CallOptions): AsyncGenerator<Entry, void, void>;
  search(url: string | Url, words: string, options?: CallOptions): AsyncGenerator<Entry, void, void>;
  stat(url: string | Url, options?: CallOptions): Promise<Attributes>;
}

/** Options of a call that is made for somebody. */
export interface RelayedCallOptions extends CallOptions {
  /** What the request that it is made for says in `Via`. */
  readonly via?: string | undefined;
  /** By what the client that it is made for is counted. */
  readonly client?: string | undefined;
}

export interface TargetLimits {
  readonly places: Places;
  /** Those of a target that one client has: half of them, so that others have the rest. */
  readonly shares: Places;
  readonly rates: Rates;
  /** Our name in `Via`, for servers of HTTP. */
  readonly name: string;
}

/** One place for all servers of schemes whose URLs name none. */
const NO_HOST = "-";

/**
 * A client that goes to one host with so many calls at once and so often, and no more: who asks for more is refused, and
 * nobody waits. A call that is over gives its place back; so does a body that was read or left.
 */
export function limitedSource(client: Source, { places, shares, rates, name }: TargetLimits): Source {
  const enter = (url: string | Url, options: RelayedCallOptions = {}): Leave => {
    const host = hostOf(client.registry, url);
    const leaveShare = options.client === undefined ? () => {} : shares.enter(`${host} ${options.client}`);
    if (leaveShare === undefined) throw shareTaken();
    const leavePlace = places.enter(host);
    if (leavePlace === undefined) {
      leaveShare();
      throw tooMany();
    }
    const leave = () => {
      leaveShare();
      leavePlace();
    };
    const wait = rates.take(host);
    if (wait === 0) return leave;
    leave();
    throw tooOften(wait);
  };
  const own = (url: string | Url, options: CallOptions = {}) => withVia(url, options, name);
  return {
    registry: client.registry,
    async get(url, options) {
      const leave = enter(url, options);
      try {
        const retrieved = await client.get(url, own(url, options));
        void retrieved.complete.then(leave);
        options?.signal?.addEventListener("abort", leave, { once: true });
        return retrieved;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async stat(url, options) {
      const leave = enter(url, options);
      try {
        return await client.stat(url, own(url, options));
      } finally {
        leave();
      }
    },
    list: (url, options) =>
      new Entries(
        () => enter(url, options),
        () => client.list(url, own(url, options)),
      ),
    search: (url, words, options) =>
      new Entries(
        () => enter(url, options),
        () => client.search(url, words, own(url, options)),
      ),
  };
}

type Next = IteratorResult<Entry, void>;

/** Entries with a place, from the first one that is asked for to the end. Written by hand: it is asked for each of them. */
class Entries implements AsyncGenerator<Entry, void, void> {
  readonly #enter: () => Leave;
  readonly #open: () => AsyncGenerator<Entry, void, void>;
  #leave: Leave | undefined;
  #entries: AsyncGenerator<Entry, void, void> | undefined;

  constructor(enter: () => Leave, open: () => AsyncGenerator<Entry, void, void>) {
    this.#enter = enter;
    this.#open = open;
  }

  async next(): Promise<Next> {
    if (this.#entries === undefined) {
      this.#leave = this.#enter();
      this.#entries = this.#open();
    }
    try {
      const next = await this.#entries.next();
      if (next.done === true) this.#leave?.();
      return next;
    } catch (error) {
      this.#leave?.();
      throw error;
    }
  }

  async return(): Promise<Next> {
    this.#leave?.();
    // One that has not begun never does.
    this.#entries ??= nothing();
    return this.#entries.return();
  }

  async throw(error: unknown): Promise<Next> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

async function* nothing(): AsyncGenerator<Entry, void, void> {}

function hostOf(registry: Registry, url: string | Url): string {
  const parsed = typeof url === "string" ? registry.tryParse(url) : { ok: true as const, url };
  // What is no URL is refused by the client, with all that is wrong with it.
  if (!parsed.ok || parsed.url.host === undefined) return NO_HOST;
  return loginOf(parsed.url, 0).hostname.toLowerCase().replace(/\.$/, "");
}

/** Servers of HTTP are told that a gateway asks: RFC 9110 §7.6.3 demands it, and it shows us our own requests. */
function withVia(url: string | Url, options: RelayedCallOptions, name: string): CallOptions {
  if (!/^https?:/i.test(String(url))) return options;
  const { fields } = (options.options ?? {}) as { readonly fields?: Readonly<Record<string, string>> };
  const via = viaField(name, options.via);
  return { ...options, options: { ...options.options, fields: { ...fields, via } } };
}

function shareTaken(): Refusal {
  return new Refusal({
    status: 429,
    code: "client-busy",
    message: "too many concurrent requests from this client to one server",
    retryAfter: 2,
  });
}

function tooOften(wait: number): Refusal {
  return new Refusal({
    status: 503,
    code: "target-rate",
    message: "too many requests to this server in a short time",
    retryAfter: wait / 1000,
  });
}

function tooMany(): Refusal {
  return new Refusal({
    status: 503,
    code: "target-busy",
    message: "too many concurrent requests to this server",
    retryAfter: 2,
  });
}
