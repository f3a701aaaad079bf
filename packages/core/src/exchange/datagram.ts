import type { Remote } from "./context.ts";

/** A UDP socket with one peer: what anybody else sends does not arrive. */
export interface DatagramSocket {
  readonly remote: Remote;
  /** @throws {AccessError} too-large: more than one datagram holds. */
  send(octets: Uint8Array): Promise<void>;
  /**
   * The next datagram, the caller's own; `undefined` when none has come in so many milliseconds: time arrives as an
   * event. `Infinity`: however long it takes. One at a time; what comes between two is not lost, up to `maxBuffer`.
   *
   * @throws the system's error when the peer is known not to be there; within a client AccessError connect-failed,
   *   timeout, too-large.
   */
  receive(within: number): Promise<Uint8Array | undefined>;
  /** Idempotent. */
  close(): void;
}
