import {
  type Attributes,
  type Can,
  createRegistry,
  type Entry,
  type Limits,
  limitsOf,
  type OperationName,
  type Registry,
  type Scheme,
  type Session,
  type Source,
  type Url,
} from "@anyurl/core";
import type { Transport } from "@anyurl/core/exchange";
import { type Clock, systemClock } from "./clock.ts";
import { type CallOptions, type CredentialsCallback, Opening, type Settings } from "./opening.ts";
import { type PolicyOptions, type Profile, policyOf } from "./policy.ts";
import { bodyTooLarge, type Retrieved, readAll } from "./retrieved.ts";
import { type Ending, streamOf } from "./stream.ts";

export interface ClientOptions<T extends readonly Scheme[]> {
  readonly schemes: T;
  readonly transport: Transport;
  /** "default" where a person chose the URL, "untrusted" where nobody knows who did. */
  readonly policy?: Profile | PolicyOptions;
  /** Changes to the default limits. */
  readonly limits?: Partial<Limits>;
  /** Asked for a login that the URL does not give. */
  readonly credentials?: CredentialsCallback;
  /** Options of single schemes, by scheme name. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly clock?: Clock;
}

/** A URL that the operation can be done with, when its scheme is known at compile time. */
export type Openable<S, T, Operation> = T & Can<S, T, Operation>;

/**
 * Opens URLs. Every operation fails alike: with an UrlSyntaxError when the text is no URL, with an AccessError that
 * has a code, the scheme and the operation, or with the reason of the caller's own abort.
 */
export interface Client<S extends Scheme = Scheme> {
  readonly registry: Registry<S>;
  /** Resolves when the server has begun to answer. */
  get<const T extends string | Url>(url: Openable<S, T, "get">, options?: CallOptions): Promise<Retrieved>;
  /** The entries of a directory or menu. Leaving the loop closes the connection. */
  list<const T extends string | Url>(
    url: Openable<S, T, "list">,
    options?: CallOptions,
  ): AsyncGenerator<Entry, void, void>;
  stat<const T extends string | Url>(url: Openable<S, T, "stat">, options?: CallOptions): Promise<Attributes>;
  search<const T extends string | Url>(
    url: Openable<S, T, "search">,
    words: string,
    options?: CallOptions,
  ): AsyncGenerator<Entry, void, void>;
  put<const T extends string | Url>(
    url: Openable<S, T, "put">,
    source: Source,
    options?: CallOptions,
  ): Promise<void>;
  append<const T extends string | Url>(
    url: Openable<S, T, "append">,
    source: Source,
    options?: CallOptions,
  ): Promise<void>;
  remove<const T extends string | Url>(url: Openable<S, T, "remove">, options?: CallOptions): Promise<void>;
  rename<const T extends string | Url>(
    url: Openable<S, T, "rename">,
    to: T,
    options?: CallOptions,
  ): Promise<void>;
  makeDirectory<const T extends string | Url>(
    url: Openable<S, T, "makeDirectory">,
    options?: CallOptions,
  ): Promise<void>;
  send<const T extends string | Url>(
    url: Openable<S, T, "send">,
    message?: Source,
    options?: CallOptions,
  ): Promise<void>;
  /** A session that lasts until it is disposed of. */
  open<const T extends string | Url>(url: Openable<S, T, "open">, options?: CallOptions): Promise<Session>;
}

/**
 * Makes a client of schemes and a transport. It has no state but its settings.
 *
 * @throws {TypeError} scheme-taken. @throws {RangeError} a limit or a policy that is none.
 */
export function createClient<const T extends readonly Scheme[]>(
  options: ClientOptions<T>,
): Client<T[number]> {
  const policy = policyOf(options.policy);
  const settings: Settings = {
    registry: createRegistry(...options.schemes),
    transport: options.transport,
    policy,
    maxBody: options.limits?.maxBytes ?? Number.POSITIVE_INFINITY,
    limits: limitsOf(options.limits, limitsOf(policy.profile === "untrusted" ? UNTRUSTED : {})),
    credentials: options.credentials,
    options: options.options ?? {},
    clock: options.clock ?? systemClock,
  };
  return new SchemeClient(settings) as unknown as Client<T[number]>;
}

/** A stranger's URL gets less of our time. */
const UNTRUSTED: Partial<Limits> = {
  connectTimeout: 5_000,
  replyTimeout: 10_000,
  idleTimeout: 10_000,
  deadline: 60_000,
};

class SchemeClient {
  readonly registry: Registry;
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.registry = settings.registry;
    this.#settings = settings;
  }

