import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { AccessError } from "@anyurl/core";
import type { Connection, TlsUpgrade } from "@anyurl/core/exchange";
import { duplexOver } from "./duplex.ts";
import { established } from "./established.ts";
import { SocketConnection } from "./socket-connection.ts";
import { optionsOf, watch } from "./tls.ts";
import { tlsFault } from "./tls-fault.ts";

/**
 * Begins TLS on an open connection, which is of no other use from then on, and gives the one to go on with.
 *
 * @throws {AccessError} desync: octets that nobody has received had arrived. Whoever can write on the line
 *   may have put them there, and would have them taken for the server's own (CVE-2021-22947).
 */
export async function secure(
  connection: Connection,
  tls: TlsUpgrade,
  signal: AbortSignal,
): Promise<Connection> {
  let secured: SocketConnection | undefined;
  try {
    signal.throwIfAborted();
    const stream = await quietStream(connection);
    signal.throwIfAborted();
    // The host leads nowhere here. Without one, Node goes on with no session of a peer that has an address for a name.
    const socket = connectTls({ ...optionsOf(tls), host: tls.serverName, socket: stream });
    const handshake = watch(socket, tls);
    const result = SocketConnection.reading(socket, connection.remote, tls.maxBuffer, connection);
    secured = result;
    await established(socket, signal).catch((error) => {
      throw signal.aborted ? error : tlsFault(error, tls.serverName, handshake.certificate());
    });
    result.tls = handshake.facts();
    return result;
  } catch (error) {
    secured?.close();
    connection.close();
    throw error;
  }
}

/**
 * What TLS is spoken over: the socket, or a stream over what is none. Nothing has arrived on it that is
 * unread.
 */
async function quietStream(connection: Connection): Promise<Duplex> {
  if (connection instanceof SocketConnection) {
    await oneTurn();
    if (connection.unread > 0) throw desync();
    return connection.release();
  }
  const first = connection.receive();
  const early = await Promise.race([first, oneTurn()]);
  if (early instanceof Uint8Array) throw desync();
  return duplexOver(connection, first);
}

/** What lies in the kernel has been read after it. */
function oneTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(() => resolve(undefined)));
}

function desync(): AccessError {
  return new AccessError(
    "desync",
    "octets came before TLS did, and anybody on the way may have put them there",
  );
}
