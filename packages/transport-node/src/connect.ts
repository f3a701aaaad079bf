import { connect as connectTcp, isIP } from "node:net";
import type { Connection, TlsEndpoint, TransportEndpoint } from "@anyurl/core/exchange";
import { ReadAhead } from "./read-ahead.ts";
import { SocketConnection } from "./socket-connection.ts";
import { waitForTls } from "./wait-for-tls.ts";

/** The peer may have ended its side and still read. */
const HALF_OPEN = { allowHalfOpen: true, autoSelectFamily: false } as const;

/**
 * Connects to this address. Resolves when TCP is connected, and TLS if requested.
 *
 * Rejects with a TypeError if the endpoint is a name: the caller resolves names and checks addresses.
 */
export function connect(endpoint: TransportEndpoint, signal: AbortSignal): Promise<Connection> {
  const { address, tls } = endpoint;
  if (signal.aborted) return Promise.reject(signal.reason);
  if (isIP(address) === 0) {
    const message = "a transport connects to IP addresses and does not look up names";
    return Promise.reject(new TypeError(message));
  }
  if (tls !== undefined) return connectSecurely(endpoint, tls, signal);
  return connectPlainly(endpoint, signal);
}

function connectPlainly(
  { address, port, maxBuffer }: TransportEndpoint,
  signal: AbortSignal,
): Promise<SocketConnection> {
  const ahead = new ReadAhead();
  const onread = {
    buffer: () => ahead.buffer,
    callback: (length: number): boolean => connection.lend(length),
  };
  const socket = connectTcp({ ...HALF_OPEN, host: address, port, onread });
  const connection = new SocketConnection(socket, { address, port }, maxBuffer, ahead);
  return connection.connected(signal);
}

async function connectSecurely(
  endpoint: TransportEndpoint,
  tls: TlsEndpoint,
  signal: AbortSignal,
): Promise<Connection> {
  // Only a connection with TLS waits for these modules.
  const { connectTls, toConnectionOptions, speakOver, tlsFault, watch } = await import("./tls-speaker.ts");
  signal.throwIfAborted();
  const { address, port, maxBuffer } = endpoint;
  if (tls.closeNotify === true) {
    const plain = await connectPlainly(endpoint, signal);
    // Nothing has been read yet: TLS begins in the same turn in which TCP connects.
    return speakOver(plain.releaseCarrier(), plain, { ...tls, maxBuffer }, signal);
  }
  const socket = connectTls({ ...HALF_OPEN, host: address, port, ...toConnectionOptions(tls) });
  const handshake = watch(socket, tls);
  // Node hands out what it decrypts even if there is no room for it, so there is no buffer to lend.
  const connection = SocketConnection.reading(socket, { address, port }, maxBuffer);
  try {
    await waitForTls(socket, signal);
    connection.tls = handshake.facts();
    return connection;
  } catch (error) {
    connection.close();
    if (signal.aborted || !(error instanceof Error)) throw error;
    throw tlsFault(error, tls.serverName, handshake.certificate());
  }
}
