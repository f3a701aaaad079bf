import type { Remote } from "./connection.ts";

/** A UDP socket with one peer. Datagrams from other senders are dropped. */
export interface DatagramSocket {
  readonly remote: Remote;
  /** @throws {AccessError} too-large: the data exceeds one datagram. */
  send(octets: Uint8Array): Promise<void>;
  /**
   * Resolves to the next datagram, which the caller owns, or to `undefined` if none arrived within the given number of
   * milliseconds: a timeout is an event. `Infinity` waits without a limit. Only one receive at a time; datagrams that
   * arrive between two receives are kept, up to `maxBuffer`.
   *
   * @throws the system's error if the peer is known to be unreachable; within a client AccessError connect-failed,
   *   timeout, too-large.
   */
  receive(within: number): Promise<Uint8Array | undefined>;
  /** Idempotent. */
  close(): void;
}
