import type { Connection, ConnectOptions, HttpConnection, HttpRequest } from "@anyurl/core/exchange";
import { dial } from "../connection/dial.ts";
import type { Poolable } from "../connection/pool.ts";
import { type CallNetwork, openConnection, senderKey, serverKey } from "../context/call-network.ts";

/** An HTTP connection, leased for one exchange. */
export interface HttpLease {
  readonly connection: Connection;
  readonly http: HttpConnection;
  /** True if the connection was used before. The server may have closed it. */
  readonly isReused: boolean;
  /** True if the connection may be reused, so that the request says so. */
  readonly keepAlive: boolean;
  /** Closes the connection, and frees its slot. */
  readonly leave: (() => void) | undefined;
  /** Returns the connection to the pool. Returns false if it is not reusable or the client has no pool. */
  keep(): boolean;
}

/** Opens a new connection for a redirect or a referral. It is never taken from the pool or returned to it. */
export async function openReferredHttp(
  door: CallNetwork,
  request: HttpRequest,
  how: ConnectOptions,
): Promise<HttpLease> {
  return openConnection(door, createEndpoint(request), how, ({ connection, leave }) => {
    const http = door.settings.transport.http!(connection, door.limits);
    return { connection, http, isReused: false, keepAlive: false, leave, keep: () => false };
  });
}

/** Leases a connection for a request: a pooled one of the same origin, or a new one. */
export async function leaseHttp(door: CallNetwork, request: HttpRequest, fresh: boolean): Promise<HttpLease> {
  const { settings, call, limits, scheme, tls } = door;
  const { pool, transport } = settings;
  const { maxHead, maxFields } = limits;
  if (!pool.keeps) return openReferredHttp(door, request, {});
  const endpoint = createEndpoint(request);
  door.onConnecting(endpoint);
  const server = serverKey(endpoint);
  const own = [tls?.insecure === true, tls?.cert !== undefined, maxHead, maxFields, endpoint.closeNotify];
  const key = JSON.stringify(["http", scheme, server, endpoint.tls === true, senderKey(door), ...own]);
  let isReused = true;
  const make = async () => {
    isReused = false;
    const connection = await dial(door, endpoint);
    call.release(connection);
    return new KeptHttp(connection, transport.http!(connection, { maxHead, maxFields, keepAlive: true }));
  };
  const { thing, drop, giveBack } = await pool.lend(server, key, make, call, fresh);
  // Close it with the call unless it is pooled: the caller may never read the response.
  call.keep(thing);
  call.whenOver(drop);
  door.opened("control", thing.connection.remote, isReused ? true : undefined);
  return {
    connection: thing.connection,
    http: thing.http,
    isReused,
    keepAlive: true,
    leave: drop,
    keep: () => {
      if (!thing.isGood()) return false;
      call.release(thing);
      giveBack(undefined);
      return true;
    },
  };
}

/**
 * Adds to the endpoint whether to report how TLS ends: the close of the connection may end a response (RFC 9112 §9.8).
 * A request with a body skips this, because its response is short and the check would slow down uploads.
 */
function createEndpoint({
  endpoint,
  body,
}: HttpRequest): HttpRequest["endpoint"] & { readonly closeNotify: boolean } {
  return { ...endpoint, closeNotify: endpoint.tls === true && body === undefined };
}

class KeptHttp implements Poolable {
  readonly connection: Connection;
  readonly http: HttpConnection;

  constructor(connection: Connection, http: HttpConnection) {
    this.connection = connection;
    this.http = http;
  }

  /** Unsolicited data on an idle connection makes it unusable. */
  isGood(): boolean {
    return this.http.reusable;
  }

  layDown(): void {
    this.http.rest?.(true);
  }

  takeUp(): void {
    this.http.rest?.(false);
  }

  close(): void {
    this.http.close();
  }
}
