import { AccessError, asciiLowerCase, isAccessError } from "@anyurl/core";
import {
  type Connection,
  type ConnectOptions,
  formatHttpAuthority,
  type HttpRequest,
  type HttpResponse,
  type PlatformResponse,
  type Remote,
  type TlsFacts,
  type Transport,
} from "@anyurl/core/exchange";
import { parseAddress } from "../connection/addresses.ts";
import {
  approvedAddresses,
  approvePort,
  checkHost,
  isLocalhost,
  outsideSender,
  rejectInternal,
} from "../connection/approve.ts";
import { ManagedConnection } from "../connection/managed-connection.ts";
import { hostBlockedError } from "../connection/policy.ts";
import { type CallNetwork, type NetworkCall, serverKey } from "../context/call-network.ts";
import { findProxy } from "../proxies/settings.ts";
import { formatResponseHead, type RequestHead } from "./head-text.ts";
import { lengthError } from "./http-exchange.ts";

/** Sends a request over HTTP as the platform does: `http` of the transport. */
export type SendByPlatform = NonNullable<Transport["http"]>;

/**
 * Sends one request by the platform's own HTTP client. The policy, limits, and the transcript apply as they do to our own
 * connections, except that the platform looks names up and verifies certificates itself.
 *
 * @throws {AccessError} port-blocked, host-blocked, connect-failed, timeout; unsupported: the client has a proxy or TLS
 *   options, which the platform does not take. bad-option: the body has another length.
 */
export async function sendByPlatform(
  network: CallNetwork,
  send: SendByPlatform,
  request: HttpRequest,
  head: RequestHead,
  how: ConnectOptions,
): Promise<HttpResponse> {
  const { endpoint, method, target, fields, secret } = request;
  const channel = how.channel ?? "control";
  network.call.connectsTo(endpoint);
  const address = await approve(network, endpoint, how);
  rejectSettings(network, endpoint, how);
  const remote = { address, port: endpoint.port, host: endpoint.host };
  const { leave } = await network.call.settings.pool.enter(serverKey(endpoint), network.call);
  const platform = new PlatformConnection(remote);
  const link = { connection: platform, remote, isSecure: endpoint.tls === true };
  const connection = new ManagedConnection(link, network, { onClose: leave });
  network.call.keep(connection);
  network.call.opened(channel, remote);
  try {
    // Sends nothing, but throws if the policy does not allow passwords in clear text.
    await connection.send(head.bytes, secret);
    network.call.recordFormatted("send", channel, head.masked);
    const upload = request.body && new Upload(request.body, request.length, network.call, channel);
    const scheme = endpoint.tls === true ? "https" : "http";
    const url = `${scheme}://${formatHttpAuthority(endpoint)}${target}`;
    platform.start((signal) => send({ url, method, fields, ...(upload && { body: upload }) }, signal));
    // The timeout starts when all of the body was handed over.
    if (upload === undefined) await connection.receive();
    else {
      const received = connection.receiveUntimed();
      const first = await Promise.race([received, upload.taken]);
      if (first === TAKEN) await Promise.race([received, connection.receive()]);
    }
    const response = platform.response!;
    network.call.recordFormatted("receive", channel, () => formatResponseHead(response));
    const { status, reason, fields: received, framing } = response;
    const body = readBody(connection, network.call, channel);
    return { status, reason, fields: received, framing, remote, body };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Approves what can be checked before the platform looks a name up: the port, a literal address, `localhost`, and whether
 * a server named the URL. Returns the address, or the name if its address is not known.
 *
 * @throws {AccessError} host-blocked: the policy has rules for addresses, and the host is a name.
 */
async function approve(
  network: CallNetwork,
  { host, port }: HttpRequest["endpoint"],
  { sentBy }: ConnectOptions,
): Promise<string> {
  const { policy, call } = network;
  const sender = outsideSender(sentBy, network.sentBy);
  await approvePort(network, host, port, sender);
  if (parseAddress(host) !== undefined || isLocalhost(host))
    return rejectInternal(await approvedAddresses(network, host, call.signal), sender)[0]!;
  checkHost(host);
  if (policy.profile === "untrusted" || policy.deny.length > 0)
    throw hostBlockedError(
      "this host: the runtime looks names up itself, so the policy cannot check the address",
      "use a transport with sockets, such as nodeTransport",
    );
  return host;
}

/** @throws {AccessError} unsupported: a setting of the client would have no effect. */
function rejectSettings(
  { scheme, proxies, tls, pins }: CallNetwork,
  { host, port, tls: isSecure }: HttpRequest["endpoint"],
  how: ConnectOptions,
): void {
  const reject = (what: string, option: string) => {
    throw new AccessError("unsupported", `the HTTP client of this runtime does not support ${what}`, {
      hint: `remove the option ${option}, or use a transport with sockets`,
    });
  };
  if (proxies !== undefined && findProxy(scheme, host, port, proxies) !== undefined)
    reject("the proxy of this host", "proxies");
  if (isSecure !== true) return;
  const hasPins = pins?.has(`${asciiLowerCase(host)}:${port}`) === true;
  if (hasPins || how.tls !== undefined || Object.values(tls ?? {}).some((value) => value !== undefined))
    reject("TLS options", tls?.insecure === true ? "insecure" : "tls");
}

/** The platform verifies certificates, and does not report more. */
const PLATFORM_TLS: TlsFacts = { protocol: "", authorized: true, fingerprint: "" };
const NOTHING: Uint8Array = new Uint8Array(0);

/** A request and response of the platform as a connection, so that the limits of a connection apply. */
class PlatformConnection implements Connection {
  readonly remote: Remote;
  readonly tls: TlsFacts = PLATFORM_TLS;
  response: PlatformResponse | undefined;
  #pending: Promise<Uint8Array> | undefined;
  readonly #controller = new AbortController();

  constructor(remote: Remote) {
    this.remote = remote;
  }

  start(send: (signal: AbortSignal) => Promise<PlatformResponse>): void {
    const { signal } = this.#controller;
    this.#pending = send(signal).then(
      (response) => {
        this.response = response;
        if (signal.aborted) this.#leaveBody();
        return NOTHING;
      },
      (cause) => {
        throw isAccessError(cause) ? cause : failure(cause);
      },
    );
    this.#pending.catch(() => {});
  }

  async send(): Promise<void> {}

  /** Resolves to no bytes when the head has arrived, and then to the chunks of the body. */
  async receive(): Promise<Uint8Array | undefined> {
    const { response } = this;
    if (response === undefined) return this.#pending;
    const { done, value } = await response.body.next();
    return done === true ? undefined : value;
  }

  close(): void {
    this.#controller.abort();
    this.#leaveBody();
  }

  #leaveBody(): void {
    this.response?.body.return().catch(() => {});
  }
}

