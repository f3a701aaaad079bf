import {
  type Attributes,
  type Can,
  createRegistry,
  type Entry,
  type Limits,
  type OptionsFor,
  type Registry,
  type ResolvedOptions,
  resolveLimits,
  resolveOptions,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { TlsOptions, Transport } from "@anyurl/core/exchange";
import type { GetResult } from "./body/get-result.ts";
import type { RequestResult } from "./body/response.ts";
import type { SourceInput } from "./body/source.ts";
import { type CallOptions, createCallOptions } from "./call/call-options.ts";
import { steadyClock, systemClock } from "./call/clock.ts";
import type { UrlOrEntry } from "./call/provenance.ts";
import type { RequestInput } from "./call/request.ts";
import type { SessionOf } from "./call/session.ts";
import { type ClientOptions, type ClientSettings, clientOptions } from "./client-options.ts";
import type { Policy } from "./connection/policy.ts";
import type { Profile } from "./connection/policy-options.ts";
import { Pool } from "./connection/pool.ts";
import type { tlsOptions } from "./connection/tls-options.ts";
import { memoryTrustStore } from "./connection/trust-store.ts";
import { SchemeClient } from "./scheme-client.ts";
import type { CopyResult } from "./tree/copy.ts";
import type { TreeCopyOptions } from "./tree/copy-options.ts";
import type { TreeCopyResult, TreeTarget } from "./tree/copy-tree.ts";
import type { SyncResult } from "./tree/sync.ts";
import type { SyncOptions } from "./tree/sync-options.ts";
import type { TreeSource } from "./tree/tree-client.ts";
import type { TreeEntry, WalkOptions } from "./tree/walk.ts";
import type { ClientView } from "./view/client-view.ts";
import type { ViewOptions } from "./view/view-options.ts";

/** A URL whose scheme supports the operation, if the scheme is known at compile time. */
export type Openable<S, T, Operation> = T & Can<S, T, Operation>;

/** The options of a call, with those of the URL's scheme if it is known at compile time. */
type CallOptionsFor<S, T> = CallOptions<OptionsFor<S, T>>;

/**
 * Opens URLs. Every operation fails in the same way: with a UrlSyntaxError if the text is not a valid URL, with an
 * AccessError that has a code, the scheme, and the operation, or with the reason of the caller's own abort.
 */
export interface Client<S extends Scheme = Scheme> extends AsyncDisposable {
  readonly registry: Registry<S>;
  /** Resolves when the server starts to respond. */
  get<const T extends UrlOrEntry>(
    url: Openable<S, T, "get">,
    options?: CallOptionsFor<S, T>,
  ): Promise<GetResult>;
  /** The entries of a directory or menu. Ending the loop early closes the connection. */
  list<const T extends UrlOrEntry>(
    url: Openable<S, T, "list">,
    options?: CallOptionsFor<S, T>,
  ): AsyncGenerator<Entry, void, void>;
  stat<const T extends UrlOrEntry>(
    url: Openable<S, T, "stat">,
    options?: CallOptionsFor<S, T>,
  ): Promise<Attributes>;
  search<const T extends UrlOrEntry>(
    url: Openable<S, T, "search">,
    words: string,
    options?: CallOptionsFor<S, T>,
  ): AsyncGenerator<Entry, void, void>;
  put<const T extends UrlOrEntry>(
    url: Openable<S, T, "put">,
    source: SourceInput,
    options?: CallOptionsFor<S, T>,
  ): Promise<void>;
  append<const T extends UrlOrEntry>(
    url: Openable<S, T, "append">,
    source: SourceInput,
    options?: CallOptionsFor<S, T>,
  ): Promise<void>;
  remove<const T extends UrlOrEntry>(
    url: Openable<S, T, "remove">,
    options?: CallOptionsFor<S, T>,
  ): Promise<void>;
  rename<const T extends UrlOrEntry>(
    url: Openable<S, T, "rename">,
    to: string | URL | Url,
    options?: CallOptionsFor<S, T>,
  ): Promise<void>;
  makeDirectory<const T extends UrlOrEntry>(
    url: Openable<S, T, "makeDirectory">,
    options?: CallOptionsFor<S, T>,
  ): Promise<void>;
  send<const T extends UrlOrEntry>(
    url: Openable<S, T, "send">,
    message?: SourceInput,
    options?: CallOptionsFor<S, T>,
  ): Promise<void>;
  /**
   * Sends a request, and resolves with the response when its head has arrived, whatever its status. For HTTP: any method,
   * header fields, and a body both ways. Redirects are followed as `fetch` does.
   */
  request<const T extends UrlOrEntry>(
    url: Openable<S, T, "request">,
    message?: RequestInput,
    options?: CallOptionsFor<S, T>,
  ): Promise<RequestResult>;
  /** Copies a resource to another URL. The schemes may differ. Scheme options apply to URLs of the scheme of `from`. */
  copy<const From extends UrlOrEntry, const To extends string | URL | Url>(
    from: Openable<S, From, "get">,
    to: Openable<S, To, "put">,
    options?: CallOptionsFor<S, From>,
  ): Promise<CopyResult>;
  /**
   * Yields the entries of a directory and of all directories below it. Names are checked, and links are not followed.
   */
  walk<const T extends UrlOrEntry>(
    url: Openable<S, T, "list">,
    options?: CallOptionsFor<S, T> & WalkOptions,
  ): AsyncGenerator<TreeEntry, void, void>;
  /**
   * Copies the contents of a directory to another one, and yields the result for each entry. The schemes may differ.
   * The directory must exist. An entry that cannot be copied does not end the copy: its result is "failed".
   *
   * @param to the URL of a directory, ending with "/"; or an object that writes the files.
   */
  copyTree<const From extends UrlOrEntry, const To extends string | URL | Url | TreeTarget>(
    from: Openable<S, From, "list">,
    to: To extends TreeTarget ? To : Openable<S, To, "put">,
    options?: CallOptionsFor<S, From> & WalkOptions & TreeCopyOptions,
  ): AsyncGenerator<TreeCopyResult, void, void>;
  /**
   * Returns a directory as the target of `copyTree` of another client, which reads the files under its own policy. This
   * client writes them under its own.
   *
   * @param source the client that reads. @param from the directory that is copied. @param to the URL of a directory, ending
   *   with "/".
   */
  treeTarget<const To extends string | URL | Url>(
    source: TreeSource,
    from: UrlOrEntry,
    to: Openable<S, To, "put">,
    options?: CallOptions & TreeCopyOptions,
  ): Promise<TreeTarget>;
  /**
   * Makes a directory like another one: copies the files that it does not have or that differ, as `copyTree` does. With
   * the option `delete`, it also removes what only the target has.
   *
   * @param to the URL of a directory, ending with "/". It is created if needed.
   */
  sync<const From extends UrlOrEntry, const To extends string | URL | Url>(
    from: Openable<S, From, "list">,
    to: Openable<S, To, "put">,
    options?: CallOptionsFor<S, From> & WalkOptions & TreeCopyOptions & SyncOptions,
  ): AsyncGenerator<SyncResult, void, void>;
  /**
   * Opens a session, which lasts until the server closes it or you dispose of it. It may be idle without limit:
   * `idleTimeout` applies only if the call itself sets it.
   */
  open<const T extends UrlOrEntry>(
    url: Openable<S, T, "open">,
    options?: CallOptionsFor<S, T>,
  ): Promise<SessionOf<S, T>>;
  /**
   * Returns a view of the client for references relative to a base (RFC 3986 §5), with one login and its own idle
   * connections. `await using` closes them at the end.
   *
   * @throws {UrlSyntaxError} the base is not a valid URL. @throws {AccessError} bad-option.
   */
  at<const T extends string | Url>(base: T, options?: ViewOptions): ClientView<S, T>;
  /** Closes the pooled connections, and pools none from now on. Calls in progress continue. */
  close(): void;
}

/**
 * Creates a client from schemes and a transport. Its only state is its settings, the number of open connections, and
 * pooled connections, if pooling is on: `await using` closes them at the end.
 *
 * @throws {AccessError} bad-option. @throws {TypeError} scheme-taken.
 */
export function createClient<const T extends readonly Scheme[]>(
  options: ClientOptions<T>,
): Client<T[number]> {
  const resolved = resolveOptions(clientOptions, options as Readonly<Record<string, any>>);
  const { policy, retry } = resolved;
  const clock = steadyClock(resolved.clock ?? systemClock);
  const limits = resolveLimits(
    options.limits,
    resolveLimits(policy.profile === "untrusted" ? UNTRUSTED : {}),
  );
  const settings: ClientSettings = {
    ...resolved,
    registry: createRegistry<readonly Scheme[]>(resolved),
    maxBody: options.limits?.maxBytes ?? Number.POSITIVE_INFINITY,
    limits,
    callOptions: createCallOptions(limits, retry),
    // Without a proxy, the other options have no effect.
    proxies: resolved.proxies.proxy.size > 0 ? resolved.proxies : undefined,
    ...resolveTls(resolved.tls, resolved.transport),
    pool: new Pool(
      resolved.transport.isPerTask === true ? { ...resolved.connections, idle: 0 } : resolved.connections,
      clock,
    ),
    options: resolved.options ?? {},
    installed: new Map(),
    clock,
  };
  const client = new SchemeClient(settings);
  POLICIES.set(client, policy);
  return client as unknown as Client<T[number]>;
}

/** Separates what a transport gets from what the client itself checks. */
function resolveTls(
  { trust = memoryTrustStore(), pins, ...rest }: ResolvedOptions<typeof tlsOptions>,
  { checkTls }: Transport,
): Pick<ClientSettings, "tls" | "checkTls" | "trust" | "pins"> {
  // Without the options that are not set, which would replace defaults of the transport.
  const tls = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as TlsOptions;
  if (Object.keys(tls).length === 0) return { tls: undefined, checkTls: undefined, trust, pins };
  let checked: Promise<void> | undefined;
  const check = async () => {
    checked ??= checkTls?.(tls);
    await checked;
  };
  return { tls, checkTls: check, trust, pins };
}

const POLICIES = new WeakMap<object, Policy>();

/** Returns the profile of a client's policy; `undefined` if `createClient` did not create the client. */
export function getPolicyProfile(client: object): Profile | undefined {
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
