import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { AccessError } from "@anyurl/core";
import type { Connection, TlsUpgrade } from "@anyurl/core/exchange";
import { cutError, watchEnd } from "./close-notify.ts";
import { duplexOver } from "./duplex.ts";
import { SocketConnection } from "./socket-connection.ts";
import { optionsOf, watch } from "./tls.ts";
import { tlsFault } from "./tls-fault.ts";
import { waitForTls } from "./wait-for-tls.ts";

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
  try {
    signal.throwIfAborted();
    const stream = await quietStream(connection, tls.closeNotify === true);
    signal.throwIfAborted();
    return await speakOver(stream, connection, tls, signal);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Begins TLS on a stream, which is that of a connection. A failure closes both. */
export async function speakOver(
  stream: Duplex,
  connection: Connection,
  tls: TlsUpgrade,
  signal: AbortSignal,
): Promise<Connection> {
  const end = tls.closeNotify === true ? watchEnd(stream) : undefined;
  // The host leads nowhere here. Without one, Node goes on with no session of a peer that has an address for a name.
  const socket = connectTls({ ...optionsOf(tls), host: tls.serverName, socket: stream });
  end?.watch(socket);
  const handshake = watch(socket, tls);
  const endFailure = end && (() => (end.isCut() ? cutError() : undefined));
  const { remote } = connection;
  const secured = SocketConnection.reading(socket, remote, tls.maxBuffer, connection, endFailure);
  try {
    await waitForTls(socket, signal);
    secured.tls = { ...handshake.facts(), ...(end !== undefined && { closeNotify: true }) };
    return secured;
  } catch (error) {
    secured.close();
    connection.close();
    if (signal.aborted || !(error instanceof Error)) throw error;
    throw tlsFault(error, tls.serverName, handshake.certificate());
  }
}

/**
 * What TLS is spoken over: the socket, or a stream over what is none. Nothing has arrived on it that is
 * unread.
 */
async function quietStream(connection: Connection, closeNotify: boolean): Promise<Duplex> {
  if (connection instanceof SocketConnection) {
    await oneTurn();
    if (connection.unread > 0) throw desync();
    return closeNotify ? connection.releaseCarrier() : connection.release();
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
