import {
  type Attributes,
  type Can,
  createRegistry,
  type Entry,
  type HostOptions,
  type Limits,
  type OperationName,
  type Operations,
  type Registry,
  type RegistryOptions,
  resolveLimits,
  type Scheme,
  type Session,
  type Source,
  type Url,
} from "@anyurl/core";
import type { Context, TlsOptions, Transport } from "@anyurl/core/exchange";
import type { GetResult } from "./body/get-result.ts";
import { UploadSource } from "./body/upload-source.ts";
import { CallSetup, type CredentialsCallback } from "./call/call-setup.ts";
import { checkAttributes, checkEntry, checkSession } from "./call/check-result.ts";
import { type Clock, systemClock } from "./call/clock.ts";
import { type Gateways, parseGateways } from "./call/gateways.ts";
import { checkNumbers } from "./call/numbers.ts";
import { namedUrl, setProvenance, type UrlOrEntry } from "./call/provenance.ts";
import { retrieve } from "./call/retrieve.ts";
import { attemptOptions, createRetryState, NO_RETRY, type RetryState } from "./call/retry.ts";
import { type SessionOf, wrapSession } from "./call/session.ts";
import { writeError } from "./call/write-target.ts";
import { type Policy, type PolicyOptions, type Profile, resolvePolicy } from "./connection/policy.ts";
import { Pool, type PoolOptions } from "./connection/pool.ts";
import type { AttemptOptions, CallOptions, ClientSettings, RetryOptions } from "./options.ts";
import { type ProxyOptions, resolveProxySettings } from "./proxies/settings.ts";
import { type CopyResult, copyBody } from "./tree/copy.ts";
import { copyTree, type TreeCopyResult } from "./tree/copy-tree.ts";
import { type TreeEntry, type WalkOptions, walk } from "./tree/walk.ts";

export interface ClientOptions<T extends readonly Scheme[]> extends RegistryOptions<T> {
  readonly transport: Transport;
  /** "default" if a person chose the URL, "untrusted" if its source is unknown. */
  readonly policy?: Profile | PolicyOptions;
  /** Changes to the default limits. */
  readonly limits?: Partial<Limits>;
  /** Called for a login that the URL does not contain. */
  readonly credentials?: CredentialsCallback;
  /** When and how often to retry temporary errors. Default: never. */
  readonly retry?: RetryOptions;
  /** Client certificates, trusted authorities, and the minimum TLS version. */
  readonly tls?: Omit<TlsOptions, "insecure">;
  /** Proxies for all schemes or for some, and hosts that bypass them. Default: none; the environment is not read. */
  readonly proxies?: ProxyOptions;
  /** Limits on the number of connections, and how long idle ones are pooled. */
  readonly connections?: PoolOptions;
  /** Schemes whose URLs are read through a gateway (RFC 1738 §4), by a URI Template: `https://gw.example/{url}`. */
  readonly gateways?: Gateways;
  /** Options of single schemes, by scheme name. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly clock?: Clock;
  /** `idna` of `@anyurl/idna`, for hosts in percent-encoded UTF-8. Default: none, and such a host is bad-host. */
  readonly idna?: HostOptions;
}

/** A URL whose scheme supports the operation, if the scheme is known at compile time. */
export type Openable<S, T, Operation> = T & Can<S, T, Operation>;

/**
 * Opens URLs. Every operation fails in the same way: with a UrlSyntaxError if the text is not a valid URL, with an
 * AccessError that has a code, the scheme, and the operation, or with the reason of the caller's own abort.
 */