function failure(cause: unknown): AccessError {
  return new AccessError("connect-failed", "the HTTP client of this runtime could not send the request", {
    cause,
    hint: "check that the server runs, and in a browser, that it allows requests from this origin (CORS)",
  });
}

const TAKEN = "taken";

/** The body of a request, recorded, with its declared length. */
class Upload implements AsyncIterable<Uint8Array> {
  /** Resolves when the platform has taken all of the body. */
  readonly taken: Promise<typeof TAKEN>;
  #onTaken!: (taken: typeof TAKEN) => void;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #length: number | undefined;
  readonly #record: (octets: Uint8Array) => void;

  constructor(
    source: AsyncIterable<Uint8Array>,
    length: number | undefined,
    call: Pick<NetworkCall, "record">,
    on: NonNullable<ConnectOptions["channel"]>,
  ) {
    this.#source = source;
    this.#length = length;
    this.#record = (octets) => call.record({ do: "send", on, octets, body: true });
    this.taken = new Promise((resolve) => {
      this.#onTaken = resolve;
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    let sent = 0;
    for await (const chunk of this.#source) {
      sent += chunk.length;
      if (sent > (this.#length ?? sent)) break;
      this.#record(chunk);
      yield chunk;
    }
    if (this.#length !== undefined && sent !== this.#length) throw lengthError(this.#length);
    this.#onTaken(TAKEN);
  }
}

/** Returns the content. Leaving it before its first chunk ends the exchange as well. */
function readBody(
  connection: ManagedConnection,
  call: Pick<NetworkCall, "record">,
  on: NonNullable<ConnectOptions["channel"]>,
): HttpResponse["body"] {
  async function* read(): HttpResponse["body"] {
    try {
      for (;;) {
        const octets = await connection.receive("body");
        if (octets === undefined) return true;
        call.record({ do: "receive", on, octets, body: true });
        if (octets.length > 0) yield octets;
      }
    } finally {
      connection.close();
      call.record({ do: "close", on });
    }
  }
  const body = read();
  const end = body.return.bind(body);
  // A generator that has not started does not run its `finally` block.
  const leave: typeof end = (value) => {
    connection.close();
    return end(value);
  };
  body.return = leave;
  return body;
}
