import type { ConnectOptions, HttpField, HttpRequest } from "@anyurl/core/exchange";
import type { ManagedConnection } from "../connection/managed-connection.ts";
import {
  type CallNetwork,
  leaseConnection,
  type ManagedLease,
  openConnection,
} from "../context/call-network.ts";

/** A connection, leased for one request. */
export interface HttpLease {
  readonly connection: ManagedConnection;
  /** True if the connection was used before. The server may have closed it. */
  readonly isReused: boolean;
  /** Returns the connection to the pool after a response with these fields. Absent if it is for one request. */
  readonly giveBack?: (fields: readonly HttpField[]) => void;
}

/** Returns whether a request may use the pool. The target of a redirect or a referral gets its own connection. */
export function mayPool({ call }: CallNetwork, { sentBy, channel }: ConnectOptions): boolean {
  return call.settings.pool.keeps && sentBy === undefined && channel === undefined;
}

/**
 * Leases a connection for a request: a pooled one of the same origin, or a new one.
 *
 * @param fresh a new one.
 */
export function leaseHttp(
  network: CallNetwork,
  request: HttpRequest,
  how: ConnectOptions,
  fresh: boolean,
): Promise<HttpLease> {
  // Report how TLS ends: the close of the connection may end a response (RFC 9112 §9.8). A request with a body skips
  // this, because its response is short and the check would slow down uploads.
  const closeNotify = request.endpoint.tls === true && request.body === undefined;
  const endpoint = { ...request.endpoint, closeNotify };
  if (!mayPool(network, how))
    return openConnection(network, endpoint, how).then((connection) => ({ connection, isReused: false }));
  const key = ["http", String(network.tls?.cert !== undefined), String(closeNotify)];
  return leaseConnection(network, endpoint, { key, fresh, tls: how.tls }).then(
    (lease) => ofPool(network, lease) ?? leaseHttp(network, request, how, true),
  );
}

/** Returns the lease of a pooled connection; `undefined` if the server may close the connection, which is closed then. */
function ofPool(
  { clock }: CallNetwork,
  { connection, state, giveBack }: ManagedLease,
): HttpLease | undefined {
  // The time when the server may close the connection.
  const until = state as number | undefined;
  if (until !== undefined && until <= clock.elapsed()) {
    connection.close();
    return undefined;
  }
  return {
    connection,
    isReused: until !== undefined,
    giveBack: (fields) => giveBack(clock.elapsed() + readKeepAlive(fields)),
  };
}

/** The time that a request may need to reach the server, in milliseconds. */
const KEEP_ALIVE_MARGIN_MS = 1_000;

/**
 * Returns how long the server keeps an idle connection open, in milliseconds, by its field `Keep-Alive: timeout=5`. A
 * request that crosses the close of its connection fails, and a change of a resource cannot be repeated.
 */
function readKeepAlive(fields: readonly HttpField[]): number {
  const value = fields.find(([name]) => name === "keep-alive")?.[1] ?? "";
  const seconds = /(?:^|[ ,])timeout=([0-9]{1,6})(?![0-9])/i.exec(value)?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000 - KEEP_ALIVE_MARGIN_MS;
}