export interface Client<S extends Scheme = Scheme> extends AsyncDisposable {
  readonly registry: Registry<S>;
  /** Resolves when the server starts to respond. */
  get<const T extends UrlOrEntry>(url: Openable<S, T, "get">, options?: CallOptions): Promise<GetResult>;
  /** The entries of a directory or menu. Ending the loop early closes the connection. */
  list<const T extends UrlOrEntry>(
    url: Openable<S, T, "list">,
    options?: CallOptions,
  ): AsyncGenerator<Entry, void, void>;
  stat<const T extends UrlOrEntry>(url: Openable<S, T, "stat">, options?: CallOptions): Promise<Attributes>;
  search<const T extends UrlOrEntry>(
    url: Openable<S, T, "search">,
    words: string,
    options?: CallOptions,
  ): AsyncGenerator<Entry, void, void>;
  put<const T extends UrlOrEntry>(
    url: Openable<S, T, "put">,
    source: Source,
    options?: CallOptions,
  ): Promise<void>;
  append<const T extends UrlOrEntry>(
    url: Openable<S, T, "append">,
    source: Source,
    options?: CallOptions,
  ): Promise<void>;
  remove<const T extends UrlOrEntry>(url: Openable<S, T, "remove">, options?: CallOptions): Promise<void>;
  rename<const T extends UrlOrEntry>(
    url: Openable<S, T, "rename">,
    to: string | Url,
    options?: CallOptions,
  ): Promise<void>;
  makeDirectory<const T extends UrlOrEntry>(
    url: Openable<S, T, "makeDirectory">,
    options?: CallOptions,
  ): Promise<void>;
  send<const T extends UrlOrEntry>(
    url: Openable<S, T, "send">,
    message?: Source,
    options?: CallOptions,
  ): Promise<void>;
  /** Copies a resource to another URL. The schemes may differ. */
  copy<const From extends UrlOrEntry, const To extends string | Url>(
    from: Openable<S, From, "get">,
    to: Openable<S, To, "put">,
    options?: CallOptions,
  ): Promise<CopyResult>;
  /**
   * Yields the entries of a directory and of all directories below it. Names are checked, and links are not followed.
   */
  walk<const T extends UrlOrEntry>(
    url: Openable<S, T, "list">,
    options?: CallOptions & WalkOptions,
  ): AsyncGenerator<TreeEntry, void, void>;
  /**
   * Copies the contents of a directory to another one, and yields the result for each entry. The schemes may differ.
   *
   * @param to the URL of a directory, ending with "/".
   */
  copyTree<const From extends UrlOrEntry, const To extends string | Url>(
    from: Openable<S, From, "list">,
    to: Openable<S, To, "put">,
    options?: CallOptions & WalkOptions,
  ): AsyncGenerator<TreeCopyResult, void, void>;
  /**
   * Opens a session, which lasts until the server closes it or you dispose of it. It may be idle without limit:
   * `idleTimeout` applies only if the call itself sets it.
   */
  open<const T extends UrlOrEntry>(
    url: Openable<S, T, "open">,
    options?: CallOptions,
  ): Promise<SessionOf<S, T>>;
  /** Closes the pooled connections, and pools none from now on. Calls in progress continue. */
  close(): void;
}

/**
 * Creates a client from schemes and a transport. Its only state is its settings, the number of open connections, and
 * pooled connections, if pooling is on: `await using` closes them at the end.
 *
 * @throws {TypeError} scheme-taken. @throws {RangeError} a limit or the policy is not valid.
 */
export function createClient<const T extends readonly Scheme[]>(
  options: ClientOptions<T>,
): Client<T[number]> {
  const policy = resolvePolicy(options.policy);
  const clock = options.clock ?? systemClock;
  const settings: ClientSettings = {
    registry: createRegistry<readonly Scheme[]>(options),
    transport: options.transport,
    policy,
    maxBody: options.limits?.maxBytes ?? Number.POSITIVE_INFINITY,
    limits: resolveLimits(options.limits, resolveLimits(policy.profile === "untrusted" ? UNTRUSTED : {})),
    credentials: options.credentials,
    retry: options.retry ?? NO_RETRY,
    gateways: parseGateways(options.gateways),
    tls: options.tls,
    proxies: options.proxies && resolveProxySettings(options.proxies),
    pool: new Pool(options.connections ?? {}, clock),
    options: options.options ?? {},
    clock,
    idna: options.idna,
  };
  const client = new SchemeClient(settings);
  POLICIES.set(client, policy);
  return client as unknown as Client<T[number]>;
}

const NOT_ATOMIC = "the server rejected the temporary name: writing directly to the target, not atomically";

const POLICIES = new WeakMap<object, Policy>();

/** Returns the profile of a client's policy; `undefined` if `createClient` did not create the client. */
export function profileOf(client: object): Profile | undefined {
  return POLICIES.get(client)?.profile;
}

/** May a client connect to addresses of this machine or its network, for URLs that a person chose? */
export function reachesInside(client: object): boolean {
  const policy = POLICIES.get(client);
  return policy !== undefined && (policy.profile === "default" || policy.allow.length > 0);
}

