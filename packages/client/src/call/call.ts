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
  type Url,
} from "@anyurl/core";
import type {
  Channel,
  Context,
  CredentialRequest,
  Credentials,
  Endpoint,
  Remote,
  WireEvent,
} from "@anyurl/core/exchange";
import type { UploadSource } from "../body/upload-source.ts";
import type { ClientSettings } from "../client-options.ts";
import { outsideSender } from "../connection/approve.ts";
import { withoutCertificate } from "../connection/tls.ts";
import { type CallNetwork, type NetworkCall, serverKey } from "../context/call-network.ts";
import { createContext } from "../context/context.ts";
import { credentialChain } from "../credentials/chain.ts";
import { secretVariants } from "../credentials/secrets.ts";
import { type AttemptSettings, type CallSettings, callOptions } from "./call-options.ts";
import { CallScope } from "./call-scope.ts";
import { checkEntries } from "./check-result.ts";
import { toCallerError } from "./errors.ts";
import type { ForwardedUrl } from "./forwarded.ts";
import { loadOperation } from "./installed-scheme.ts";
import { lookedUp } from "./looked-up.ts";
import {
  getOrigin,
  isLocal,
  type NamedUrl,
  NO_LOGIN,
  namedUrl,
  type Provenance,
  type UrlOrEntry,
} from "./provenance.ts";
import { type CallTarget, resolveTarget } from "./target.ts";
import { type Timings, Transcript } from "./transcript.ts";

