/** A connection of an exchange: "control" is the first one; others are opened by name. */
export type Channel = "control" | "data" | (string & {});

/** Where to connect. Without a host: to the address of the control connection. */
export interface Endpoint {
  readonly host?: string;
  readonly port: number;
  /** Use TLS from the first byte. */
  readonly tls?: boolean;
  /**
   * The close of the connection may end a body. Under TLS, only a close_notify then ends it cleanly, if the transport can
   * tell: `tls.closeNotify` of the connection says so. Default false.
   */
  readonly closeNotify?: boolean;
}

/** What a receive waits for. It selects the deadline. */
export type Phase = "reply" | "body" | "farewell";

export interface SendStep {
  readonly do: "send";
  readonly octets: Uint8Array;
  readonly on?: Channel;
  /** The part of the URL that it comes from, by its name in `describe`. */
  readonly part?: string;
  /** The rule that requires it, for example "RFC 1738 §3.2.2". */
  readonly cite?: string;
  /** Bytes of an entity, not of the dialogue. */
  readonly body?: true;
  /** [start, end) of the secret bytes. */
  readonly secret?: readonly [start: number, end: number];
}

/**
 * Returns bytes, or `undefined` if the peer closed (or, in a farewell, sent nothing). `onLoan`: the exchange is
 * finished with them before the next step, so the next bytes can reuse their buffer.
 */
export interface ReceiveStep {
  readonly do: "receive";
  readonly on?: Channel;
  readonly phase?: Phase;
  readonly onLoan?: boolean;
}

/**
 * Returns bytes that have already arrived and does not wait for more. `undefined` if there are no bytes, or if the
 * connection does not know.
 */
interface PollStep {
  readonly do: "poll";
  readonly on?: Channel;
}

/** The steps that a protocol can request. A protocol knows neither sockets nor a clock. */
export type Step<Event> =
  | SendStep
  | ReceiveStep
  | PollStep
  | {
      readonly do: "open";
      readonly on: Channel;
      readonly endpoint: Endpoint;
      readonly cite?: string;
      /** The end of the sent data marks its completeness: a close before an `end` step resets the connection. */
      readonly upload?: boolean;
    }
  /**
   * Listens for the peer of the first connection. Returns address and port as text: "192.0.2.1 40000". `accept` then
   * waits for a connection, which becomes the channel.
   */
  | { readonly do: "listen"; readonly on: Channel; readonly cite?: string }
  | { readonly do: "accept"; readonly on: Channel; readonly cite?: string; readonly upload?: boolean }
  /** Starts TLS on an open connection with the dialed host, as for STARTTLS and AUTH TLS. */
  | {
      readonly do: "secure";
      readonly on?: Channel;
      readonly cite?: string;
      /** The close of the connection may end a body. As in an {@link Endpoint}. */
      readonly closeNotify?: boolean;
    }
  /** Ends the sending direction of a channel. The peer can still send. */
  | { readonly do: "end"; readonly on: Channel }
  | { readonly do: "close"; readonly on: Channel }
  /**
   * Marks the first connection as reusable, with a note for its next user. With a pool it is then not closed at the
   * end, and the exchange sends no farewell. Returns an empty array if there is a pool, else `undefined`.
   */
  | { readonly do: "keep"; readonly state: unknown }
  | { readonly do: "emit"; readonly event: Event };

/**
 * The client side of a protocol, written like the example dialogue of an RFC. A failed step is thrown into it, because
 * it may have a fallback (EPSV, then PASV).
 */
export type Exchange<Event, Result = void> = Generator<Step<Event>, Result, Uint8Array | undefined>;