/** Untrusted URLs have shorter timeouts. */
const UNTRUSTED: Partial<Limits> = {
  queueTimeout: 10_000,
  connectTimeout: 5_000,
  replyTimeout: 10_000,
  idleTimeout: 10_000,
  deadline: 60_000,
};

class SchemeClient {
  readonly registry: Registry;
  readonly #settings: ClientSettings;

  constructor(settings: ClientSettings) {
    this.registry = settings.registry;
    this.#settings = settings;
  }

  get(url: UrlOrEntry, options: CallOptions = {}): Promise<GetResult> {
    return retrieve(this.#settings, url, options);
  }

  list(url: UrlOrEntry, options?: CallOptions): AsyncGenerator<Entry, void, void> {
    return this.#entries(url, "list", options, (list, target, context) => list(target, context));
  }

  search(url: UrlOrEntry, words: string, options?: CallOptions): AsyncGenerator<Entry, void, void> {
    return this.#entries(url, "search", options, (search, target, context) => search(target, context, words));
  }

  async stat(url: UrlOrEntry, options: CallOptions = {}): Promise<Attributes> {
    const retrying = createRetryState(this.#settings, options);
    try {
      return await retrying.run(() =>
        this.#once(url, "stat", attemptOptions(options, retrying), async (stat, target, context) =>
          checkAttributes(await stat(target, context)),
        ),
      );
    } finally {
      retrying.end();
    }
  }

  async put(url: UrlOrEntry, source: Source, given?: CallOptions): Promise<void> {
    // If the target is an entry, its server also named the URLs of temporary files.
    const { text, options } = targetOf(url, given);
    return this.#updating(source, options, async (octets, own) => {
      const put = (to: string | Url, source: Source = octets) =>
        this.#once(to, "put", options, (put, target, context) => put(target, context, source));
      const scheme = this.#schemeOf(text);
      own.replacesWhole = scheme?.writesWhole === true;
      const { atomic = false, range, transcript } = options ?? {};
      if (options === undefined || atomic === false || range !== undefined) return put(text);
      const target = this.registry.parse(text) as Url;
      const { canReplace, cleanUpOptions, putAtomically } = await import("./tree/atomic.ts");
      if (!(await canReplace(scheme!, target))) return put(text);
      // Reject the target first, as a direct write would.
      this.#open(text, "put", options).end();
      own.replacesWhole = true;
      if (atomic === "preferred") own.holdFirst();
      await putAtomically(target, {
        put: (part) => put(part),
        rename: (from, to) => this.rename(from, to, options),
        remove: (part) => this.remove(part, cleanUpOptions(options)),
        mayExist: () => own.isBegun,
        canPutDirectly: () => own.canRestart,
        putDirectly: () => {
          own.replacesWhole = false;
          transcript?.note(NOT_ATOMIC, this.#settings.clock.now());
          return put(text, own.octets());
        },
      });
    });
  }