/** One call of an operation of one URL: what it opens, with its limits, credentials and transcript. Used once. */
export class Call<O extends OperationName> extends CallScope implements NetworkCall {
  readonly settings: ClientSettings;
  readonly url: Url;
  readonly limits: Limits;
  readonly forwarded: ForwardedUrl | undefined;
  readonly chain: readonly string[];
  /** Maximum bytes of the body's stream. */
  readonly maxBody: number;
  readonly transcript: Transcript;
  /** The URL with "***" instead of a password. */
  readonly shownUrl: string;
  readonly isLocal: boolean;
  readonly #operation: O;
  readonly #options: CallSettings;
  readonly #target: CallTarget;
  /** What the operation gets: the target, or the URL that is sent to an HTTP proxy. */
  readonly #opened: Pick<CallTarget, "url" | "installed" | "schemeOptions">;
  #found: Provenance | undefined;
  /** The servers to which the scheme has a connection, in order. */
  readonly #connected: Remote[] = [];
  readonly #secrets: (string | undefined)[];
  #conceal: (text: string) => string;
  /** Created on first use. */
  #credentials: Context["ask"] | undefined;
  #endpoint: string | undefined;
  #upload: UploadSource | undefined;
  // The scheme gets this function itself.
  readonly record = (event: WireEvent): void => {
    this.transcript.add(event, this.settings.clock.now(), this.#conceal);
  };

  /**
   * @throws {UrlSyntaxError} the text is not a valid URL. @throws {AccessError} it is rejected before any connection.
   */
  constructor(
    settings: ClientSettings,
    named: NamedUrl,
    operation: O,
    options: AttemptSettings,
    chain: readonly string[] = [],
  ) {
    const target = resolveTarget(settings, named, operation, options);
    const { url, forwarded, provenance } = target;
    const { limits } = options;
    super(settings.clock, limits.deadline, options.signal, {
      left: options.deadlineLeft,
      queueTimeout: limits.queueTimeout,
    });
    this.settings = settings;
    this.#operation = operation;
    this.#options = options;
    this.url = url;
    this.#target = target;
    this.#opened = forwarded ?? target;
    this.forwarded = forwarded;
    this.chain = chain;
    this.shownUrl = redact(url.href);
    this.isLocal = chain.length === 0 && (provenance === undefined || isLocal(url, provenance));
    this.limits = limits;
    this.maxBody = options.maxBody ?? settings.maxBody;
    this.transcript = options.transcript ?? new Transcript();
    this.transcript.begin(settings.clock.elapsed());
    this.#secrets = url.password === undefined ? [] : secretsIn(url, url.password);
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
    const { user, password } = this.url;
    this.#found = {
      // If there were several servers, an outside one.
      sentBy: outsideSender(...this.#connected, this.#target.provenance?.sentBy) ?? this.#connected.at(-1),
      origin: getOrigin(this.url, this.settings),
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
    check: (thing: T) => T,
  ): AsyncGenerator<T, void, void> {
    try {
      const operation = this.#loaded() ?? (await this.#load());
      this.throwIfAborted();
      const things = checkEntries(work(operation, this.#opened.url, this.#context()), this.#operation);
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
    if (isAccessError(error) && error.code === "auth-failed") this.settings.onLoginRejected?.();
    return toCallerError(error, {
      scheme: this.url.scheme,
      operation: this.#operation,
      endpoint: this.#endpoint,
      hasFragment: this.url.fragment !== undefined,
      conceal: this.#conceal,
      signal: this.signal,
    });
  }

  #load(): Promise<Operations[O]> {
    const { checkTls } = this.settings;
    const load = () => loadOperation(this.#opened.installed, this.#operation);
    return this.unlessAborted(checkTls === undefined ? load() : checkTls().then(load));
  }

  /** The operation, if it is loaded and nothing has to be checked before it. */
  #loaded(): Operations[O] | undefined {
    if (this.settings.checkTls !== undefined) return undefined;
    const operation: unknown = this.#opened.installed.operations?.[this.#operation];
    return typeof operation === "function" ? (operation as Operations[O]) : undefined;
  }

  #context(): Context {
    const { transport, policy, clock, proxies, trust, pins, tls } = this.settings;
    const { installed, provenance } = this.#target;
    // A referral does not get the client certificate.
    const own = tls !== undefined && this.chain.length > 0 ? withoutCertificate(tls) : tls;
    const { range, metadata, modified, insecure } = this.#options;
    const network: CallNetwork = {
      call: this,
      limits: this.limits,
      transport,
      policy,
      clock,
      proxies,
      trust,
      pins,
      scheme: installed.name,
      defaultPort: installed.defaultPort,
      ports: installed.scheme.ports,
      tls: insecure ? { ...own, insecure } : own,
      sentBy: provenance?.sentBy,
    };
    return createContext(network, {
      // A proxy does not get the login of a server.
      ask: this.forwarded === undefined ? (request) => this.#ask(request) : async () => undefined,
      options: this.#opened.schemeOptions,
      range,
      metadata: metadata === "sent" ? undefined : metadata,
      modified,
    });
  }

  connectsTo({ host, port }: Endpoint): void {
    this.#endpoint ??= host === undefined ? undefined : `${host}:${port}`;
  }

  opened(on: Channel, remote: Remote, reused?: true): void {
    this.#found = undefined;
    this.#connected.push(remote);
    const { address, port } = remote;
    this.mark("connected");
    this.record({ do: "open", on, address, port, ...(reused && { reused }) });
  }

  /** Records the time of a step. */
  mark(step: keyof Timings): void {
    this.transcript.mark(step, this.settings.clock.elapsed());
  }

  recordFormatted(kind: "send" | "receive", on: Channel, said: () => Uint8Array): void {
    this.transcript.addFormatted(kind, on, said, this.settings.clock.now(), this.#conceal);
  }

  /**
   * Returns credentials to a plugin only for its own scheme, and only for the URL's server and servers it is connected
   * to.
   */
  async #ask(request: CredentialRequest): Promise<Credentials | undefined> {
    const known = lookedUp(request, this.settings.idna);
    const { scheme, host, port } = known;
    const isOwn = this.#target.installed.scheme.names.includes(scheme.toLowerCase());
    if (!isOwn || !(this.#isConnected(known) || this.#isOwnServer(known)))
      throw new AccessError(
        "plugin-fault",
        `the scheme ${this.url.scheme} requested credentials for ${scheme}://${host}:${port} without a connection to it`,
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
    const own = getOrigin(this.url, this.settings);
    return own.host === asciiLowerCase(host) && own.port === port;
  }

  #createCredentialChain(): Context["ask"] {
    const { user, password } = this.url;
    // A URL that a server named counts as elsewhere, unless it has the origin of the URL that referred to it.
    const origin = this.#target.provenance?.origin ?? getOrigin(this.url, this.settings);
    return credentialChain({
      own: { ...origin, user: user && decodeText(user), password: password && decodeText(password) },
      callback: this.settings.credentials,
      learn: (given) => this.#learn(given),
    });
  }

  referTo(url: string, chain: readonly string[]): Call<"get"> {
    const { signal } = this;
    const { range } = this.#options;
    const limits = { ...this.limits, deadline: Number.POSITIVE_INFINITY };
    return new Call(
      this.settings,
      { text: url, provenance: { ...this.found, login: NO_LOGIN } },
      "get",
      { ...callOptions.defaults, signal, limits, range, transcript: this.transcript },
      chain,
    );
  }

  /** Masks a login in all later texts. */
  #learn(given: Credentials): void {
    this.#secrets.push(...secretVariants({ user: decodeText(this.url.user ?? ""), ...given }));
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
function secretsIn({ user = "" }: Url, password: string): string[] {
  return [password, ...secretVariants({ user: decodeText(user), password: decodeText(password) })];
}
