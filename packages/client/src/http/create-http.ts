import { AccessError, isAccessError, octetsOf } from "@anyurl/core";
import {
  type Connection,
  type ConnectOptions,
  type Context,
  formatHttpAuthority,
  type HttpConnection,
  type HttpRequest,
  type HttpResponse,
} from "@anyurl/core/exchange";
import { lookedUp } from "../call/looked-up.ts";
import { GuardedConnection } from "../connection/guarded-connection.ts";
import type { CallNetwork } from "../context/call-network.ts";
import { withCleanup } from "./cleanup.ts";
import { type HttpLease, leaseHttp, openReferredHttp } from "./http-lease.ts";
import { IdleTimeout } from "./idle-timeout.ts";
import { redactRequest, redactResponse } from "./redact-headers.ts";

/**
 * Creates HTTP for schemes; `undefined` if the transport does not support it. After a response is read, its connection
 * is closed, or returned to the pool if the client has one. If a response is left early, its connection is pooled only
 * if the whole response has arrived, for example because it has no content.
 *
 * The head of a response must arrive within `replyTimeout` of the request; a body has the same limits as any other. The
 * client certificate is sent to the first server only, not to the target of a redirect.
 */
export function createHttp(door: CallNetwork): Context["http"] {
  if (door.settings.transport.http === undefined) return undefined;
  let first: string | undefined;
  return async (asked, how = {}) => {
    const endpoint = lookedUp(asked.endpoint, door.settings.idna);
    const request = endpoint === asked.endpoint ? asked : { ...asked, endpoint };
    const origin = originOf(request.endpoint);
    first ??= origin;
    const own = networkFor(door, request.endpoint);
    return exchange(first === origin ? own : withoutCertificate(own), request, how);
  };
}

async function exchange(door: CallNetwork, request: HttpRequest, how: ConnectOptions): Promise<HttpResponse> {
  const isSent = how.sentBy !== undefined || how.channel !== undefined;
  const taken = await (isSent ? openReferredHttp(door, request, how) : leaseHttp(door, request, false));
  try {
    return await exchangeOn(taken, door, request, how);
  } catch (error) {
    // A pooled connection may have been closed meanwhile, so repeat a safe request on a new connection.
    const mayRepeat = taken.isReused && request.body === undefined && SAFE.has(request.method);
    const isGone = isAccessError(error) && error.code === "truncated" && !door.call.aborted;
    if (!mayRepeat || !isGone) throw error;
    return exchangeOn(await leaseHttp(door, request, true), door, request, how);
  }
}

/** RFC 9110 §9.2.1. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

async function exchangeOn(
  { connection, http, keepAlive, leave, keep }: HttpLease,
  door: CallNetwork,
  request: HttpRequest,
  how: ConnectOptions,
): Promise<HttpResponse> {
  const { settings, limits, record } = door;
  const { clock } = settings;
  const on = how.channel ?? "control";
  const { remote } = connection;
  let body: HttpResponse["body"] | undefined;
  let isOver = false;
  const content: Connection = {
    remote,
    get tls() {
      return connection.tls;
    },
    send: async () => {},
    receive: async () => (await body?.next())?.value ?? undefined,
    close: () => http.close(),
  };
  // The limits of a connection apply to the body.
  const guarded = new GuardedConnection(content, door, leave);
  const patience = new IdleTimeout(clock, limits.replyTimeout, "the server's reply", "replyTimeout");
  /** Closes the connection, or keeps it if all of the response has arrived. */
  const end = () => {
    if (isOver) return;
    isOver = true;
    patience.leave();
    // `return` tells the transport at once whether the connection is reusable.
    body?.return().catch(() => {});
    if (keep()) {
      guarded.retire();
      record({ do: "keep", on });
      return;
    }
    guarded.close();
    record({ do: "close", on });
  };
  try {
    // Throws if the policy does not allow passwords in clear text.
    await guarded.send(NOTHING, request.secret);
    const response = await begun(door, http, request, patience, on, keepAlive);
    body = response.body;
    return { ...response, remote, body: withCleanup(octets(), end) };
  } catch (error) {
    http.close();
    end();
    throw error;
  }

  async function* octets(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        const piece = await guarded.receive("body");
        if (piece === undefined) return;
        record({ do: "receive", on, octets: piece, body: true });
        yield piece;
      }
    } finally {
      end();
    }
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** Sends the request, and waits for the head of its response. */
async function begun(
  { call, record }: CallNetwork,
  http: HttpConnection,
  request: HttpRequest,
  patience: IdleTimeout,
  on: string,
  keepAlive: boolean,
): Promise<Omit<HttpResponse, "remote">> {
  const { method, target, fields, body, length } = request;
  const authority = formatHttpAuthority(request.endpoint);
  record({ do: "send", on, octets: octetsOf(redactRequest(request, authority, keepAlive)), body: false });
  const sent = {
    ...{ method, target, authority, fields },
    ...(body !== undefined && {
      body: patience.with(body, (octets) => record({ do: "send", on, octets, body: true })),
    }),
    ...(length !== undefined && { length }),
  };
  patience.begin();
  const answer = http.request(sent, call.signal);
  const response = await call.unlessAborted(Promise.race([answer, patience.lost]));
  patience.end();
  record({ do: "receive", on, octets: octetsOf(redactResponse(response)), body: false });
  return response;
}

/**
 * Returns the network for a URL with this endpoint. An http URL may redirect to https or back, and each scheme has its
 * own rules.
 */
function networkFor(door: CallNetwork, { tls }: HttpRequest["endpoint"]): CallNetwork {
  if (door.scheme !== "http" && door.scheme !== "https") return door;
  const scheme = tls === true ? "https" : "http";
  if (door.settings.policy.schemes?.has(scheme) === false)
    throw new AccessError("scheme-blocked", `the policy does not allow ${scheme} URLs`, { scheme });
  return { ...door, scheme, defaultPort: tls === true ? 443 : 80 };
}

function withoutCertificate(door: CallNetwork): CallNetwork {
  if (door.tls === undefined) return door;
  const { cert: _cert, key: _key, ...tls } = door.tls;
  return { ...door, tls };
}

function originOf(endpoint: HttpRequest["endpoint"]): string {
  return `${endpoint.tls === true ? "https" : "http"}://${endpoint.host.toLowerCase()}:${endpoint.port}`;
}
