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

/** One call: a URL that is about to be opened, and what it is opened with. Made and used once. */
export class CallSetup<O extends OperationName> {
  readonly limits: Limits;
  /** Octets that the body's stream may carry. */
  readonly maxBody: number;
  readonly transcript: Transcript;
  /** With "***" for a password. */
  readonly shownUrl: string;
  readonly #settings: ClientSettings;
  readonly #operation: O;
  readonly #options: CallOptions;
  readonly #url: Url;
  readonly #scheme: Scheme;
  readonly #call: CallScope;
  readonly #chain: readonly string[];
  readonly #provenance: Provenance | undefined;
  /** The server that the call has talked to; one outside, if there was one. */
  #server: Remote | undefined;
  #found: Provenance | undefined;
  /** Hosts and ports that a scheme got a connection to. */
  readonly #connected = new Set<string>();
  readonly #secrets: (string | undefined)[];
  #conceal: (text: string) => string;
  /** Made when somebody asks. */
  #credentials: Context["ask"] | undefined;
  #endpoint: string | undefined;

  /**
   * @param chain the normal forms of the URLs that have led to this one.
   * @throws {UrlSyntaxError} the text is no URL. @throws {AccessError} it is refused before anything is dialled.
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
    // Without a port there is no server to look up.
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
    // A gateway is told of URLs whoever named them: the caller has chosen it.
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

  /** Has the caller given up, or time run out? */
  get aborted(): boolean {
    return this.#call.aborted;
  }

  /** Does what the operation has given wait for the program to read on? */
  set isUnread(isUnread: boolean) {
    this.#call.isUnread = isUnread;
  }

  /** @throws the reason of the abort. */
  throwIfAborted(): void {
    this.#call.throwIfAborted();
  }

  /** What is waited for, or the reason of the abort when that comes first. */
  unlessAborted<T>(promise: Promise<T>): Promise<T> {
    return this.#call.unlessAborted(promise);
  }

  /** Aborted when the caller gives up, and when time is up. */
  get signal(): AbortSignal {
    return this.#call.signal;
  }

  /** Does the operation; the call ends with it, unless the result stays open. `check` throws when the result is none. */
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

  /** As {@link run}, for an operation that gives one thing after the other. */
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
        // One that hangs is not waited for: its connections are closed next.
        things.return().catch(() => {});
      }
    } catch (error) {
      throw this.told(error);
    } finally {
      this.end();
    }
  }

  /** An error as the caller is to see it. */
  told(error: unknown): unknown {
    return toCallerError(error, {
      scheme: this.#url.scheme,
      operation: this.#operation,
      endpoint: this.#endpoint,
      conceal: this.#conceal,
      signal: this.#call.signal,
    });
  }

  /** Closes whatever the call has opened. Idempotent. */
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

  /** A plugin hears no login but those of its own scheme, for the URL's own server and those that it has connected to. */
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
    // What a server named is elsewhere, unless it has the origin of the URL that led to it.
    const origin = this.#provenance?.origin ?? originOf(this.#url, this.#settings);
    return credentialChain({
      own: { ...origin, user: user && decodeText(user), password: password && decodeText(password) },
      callback: this.#settings.credentials,
      learn: (given) => this.#learn(given),
    });
  }

  /** What a server has referred us to, as a part of this call: its deadline is this one's. */
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

  /** Hides a login from now on, wherever it comes up. */
  #learn(given: Credentials): void {
    this.#secrets.push(...secretVariants({ user: decodeText(this.#url.user ?? ""), ...given }));
    this.#conceal = createRedactor(this.#secrets);
  }
}

const NO_OPTIONS: Context["options"] = Object.freeze(Object.create(null));

/** The caller's options over the client's. */
function optionsOf(
  ofClient: Context["options"] | undefined,
  ofCall: CallOptions["options"],
): Context["options"] {
  if (ofClient === undefined && ofCall === undefined) return NO_OPTIONS;
  return Object.assign(Object.create(null), ofClient, ofCall);
}

/** Every text by which the login of a URL could become known. */
function secretsIn({ user = "", password }: Url): string[] {
  if (password === undefined) return [];
  return [password, ...secretVariants({ user: decodeText(user), password: decodeText(password) })];
}

function checkScheme({ schemes }: Policy, { scheme }: Url): void {
  if (schemes?.has(scheme) !== false) return;
  throw new AccessError("scheme-blocked", `the policy does not allow ${scheme} URLs`, { scheme });
}

/** Warnings of the text that forbid access. */
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
