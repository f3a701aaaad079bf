import { connect as connectTcp, isIP } from "node:net";
import type { Connection, TransportEndpoint } from "@anyurl/core/exchange";
import { established } from "./established.ts";
import { ReadAhead } from "./read-ahead.ts";
import { SocketConnection } from "./socket-connection.ts";

/**
 * Connects to this very address; resolves when TCP, and TLS where it is asked for, is up.
 *
 * @throws {TypeError} the endpoint is a name: whoever asks has looked it up, and checked the address.
 */
export async function connect(endpoint: TransportEndpoint, signal: AbortSignal): Promise<Connection> {
  const { address, port, tls, maxBuffer } = endpoint;
  // Only whoever wants TLS waits until it is loaded.
  const speaker = tls && (await import("./tls-speaker.ts"));
  signal.throwIfAborted();
  if (isIP(address) === 0)
    throw new TypeError("a transport connects to addresses, and looks up no names by itself");
  const options = {
    host: address,
    port,
    // The peer may have said all, and still listen.
    allowHalfOpen: true,
    autoSelectFamily: false,
  };
  const secured = tls && speaker?.connectTls({ ...options, ...speaker.optionsOf(tls) });
  const handshake = secured && speaker?.watch(secured, tls);
  const remote = { address, port };
  const ahead = new ReadAhead();
  const onread = {
    buffer: () => ahead.buffer,
    callback: (length: number): boolean => connection.lend(length),
  };
  const socket = secured ?? connectTcp({ ...options, onread });
  // Under TLS Node hands out what it has decrypted, whether or not anybody has room for it: that is no buffer to lend.
  const connection =
    secured === undefined
      ? new SocketConnection(socket, remote, maxBuffer, ahead)
      : SocketConnection.reading(socket, remote, maxBuffer);
  try {
    await established(socket, secured === undefined ? "connect" : "secureConnect", signal);
    connection.tls = handshake?.facts();
    return connection;
  } catch (error) {
    connection.close();
    if (tls === undefined || speaker === undefined || signal.aborted || !(error instanceof Error))
      throw error;
    throw speaker.tlsFault(error, tls.serverName, handshake?.certificate());
  }
}
