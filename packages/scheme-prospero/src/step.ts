import type { Endpoint, Remote } from "@anyurl/core/exchange";

/** What a dialogue over datagrams may ask of whoever performs it. It knows of no socket, and of no clock. */
export type DatagramStep<Event> =
  /** One peer after the other: it takes the place of the one before. */
  | {
      readonly do: "open";
      readonly endpoint: Endpoint;
      /** Who has sent us there; absent for the peer that the URL names. */
      readonly sentBy?: Remote | undefined;
    }
  | {
      readonly do: "send";
      readonly octets: Uint8Array;
      /** The part of the URL that it comes from, by its name in `describe`. */
      readonly part?: string | undefined;
    }
  /** The next datagram within so many milliseconds; time that has gone by is an answer, too. */
  | { readonly do: "receive"; readonly within: number }
  | { readonly do: "emit"; readonly event: Event };

/** What comes of a step. */
export interface Heard {
  /** Of a receive; absent when none has come in time. */
  readonly datagram?: Uint8Array | undefined;
  /** Of a receive: milliseconds that it has taken. */
  readonly elapsed: number;
  /** Of an open: where that is. */
  readonly remote?: Remote;
}

/**
 * The client's half of a protocol over datagrams. A step that fails is thrown into it, for it may know another way.
 */
export type Dialogue<Event, Result> = Generator<DatagramStep<Event>, Result, Heard>;
