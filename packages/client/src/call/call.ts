import {
  AccessError,
  asciiLowerCase,
  createRedactor,
  decodeText,
  isAccessError,
  type Limits,
  type OperationName,
  type Operations,
  redact,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { Context, CredentialRequest, Credentials, Remote } from "@anyurl/core/exchange";
import type { UploadSource } from "../body/upload-source.ts";
import type { ClientSettings } from "../client-options.ts";
import { outsideSender } from "../connection/approve.ts";
import { withoutCertificate } from "../connection/tls.ts";
import { type CallNetwork, serverKey } from "../context/call-network.ts";
import { createContext } from "../context/context.ts";
import { credentialChain } from "../credentials/chain.ts";
import { secretVariants } from "../credentials/secrets.ts";
import { type AttemptSettings, type CallSettings, callOptions } from "./call-options.ts";
import { CallScope } from "./call-scope.ts";
import { toCallerError } from "./errors.ts";
import type { ForwardedUrl } from "./forwarded.ts";
import { lookedUp } from "./looked-up.ts";
import { loadedOperation, loadOperation } from "./operations.ts";
import {
  getOrigin,
  isLocal,
  type NamedUrl,
  NO_LOGIN,
  namedUrl,
  type Provenance,
  type UrlOrEntry,
} from "./provenance.ts";
import { resolveTarget } from "./target.ts";
import { Transcript } from "./transcript.ts";

/** One call of an operation of one URL: what it opens, with its limits, credentials and transcript. Used once. */
export class Call<O extends OperationName> extends CallScope {
  readonly limits: Limits;
  /** Maximum bytes of the body's stream. */
  readonly maxBody: number;
  readonly transcript: Transcript;
  /** The URL with "***" instead of a password. */
  readonly shownUrl: string;
  readonly #settings: ClientSettings;
  readonly #operation: O;
  readonly #options: CallSettings;
  readonly #url: Url;
  readonly #scheme: Scheme;
  readonly #forwarded: ForwardedUrl | undefined;
  readonly #chain: readonly string[];
  /** The resolved options of the scheme. */
  readonly #schemeOptions: Context["options"];
  readonly #provenance: Provenance | undefined;
  #found: Provenance | undefined;
  /** The servers to which the scheme has a connection, in order. */
  readonly #connected: Remote[] = [];
  readonly #secrets: (string | undefined)[];
  #conceal: (text: string) => string;
  /** Created on first use. */
  #credentials: Context["ask"] | undefined;
  #endpoint: string | undefined;
  #upload: UploadSource | undefined;

  /**
   * @param chain the normal forms of the URLs that referred to this one.
   * @throws {UrlSyntaxError} the text is not a valid URL. @throws {AccessError} it is rejected before any connection.
   */
  constructor(
    settings: ClientSettings,
    named: NamedUrl,
    operation: O,
    options: AttemptSettings,
    chain: readonly string[] = [],
  ) {
    const { url, scheme, provenance, schemeOptions, forwarded } = resolveTarget(
      settings,
      named,
      operation,
      options,
    );
    const { limits } = options;
    super(settings.clock, limits.deadline, options.signal, {
      left: options.deadlineLeft,
      queueTimeout: limits.queueTimeout,
    });
    this.#settings = settings;
    this.#operation = operation;
    this.#options = options;
    this.#url = url;
    this.#scheme = scheme;
    this.#forwarded = forwarded;
    this.#chain = chain;
    this.#schemeOptions = schemeOptions;
    this.#provenance = provenance;
    this.shownUrl = redact(url.href);
    this.limits = limits;
    this.maxBody = options.maxBody ?? settings.maxBody;
    this.transcript = options.transcript ?? new Transcript();
    this.#secrets = secretsIn(url);
    this.#conceal = createRedactor(this.#secrets);
  }

  /** Ends a source of the caller with the call. Its error is the caller's own, and is thrown unchanged. */
  sends(upload: UploadSource): void {
    this.#upload = upload;
    this.whenOver(() => upload.abandon());
  }

  /** The provenance of the URLs that the call has found so far. */
  get found(): Provenance {
    if (this.#found !== undefined) return this.#found;
    const { user, password } = this.#url;
    this.#found = {
      // If there were several servers, an outside one.
      sentBy: outsideSender(...this.#connected, this.#provenance?.sentBy) ?? this.#connected.at(-1),
      origin: getOrigin(this.#url, this.#settings),
      login: { user, password },
    };
    return this.#found;
  }

  /**
   * Runs the operation. Then the call ends, unless the result stays open. `check` throws if the result is not valid.
   */
  async run<R>(
    work: (operation: Operations[O], url: Url, context: Context) => Promise<R>,
    after: "ends" | "stays open" = "ends",
    check: (result: R) => R = (result) => result,
  ): Promise<R> {
    let open = false;
    try {
      const operation = this.#loaded() ?? (await this.#load());
      this.throwIfAborted();
      const result = check(await this.unlessAborted(work(operation, this.#opened.url, this.#context())));
      open = after === "stays open";
      return result;
    } catch (error) {
      throw this.toCallerError(error);
    } finally {
      if (!open) this.end();
    }
  }

  /** Like {@link run}, for an operation that yields several results. */
  async *iterate<T>(
    work: (operation: Operations[O], url: Url, context: Context) => AsyncGenerator<T, void, void>,
    check: (thing: T) => T = (thing) => thing,
  ): AsyncGenerator<T, void, void> {
    try {
      const operation = this.#loaded() ?? (await this.#load());
      this.throwIfAborted();
      const things = work(operation, this.#opened.url, this.#context());
      try {
        for (;;) {
          const next = await this.unlessAborted(things.next());
          if (next.done === true) return;
          this.isUnread = true;
          yield check(next.value);
          this.isUnread = false;
        }
      } finally {
        // Do not wait for an operation that hangs: its connections are closed next.
        things.return().catch(() => {});
      }
    } catch (error) {
      throw this.toCallerError(error);
    } finally {
      this.end();
    }
  }

  /** Converts an error to the one that the caller sees. */
  toCallerError(error: unknown): unknown {
    if (this.#upload?.failure !== undefined && !this.signal.aborted) return this.#upload.failure.error;
    if (isAccessError(error) && error.code === "auth-failed") this.#settings.onLoginRejected?.();
    return toCallerError(error, {
      scheme: this.#url.scheme,
      operation: this.#operation,
      endpoint: this.#endpoint,
      conceal: this.#conceal,
      signal: this.signal,
    });
  }

  /** The URL that the operation gets, and the scheme that has the operation. */
  get #opened(): { readonly url: Url; readonly scheme: Scheme } {
    return this.#forwarded ?? { url: this.#url, scheme: this.#scheme };
  }

  #load(): Promise<Operations[O]> {
    const { checkTls } = this.#settings;
    const { scheme, url } = this.#opened;
    const load = () => loadOperation(scheme, url, this.#operation);
    return this.unlessAborted(checkTls === undefined ? load() : checkTls().then(load));
  }

  /** A referral does not get the client certificate. */
  #tls(): CallNetwork["tls"] {
    const { tls } = this.#settings;
    if (this.#options.insecure) return { ...tls, insecure: true };
    return tls !== undefined && this.#chain.length > 0 ? withoutCertificate(tls) : tls;
  }

  /** The operation, if it is loaded and nothing has to be checked before it. */
  #loaded(): Operations[O] | undefined {
    if (this.#settings.checkTls !== undefined) return undefined;
    return loadedOperation(this.#opened.scheme, this.#operation);
  }

  #context(): Context {
    const { transport, policy, clock, proxies, trust, pins } = this.#settings;
    const { scheme } = this.#url;
    const record: Context["record"] = (event) => this.transcript.add(event, clock.now(), this.#conceal);
    const network: CallNetwork = {
      settings: this.#settings,
      transport,
      policy,
      clock,
      proxies,
      call: this,
      limits: this.limits,
      scheme,
      defaultPort: this.#scheme.defaultPort(scheme),
      ports: this.#scheme.ports,
      tls: this.#tls(),
      trust,
      pins,
      onConnecting: ({ host, port }) => {
        this.#endpoint ??= host === undefined ? undefined : `${host}:${port}`;
      },
      record,
      recordFormatted: (kind, on, said) =>
        this.transcript.addFormatted(kind, on, said, clock.now(), this.#conceal),
      opened: (on, remote, reused) => {
        this.#found = undefined;
        this.#connected.push(remote);
        const { address, port } = remote;
        record({ do: "open", on, address, port, ...(reused && { reused }) });
      },
      sentBy: this.#provenance?.sentBy,
      forwarded: this.#forwarded,
      isLocal: this.#chain.length === 0 && isLocal(this.#url, this.#provenance),
      referrals: {
        url: this.#url,
        chain: this.#chain,
        open: (url, chain) => this.#referred(url, chain),
      },
    };
    return createContext(network, {
      // A proxy does not get the login of a server.
      ask: this.#forwarded === undefined ? (request) => this.#ask(request) : async () => undefined,
      range: this.#options.range,
      modified: this.#options.modified,
      options: this.#forwarded?.schemeOptions ?? this.#schemeOptions,
    });
  }

  /**
   * Returns credentials to a plugin only for its own scheme, and only for the URL's server and servers it is connected
   * to.
   */
  async #ask(request: CredentialRequest): Promise<Credentials | undefined> {
    const known = lookedUp(request, this.#settings.idna);
    const { scheme, host, port } = known;
    const isOwn = this.#scheme.names.includes(scheme.toLowerCase());
    if (!isOwn || !(this.#isConnected(known) || this.#isOwnServer(known)))
      throw new AccessError(
        "plugin-fault",
        `the scheme ${this.#url.scheme} requested credentials for ${scheme}://${host}:${port} without a connection to it`,
      );
    this.#credentials ??= this.#createCredentialChain();
    return this.unlessAborted(this.#credentials(known));
  }

  #isConnected(server: CredentialRequest): boolean {
    const key = serverKey(server);
    return this.#connected.some(
      ({ host, address, port }) => serverKey({ host: host ?? address, port }) === key,
    );
  }

  #isOwnServer({ host, port }: CredentialRequest): boolean {
    const own = getOrigin(this.#url, this.#settings);
    return own.host === asciiLowerCase(host) && own.port === port;
  }

  #createCredentialChain(): Context["ask"] {
    const { user, password } = this.#url;
    // A URL that a server named counts as elsewhere, unless it has the origin of the URL that referred to it.
    const origin = this.#provenance?.origin ?? getOrigin(this.#url, this.#settings);
    return credentialChain({
      own: { ...origin, user: user && decodeText(user), password: password && decodeText(password) },
      callback: this.#settings.credentials,
      learn: (given) => this.#learn(given),
    });
  }

  /** Creates the call for a referral. It is part of this call and has its deadline. */
  #referred(url: string, chain: readonly string[]): Call<"get"> {
    const { signal } = this;
    const { range } = this.#options;
    const limits = { ...this.limits, deadline: Number.POSITIVE_INFINITY };
    return new Call(
      this.#settings,
      { text: url, provenance: { ...this.found, login: NO_LOGIN } },
      "get",
      { ...callOptions.defaults, signal, limits, range, transcript: this.transcript },
      chain,
    );
  }

  /** Masks a login in all later texts. */
  #learn(given: Credentials): void {
    this.#secrets.push(...secretVariants({ user: decodeText(this.#url.user ?? ""), ...given }));
    this.#conceal = createRedactor(this.#secrets);
  }
}

/** Creates the call of an operation. @throws {UrlSyntaxError | AccessError} the URL must not be opened. */
export function openCall<O extends OperationName>(
  settings: ClientSettings,
  url: UrlOrEntry,
  operation: O,
  options: AttemptSettings,
): Call<O> {
  return new Call(settings, namedUrl(url, options.namedBy), operation, options);
}

/** Runs an operation with one result. */
export async function callOnce<O extends OperationName, R>(
  settings: ClientSettings,
  url: UrlOrEntry,
  operation: O,
  options: AttemptSettings,
  work: (operation: Operations[O], url: Url, context: Context) => Promise<R>,
): Promise<R> {
  return openCall(settings, url, operation, options).run(work);
}

/** Returns every text that could reveal the login of a URL. */
function secretsIn({ user = "", password }: Url): string[] {
  if (password === undefined) return [];
  return [password, ...secretVariants({ user: decodeText(user), password: decodeText(password) })];
}
