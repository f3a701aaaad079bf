import type { Connection, ConnectOptions, HttpConnection, HttpRequest } from "@anyurl/core/exchange";
import { dial } from "../connection/dial.ts";
import type { Poolable } from "../connection/pool.ts";
import { type CallNetwork, openConnection, senderKey, serverKey } from "../context/call-network.ts";

/** A connection on which HTTP is spoken, for one exchange. */
export interface HttpLease {
  readonly connection: Connection;
  readonly http: HttpConnection;
  /** Has it served before? Then it may be gone by now. */
  readonly isReused: boolean;
  /** May another request follow the one? Then it says so. */
  readonly keepAlive: boolean;
  /** It is closed: there is room for another one. */
  readonly leave: (() => void) | undefined;
  /** Gives it back for the next one; false where it is of no more use, or connections are not kept. */
  keep(): boolean;
}

/**
 * A new connection to where somebody has sent us: none that was opened for somebody else's reasons, and none that is kept
 * for them.
 */
export async function openReferredHttp(
  door: CallNetwork,
  request: HttpRequest,
  how: ConnectOptions,
): Promise<HttpLease> {
  return openConnection(door, endpointOf(request), how, ({ connection, leave }) => {
    const http = door.settings.transport.http!(connection, door.limits);
    return { connection, http, isReused: false, keepAlive: false, leave, keep: () => false };
  });
}

/** A connection for a request: one that is kept for this origin, where the client keeps any, and else a new one. */
export async function leaseHttp(door: CallNetwork, request: HttpRequest, fresh: boolean): Promise<HttpLease> {
  const { settings, call, limits, scheme, tls } = door;
  const { pool, transport } = settings;
  const { maxHead, maxFields } = limits;
  if (!pool.keeps) return openReferredHttp(door, request, {});
  const endpoint = endpointOf(request);
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
  // It ends with the call, unless it is kept: nobody may ever begin to read the response.
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
 * The close of the connection may end a response (RFC 9112 §9.8). To a request with a body the server answers with little,
 * and to tell how TLS ends would make an upload slower.
 */
function endpointOf({
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

  /** What comes while it rests closes it: then it can take no request. */
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
