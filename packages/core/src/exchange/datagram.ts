import type { Remote } from "./context.ts";

/** A UDP socket with one peer: what anybody else sends does not arrive. */
export interface DatagramSocket {
  readonly remote: Remote;
  /** @throws {AccessError} too-large: more than one datagram holds. */
  send(octets: Uint8Array): Promise<void>;
  /** The next datagram; `undefined` when none has come in so many milliseconds: time arrives as an event. */
  receive(within: number): Promise<Uint8Array | undefined>;
  /** Idempotent. */
  close(): void;
}
