/** One of the connections of an exchange: "control" is the first one; others are opened by name. */
export type Channel = "control" | "data" | (string & {});

/** Where to connect. Without a host: to the very address that the control connection has reached. */
export interface Endpoint {
  readonly host?: string;
  readonly port: number;
  /** TLS from the first octet. */
  readonly tls?: boolean;
  /**
   * The close of the connection may end a body. Under TLS, only a close_notify then ends it cleanly, if the transport can
   * tell: `tls.closeNotify` of the connection says so. Default false.
   */
  readonly closeNotify?: boolean;
}

/** What a receive is waiting for: it decides which deadline holds. */
export type Phase = "reply" | "body" | "farewell";

export interface SendStep {
  readonly do: "send";
  readonly octets: Uint8Array;
  readonly on?: Channel;
  /** The part of the URL that it comes from, by its name in `describe`. */
  readonly part?: string;
  /** The rule that asks for it, as "RFC 1738 §3.2.2". */
  readonly cite?: string;
  /** Octets of an entity, and no part of the dialogue. */
  readonly body?: true;
  /** [start, end) of the octets that nobody may see. */
  readonly secret?: readonly [start: number, end: number];
}

/**
 * Gives octets; `undefined` when the peer has closed (or, in a farewell, says nothing). `onLoan`: they are done with
 * before the next step, and so may lie where the next ones will.
 */
export interface ReceiveStep {
  readonly do: "receive";
  readonly on?: Channel;
  readonly phase?: Phase;
  readonly onLoan?: boolean;
}

/**
 * Gives bytes that have arrived already, and does not wait for more. `undefined`: there are none, or the connection cannot
 * say.
 */
export interface PollStep {
  readonly do: "poll";
  readonly on?: Channel;
}

/** What a protocol may ask of whoever performs it. Nothing in a protocol knows of sockets, or of a clock. */
export type Step<Event> =
  | SendStep
  | ReceiveStep
  | PollStep
  | {
      readonly do: "open";
      readonly on: Channel;
      readonly endpoint: Endpoint;
      readonly cite?: string;
      /** The end of what is sent there means "that was all": a close before an `end` step resets the connection. */
      readonly upload?: boolean;
    }
  /**
   * Opens a door for the peer of the first connection. Gives its address and port as text: "192.0.2.1 40000". `accept`
   * waits there for a connection, which becomes the channel.
   */
  | { readonly do: "listen"; readonly on: Channel; readonly cite?: string }
  | { readonly do: "accept"; readonly on: Channel; readonly cite?: string; readonly upload?: boolean }
  /** Begins TLS on an open connection, with the host that was dialled: what STARTTLS and AUTH TLS ask for. */
  | {
      readonly do: "secure";
      readonly on?: Channel;
      readonly cite?: string;
      /** The close of the connection may end a body. As in an {@link Endpoint}. */
      readonly closeNotify?: boolean;
    }
  /** Nothing more will be sent there: the peer sees the end, and may still send. */
  | { readonly do: "end"; readonly on: Channel }
  | { readonly do: "close"; readonly on: Channel }
  /**
   * The first connection may serve again, and this is what the next one has to know of it. Where connections are kept
   * it is then not closed at the end; the exchange says no farewell. Gives an empty array where they are kept, and
   * `undefined` where they are not.
   */
  | { readonly do: "keep"; readonly state: unknown }
  | { readonly do: "emit"; readonly event: Event };

/**
 * The client's half of a protocol, written as the RFC's example dialogue reads. A step that fails is thrown
 * into it, for it may know another way (EPSV, then PASV).
 */
export type Exchange<Event, Result = void> = Generator<Step<Event>, Result, Uint8Array | undefined>;