  async get(url: string | Url, options?: CallOptions): Promise<Retrieved> {
    const opening = this.#open(url, "get", options);
    return opening.run(async (get, target, context) => {
      const { body, mediaType, size } = await get(target, context);
      let settle: (ending: Ending) => void;
      const complete = new Promise<Ending>((resolve) => {
        settle = resolve;
      });
      const onProgress = options?.onProgress;
      const stream = streamOf(body, {
        translate: (error) => opening.told(error),
        onOctets: (received) => {
          if (received > opening.maxBody) throw bodyTooLarge(opening.maxBody);
          onProgress?.({ received, ...(size !== undefined && { total: size }) });
        },
        onEnd: (ending) => {
          opening.end();
          settle(ending);
        },
      });
      const bytes = () => readAll(stream, opening.limits.maxBytes);
      return {
        url: opening.shownUrl,
        mediaType,
        size,
        body: stream,
        complete,
        transcript: opening.transcript,
        bytes,
        text: async () => new TextDecoder().decode(await bytes()),
      };
    }, "stays open");
  }

  list(url: string | Url, options?: CallOptions): AsyncGenerator<Entry, void, void> {
    return this.#open(url, "list", options).iterate((list, target, context) => list(target, context));
  }

  search(url: string | Url, words: string, options?: CallOptions): AsyncGenerator<Entry, void, void> {
    return this.#open(url, "search", options).iterate((search, target, context) =>
      search(target, context, words),
    );
  }

  stat(url: string | Url, options?: CallOptions): Promise<Attributes> {
    return this.#once(url, "stat", options, (stat, target, context) => stat(target, context));
  }

  put(url: string | Url, source: Source, options?: CallOptions): Promise<void> {
    return this.#once(url, "put", options, (put, target, context) => put(target, context, source));
  }

  append(url: string | Url, source: Source, options?: CallOptions): Promise<void> {
    return this.#once(url, "append", options, (append, target, context) => append(target, context, source));
  }

  remove(url: string | Url, options?: CallOptions): Promise<void> {
    return this.#once(url, "remove", options, (remove, target, context) => remove(target, context));
  }

  rename(url: string | Url, to: string | Url, options?: CallOptions): Promise<void> {
    return this.#once(url, "rename", options, (rename, target, context) => {
      const there = this.registry.parse(String(to)) as Url;
      return rename(target, context, there);
    });
  }

  makeDirectory(url: string | Url, options?: CallOptions): Promise<void> {
    return this.#once(url, "makeDirectory", options, (makeDirectory, target, context) =>
      makeDirectory(target, context),
    );
  }

  send(url: string | Url, message?: Source, options?: CallOptions): Promise<void> {
    return this.#once(url, "send", options, (send, target, context) => send(target, context, message));
  }

  async open(url: string | Url, options?: CallOptions): Promise<Session> {
    const opening = this.#open(url, "open", options);
    return opening.run(async (open, target, context) => {
      const session = await open(target, context);
      return {
        readable: session.readable,
        write: (octets) => session.write(octets),
        async [Symbol.asyncDispose]() {
          await session[Symbol.asyncDispose]();
          opening.end();
        },
      };
    }, "stays open");
  }

  #open<O extends OperationName>(url: string | Url, operation: O, options: CallOptions = {}): Opening<O> {
    return new Opening(this.#settings, String(url), operation, options);
  }

  async #once<O extends OperationName, R>(
    url: string | Url,
    operation: O,
    options: CallOptions | undefined,
    work: Parameters<Opening<O>["run"]>[0] extends (...args: infer A) => unknown
      ? (...args: A) => Promise<R>
      : never,
  ): Promise<R> {
    return this.#open(url, operation, options).run(work as never) as Promise<R>;
  }
}
