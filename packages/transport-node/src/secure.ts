import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { AccessError } from "@anyurl/core";
import type { Connection, TlsUpgrade } from "@anyurl/core/exchange";
import { toDuplex } from "@anyurl/duplex";
import { cutError, watchEnd } from "./close-notify.ts";
import { SocketConnection } from "./socket-connection.ts";
import { toConnectionOptions, watch } from "./tls.ts";
import { tlsFault } from "./tls-fault.ts";
import { waitForTls } from "./wait-for-tls.ts";

/**
 * Starts TLS on an open connection and returns the secured one. The given connection must not be used after that.
 *
 * @throws {AccessError} desync: unread bytes had arrived before TLS. An attacker on the network may have sent them so
 * that they count as the server's own (CVE-2021-22947).
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

/** Starts TLS on the stream of a connection. A failure closes both. */
export async function speakOver(
  stream: Duplex,
  connection: Connection,
  tls: TlsUpgrade,
  signal: AbortSignal,
): Promise<Connection> {
  const end = tls.closeNotify === true ? watchEnd(stream) : undefined;
  // The host is not used to connect. Without it, Node does not resume a session if the server name is an address.
  const socket = connectTls({ ...toConnectionOptions(tls), host: tls.serverName, socket: stream });
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

/** In Deno 2.9, TLS over a socket that has been read before never receives a byte; TLS over a stream does. */
const READS_SOCKETS: boolean = !("Deno" in globalThis);

/**
 * Returns the stream for TLS: the socket itself, or a stream around another kind of connection. It has no unread bytes.
 */
async function quietStream(connection: Connection, closeNotify: boolean): Promise<Duplex> {
  if (connection instanceof SocketConnection) {
    await oneTurn();
    if (connection.unread > 0) throw desync();
    return closeNotify || !READS_SOCKETS ? connection.releaseCarrier() : connection.release();
  }
  const first = connection.receive();
  const early = await Promise.race([first, oneTurn()]);
  if (early instanceof Uint8Array) throw desync();
  return toDuplex(connection, { first });
}

/** Waits one turn of the event loop, so that the bytes in the kernel have been read. */
function oneTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(() => resolve(undefined)));
}

function desync(): AccessError {
  return new AccessError("desync", "the server sent data before TLS, and an attacker may have injected it");
}
