import {
  AccessError,
  asciiLowerCase,
  createRedactor,
  decodeText,
  type Limits,
  type OperationName,
  type Operations,
  type Problem,
  redact,
  resolveLimits,
  type Scheme,
  schemeNotInstalledError,
  type Url,
  UrlSyntaxError,
} from "@anyurl/core";
import type { Context, CredentialRequest, Credentials, Remote } from "@anyurl/core/exchange";
import { outsideSender } from "../connection/approve.ts";
import type { Policy } from "../connection/policy.ts";
import { type CallNetwork, serverKey } from "../context/call-network.ts";
import { createContext } from "../context/context.ts";
import { credentialChain } from "../credentials/chain.ts";
import { secretVariants } from "../credentials/secrets.ts";
import type { AttemptOptions, CallOptions, ClientSettings } from "../options.ts";
import { CallScope } from "./call-scope.ts";
import { toCallerError } from "./errors.ts";
import { applyGateways } from "./gateways.ts";
import { lookedUp, withLookedUpHost } from "./looked-up.ts";
import { loadedOperation, loadOperation } from "./operations.ts";
import { isLocal, type NamedUrl, NO_LOGIN, originOf, type Provenance, withProvenance } from "./provenance.ts";
import { Transcript } from "./transcript.ts";

export type { CredentialsCallback } from "../credentials/callback.ts";

/** One call: a URL to open, with its options and context. Used once. */
export class CallSetup<O extends OperationName> {
  readonly limits: Limits;
  /** Maximum bytes of the body's stream. */
  readonly maxBody: number;
  readonly transcript: Transcript;
  /** The URL with "***" instead of a password. */
  readonly shownUrl: string;
  readonly #settings: ClientSettings;
  readonly #operation: O;
  readonly #options: CallOptions;
  readonly #url: Url;
  readonly #scheme: Scheme;
  readonly #call: CallScope;
  readonly #chain: readonly string[];
  readonly #provenance: Provenance | undefined;
  /** The server of the call. If there were several, an outside one. */
  #server: Remote | undefined;
  #found: Provenance | undefined;
  /** Hosts and ports to which the scheme has a connection. */
  readonly #connected = new Set<string>();
  readonly #secrets: (string | undefined)[];
  #conceal: (text: string) => string;
  /** Created on first use. */
  #credentials: Context["ask"] | undefined;
  #endpoint: string | undefined;

  /**
   * @param chain the normal forms of the URLs that referred to this one.
   * @throws {UrlSyntaxError} the text is not a valid URL. @throws {AccessError} it is rejected before any connection.
   */
  constructor(
    settings: ClientSettings,
    { text, provenance }: NamedUrl,
    operation: O,
    options: AttemptOptions,
    chain: readonly string[] = [],
  ) {
    const { registry, policy, clock } = settings;
    const parsed = registry.tryParse(text, { maxUrlLength: settings.limits.maxUrlLength });
    if (!parsed.ok) {
      const errors = parsed.problems.filter(({ severity }) => severity === "error");
      throw new UrlSyntaxError(errors[0]!, parsed.problems);
    }
    const asked: Url =
      provenance === undefined ? parsed.url : withProvenance(parsed.url, provenance, settings);
    checkScheme(policy, asked);
    const written = applyGateways(asked, settings.gateways, registry, operation);
    const scheme = registry.scheme(written.scheme);
    if (scheme === undefined) throw schemeNotInstalledError(written.scheme);
    checkScheme(policy, written);
    // Schemes without a default port have no server to look up.
    const hasServer = scheme.defaultPort(written.scheme) !== undefined;
    const url = hasServer ? withLookedUpHost(written, settings.idna) : written;
    refuseObstacles(asked, parsed.problems, operation, options);
    if (options.insecure === true && policy.profile === "untrusted")
      throw new AccessError("unsupported", 'the policy "untrusted" does not allow insecure TLS');
    this.#settings = settings;
    this.#operation = operation;
    this.#options = options;
    this.#url = url;
    this.#scheme = scheme;
    this.#chain = chain;
    // The caller chose the gateway, so the provenance of the URL does not matter.
    this.#provenance = written === asked ? provenance : undefined;
    this.shownUrl = redact(url.href);
    this.limits = resolveLimits(options.limits, settings.limits);
    this.maxBody = options.limits?.maxBytes ?? settings.maxBody;
    this.transcript = options.transcript ?? new Transcript();
    this.#secrets = secretsIn(url);
    this.#conceal = createRedactor(this.#secrets);
    const { deadline, queueTimeout } = this.limits;
    this.#call = new CallScope(clock, deadline, options.signal, { left: options.deadlineLeft, queueTimeout });
  }

