import type { Endpoint, Remote } from "@anyurl/core/exchange";

/** A step that an exchange over datagrams requests from its driver. The exchange has no socket and no clock. */
export type DatagramStep<Event> =
  /** Opens a peer, which replaces the previous one. */
  | {
      readonly do: "open";
      readonly endpoint: Endpoint;
      /** The server that referred us there; absent for the server of the URL. */
      readonly sentBy?: Remote | undefined;
    }
  | {
      readonly do: "send";
      readonly octets: Uint8Array;
      /** The part of the URL that the bytes come from, by its name in `describe`. */
      readonly part?: string | undefined;
    }
  /** Receives the next datagram within this many milliseconds; a timeout is also a result. */
  | { readonly do: "receive"; readonly within: number }
  | { readonly do: "emit"; readonly event: Event };

/** The result of a step. */
export interface ReceivedDatagram {
  /** Of a receive; absent after a timeout. */
  readonly datagram?: Uint8Array | undefined;
  /** Of a receive: elapsed milliseconds. */
  readonly elapsed: number;
  /** Of an open: the remote address. */
  readonly remote?: Remote;
}

/**
 * The client's half of a protocol over datagrams. The error of a failed step is thrown into it, so that it can try
 * another way.
 */
export type DatagramExchange<Event, Result> = Generator<DatagramStep<Event>, Result, ReceivedDatagram>;