  append(url: UrlOrEntry, source: Source, options?: CallOptions): Promise<void> {
    return this.#updating(source, options, (octets) =>
      this.#once(url, "append", options, (append, target, context) => append(target, context, octets)),
    );
  }

  async copy(from: UrlOrEntry, to: string | Url, options: CallOptions = {}): Promise<CopyResult> {
    // Scheme options belong to one of the two schemes. The other options apply to both.
    const { options: _, namedBy, ...common } = options;
    // Refused before the source is asked for anything.
    this.#open(to, "put", common).end();
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
    this.#open(target, "put", common).end();
    yield* copyTree(this, this.walk(from, options), target, common);
  }

  remove(url: UrlOrEntry, options?: CallOptions): Promise<void> {
    return this.#once(url, "remove", options, (remove, target, context) => remove(target, context));
  }

  rename(url: UrlOrEntry, to: string | Url, options?: CallOptions): Promise<void> {
    return this.#once(url, "rename", options, (rename, target, context) => {
      const there = this.registry.parse(String(to)) as Url;
      return rename(target, context, there);
    });
  }

  makeDirectory(url: UrlOrEntry, options?: CallOptions): Promise<void> {
    return this.#once(url, "makeDirectory", options, (makeDirectory, target, context) =>
      makeDirectory(target, context),
    );
  }

  async send(url: UrlOrEntry, message?: Source, options?: CallOptions): Promise<void> {
    const send = (octets?: Source) =>
      this.#once(url, "send", options, (send, target, context) => send(target, context, octets));
    await (message === undefined ? send() : this.#writing(message, options, send));
  }

  async open(url: UrlOrEntry, options: CallOptions = {}): Promise<Session> {
    // Sessions are interactive, so they have no idle timeout by default.
    const limits = { idleTimeout: Number.POSITIVE_INFINITY, ...options.limits };
    const opening = this.#open(url, "open", { ...options, limits });
    return opening.run(async (open, target, context) => {
      return wrapSession(checkSession(await open(target, context)), opening);
    }, "stays open");
  }

  close(): void {
    this.#settings.pool.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #entries<O extends "list" | "search">(
    url: UrlOrEntry,
    operation: O,
    options: CallOptions = {},
    work: (operation: Operations[O], url: Url, context: Context) => AsyncGenerator<Entry, void, void>,
  ): AsyncGenerator<Entry, void, void> {
    const retrying = createRetryState(this.#settings, options);
    const open = () => this.#open(url, operation, attemptOptions(options, retrying));
    try {
      return entriesOf(open(), open, work, retrying);
    } catch (error) {
      retrying.end();
      throw error;
    }
  }

  #open<O extends OperationName>(url: UrlOrEntry, operation: O, options: AttemptOptions = {}): CallSetup<O> {
    return new CallSetup(this.#settings, namedUrl(url, options.namedBy), operation, options);
  }

  /** Returns the scheme of a URL, if the URL is valid and its scheme is known. */
  #schemeOf(text: string): Scheme | undefined {
    const parsed = this.registry.tryParse(text);
    return parsed.ok ? this.registry.scheme(parsed.url.scheme) : undefined;
  }

  /** Like {@link #writing}, to a target: an AccessError has the state of the target. */
  #updating<R>(
    source: Source,
    options: CallOptions | undefined,
    write: (octets: Source, own: UploadSource) => Promise<R>,
  ): Promise<R> {
    return this.#writing(source, options, write, writeError);
  }

  /** Writes a source. An error of the caller's source is thrown unchanged. */
  async #writing<R>(
    source: Source,
    options: CallOptions | undefined,
    write: (octets: Source, own: UploadSource) => Promise<R>,
    told: (error: unknown, own: UploadSource) => unknown = (error) => error,
  ): Promise<R> {
    const own = new UploadSource(source, options?.onSent);
    try {
      return await write(own.octets(), own);
    } catch (error) {
      const isOwn = own.failure !== undefined && options?.signal?.aborted !== true;
      throw told(isOwn ? own.failure?.error : error, own);
    } finally {
      await own.end().catch(() => {});
    }
  }

  async #once<O extends OperationName, R>(
    url: UrlOrEntry,
    operation: O,
    options: AttemptOptions | undefined,
    work: Parameters<CallSetup<O>["run"]>[0] extends (...args: infer A) => unknown
      ? (...args: A) => Promise<R>
      : never,
  ): Promise<R> {
    return this.#open(url, operation, options).run(work as never) as Promise<R>;
  }
}

/** Returns the URL of a target, and options by which it counts as named by the server of an entry. */
function targetOf(
  target: UrlOrEntry,
  options: CallOptions | undefined,
): { readonly text: string; readonly options: CallOptions | undefined } {
  const { text } = namedUrl(target, undefined);
  const isEntry = typeof target !== "string" && !("href" in target);
  return { text, options: isEntry ? { ...options, namedBy: target } : options };
}

/** Yields entries. Retries if the call fails before the first entry. */
async function* entriesOf<O extends "list" | "search">(
  first: CallSetup<O>,
  open: () => CallSetup<O>,
  work: Parameters<CallSetup<O>["iterate"]>[0],
  retrying: RetryState,
): AsyncGenerator<Entry, void, void> {
  let begun = false;
  try {
    for (let opening = first; ; opening = open()) {
      try {
        for await (const entry of opening.iterate(work as never, checkEntry as never)) {
          begun = true;
          setProvenance(entry as Entry, opening.found);
          yield entry as Entry;
        }
        return;
      } catch (error) {
        // Entries were already yielded, so the call cannot be repeated.
        if (begun) throw error;
        await retrying.failed(error);
      }
    }
  } finally {
    retrying.end();
  }
}