  /** The provenance of the URLs that the call has found so far. */
  get found(): Provenance {
    if (this.#found !== undefined) return this.#found;
    const { user, password } = this.#url;
    this.#found = {
      sentBy: outsideSender(this.#server, this.#provenance?.sentBy) ?? this.#server,
      origin: originOf(this.#url, this.#settings),
      login: { user, password },
    };
    return this.#found;
  }

  /** Has the caller aborted the call, or has the deadline passed? */
  get aborted(): boolean {
    return this.#call.aborted;
  }

  /** Is the result of the operation waiting for the program to read? */
  set isUnread(isUnread: boolean) {
    this.#call.isUnread = isUnread;
  }

  /** @throws the reason of the abort. */
  throwIfAborted(): void {
    this.#call.throwIfAborted();
  }

  /** Returns the result of the promise, or rejects first with the reason of an abort. */
  unlessAborted<T>(promise: Promise<T>): Promise<T> {
    return this.#call.unlessAborted(promise);
  }

  /** Aborted when the caller aborts the call, and when the deadline passes. */
  get signal(): AbortSignal {
    return this.#call.signal;
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
      const operation = loadedOperation(this.#scheme, this.#operation) ?? (await this.#load());
      this.#call.throwIfAborted();
      const result = check(await this.#call.unlessAborted(work(operation, this.#url, this.#context())));
      open = after === "stays open";
      return result;
    } catch (error) {
      throw this.told(error);
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
      const operation = loadedOperation(this.#scheme, this.#operation) ?? (await this.#load());
      this.#call.throwIfAborted();
      const things = work(operation, this.#url, this.#context());
      try {
        for (;;) {
          const next = await this.#call.unlessAborted(things.next());
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
      throw this.told(error);
    } finally {
      this.end();
    }
  }

  /** Converts an error to the one that the caller sees. */
  told(error: unknown): unknown {
    return toCallerError(error, {
      scheme: this.#url.scheme,
      operation: this.#operation,
      endpoint: this.#endpoint,
      conceal: this.#conceal,
      signal: this.#call.signal,
    });
  }

  /** Closes everything that the call has opened. Idempotent. */
  end(): void {
    this.#call.end();
  }

  #load(): Promise<Operations[O]> {
    return this.#call.unlessAborted(loadOperation(this.#scheme, this.#url, this.#operation));
  }

  #context(): Context {
    const { transport, policy, clock, proxies, options, tls } = this.#settings;
    const { scheme } = this.#url;
    const record: Context["record"] = (event) => this.transcript.add(event, clock.now(), this.#conceal);
    const door: CallNetwork = {
      settings: this.#settings,
      transport,
      policy,
      clock,
      proxies,
      call: this.#call,
      limits: this.limits,
      scheme,
      defaultPort: this.#scheme.defaultPort(scheme),
      ports: this.#scheme.ports,
      tls: this.#options.insecure === true ? { ...tls, insecure: true } : tls,
      onConnecting: ({ host, port }) => {
        this.#endpoint ??= host === undefined ? undefined : `${host}:${port}`;
      },
      record,
      opened: (on, remote, reused) => {
        this.#server = outsideSender(this.#server, remote) ?? remote;
        this.#found = undefined;
        this.#connected.add(serverKey({ host: remote.host ?? remote.address, port: remote.port }));
        const { address, port } = remote;
        record({ do: "open", on, address, port, ...(reused && { reused }) });
      },
      sentBy: this.#provenance?.sentBy,
      isLocal: this.#chain.length === 0 && isLocal(this.#url, this.#provenance),
      referrals: {
        url: this.#url,
        chain: this.#chain,
        open: (url, chain) => this.#referred(url, chain),
      },
    };
    return createContext(door, {
      ask: (request) => this.#ask(request),
      range: this.#options.range,
      options: optionsOf(options[scheme], this.#options.options),
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
    if (!isOwn || !(this.#connected.has(serverKey(known)) || this.#isOwnServer(known)))
      throw new AccessError(
        "plugin-fault",
        `the scheme ${this.#url.scheme} requested credentials for ${scheme}://${host}:${port} without a connection to it`,
      );
    this.#credentials ??= this.#chainOf();
    return this.#call.unlessAborted(this.#credentials(known));
  }

  #isOwnServer({ host, port }: CredentialRequest): boolean {
    const own = originOf(this.#url, this.#settings);
    return own.host === asciiLowerCase(host) && own.port === port;
  }

  #chainOf(): Context["ask"] {
    const { user, password } = this.#url;
    // A URL that a server named counts as elsewhere, unless it has the origin of the URL that referred to it.
    const origin = this.#provenance?.origin ?? originOf(this.#url, this.#settings);
    return credentialChain({
      own: { ...origin, user: user && decodeText(user), password: password && decodeText(password) },
      callback: this.#settings.credentials,
      learn: (given) => this.#learn(given),
    });
  }

  /** Creates the call for a referral. It is part of this call and has its deadline. */
  #referred(url: string, chain: readonly string[]): CallSetup<"get"> {
    const { signal } = this.#call;
    const { range } = this.#options;
    const limits = { ...this.limits, deadline: Number.POSITIVE_INFINITY };
    return new CallSetup(
      this.#settings,
      { text: url, provenance: { ...this.found, login: NO_LOGIN } },
      "get",
      { signal, limits, range, transcript: this.transcript },
      chain,
    );
  }

  /** Masks a login in all later texts. */
  #learn(given: Credentials): void {
    this.#secrets.push(...secretVariants({ user: decodeText(this.#url.user ?? ""), ...given }));
    this.#conceal = createRedactor(this.#secrets);
  }
}

const NO_OPTIONS: Context["options"] = Object.freeze(Object.create(null));

/** Merges the options of the client with those of the call, which take precedence. */
function optionsOf(
  ofClient: Context["options"] | undefined,
  ofCall: CallOptions["options"],
): Context["options"] {
  if (ofClient === undefined && ofCall === undefined) return NO_OPTIONS;
  return Object.assign(Object.create(null), ofClient, ofCall);
}

/** Returns every text that could reveal the login of a URL. */
function secretsIn({ user = "", password }: Url): string[] {
  if (password === undefined) return [];
  return [password, ...secretVariants({ user: decodeText(user), password: decodeText(password) })];
}

function checkScheme({ schemes }: Policy, { scheme }: Url): void {
  if (schemes?.has(scheme) !== false) return;
  throw new AccessError("scheme-blocked", `the policy does not allow ${scheme} URLs`, { scheme });
}

/** Rejects URLs with problems that prevent access. */
function refuseObstacles(
  url: Url,
  problems: readonly Problem[],
  operation: string,
  options: CallOptions,
): void {
  const init = { scheme: url.scheme, operation };
  for (const { code, message, hint } of problems) {
    if (code === "control-octet" || (code === "ambiguous-authority" && options.allowAmbiguous !== true)) {
      throw new AccessError(code, message, { ...init, hint });
    }
  }
  if (url.password === "***") {
    throw new AccessError("bad-userinfo", 'the password of this URL is masked as "***"', {
      ...init,
      hint: "replace *** with the password, or remove it and enter the password when prompted",
    });
  }
}
