import type { Limits } from "../limits.ts";
import type { DatagramSocket } from "./datagram.ts";
import type { Files } from "./files.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import type { ByteRange, Entity } from "./operations.ts";
import type { Channel, Endpoint, Phase } from "./step.ts";

/** What `send` of a connection gives where all octets were taken at once. */
export const SENT: Promise<void> = Promise.resolve();

/** A connection as a protocol sees it: octets out, octets in. Made by a transport, guarded by a client. */
export interface Connection {
  readonly remote: Remote;
  /** The address that it has here, where that is known. */
  readonly local?: { readonly address: string } | undefined;
  /** Where TLS is up: what its handshake has found out. */
  readonly tls?: TlsFacts | undefined;
  /**
   * Resolves when there is room for more; {@link SENT} itself where there was at once, so that nobody need wait.
   * `secret`: a password is among the octets. Whoever guards the connection may refuse to send it in the clear.
   */
  send(octets: Uint8Array, secret?: boolean): Promise<void>;
  /**
   * The next octets, the caller's own; `undefined` once the peer has closed cleanly. A reset is an error,
   * never a clean end.
   *
   * @param onLoan the octets may lie in a buffer that the next receive fills anew: whoever asks so has done with them by
   *   then. A connection need not lend.
   */
  receive(phase?: Phase, onLoan?: boolean): Promise<Uint8Array | undefined>;
  /**
   * Bytes that have arrived and wait to be received; `undefined` if there are none. It does not wait for the peer. Absent:
   * the connection cannot say.
   */
  poll?(): Promise<Uint8Array | undefined>;
  /**
   * Begins TLS, as STARTTLS and AUTH TLS ask for, with the host that was dialled. From then on all octets are
   * under it. A protocol sees to it that it has none unread itself: somebody between could have put them
   * there (RFC 3207 §5).
   *
   * @throws {AccessError} tls-failed; desync: octets came before TLS was up; unsupported. The connection is
   *   closed.
   */
  secure?(options?: SecureOptions): Promise<void>;
  /** Nothing more will be sent; octets still come. Resolves when the end is on its way. Absent: it is closed instead. */
  end?(): Promise<void>;
  /**
   * From now on only {@link end} ends what is sent: a close before it is a reset (RST) and not a clean end, so that the
   * peer cannot take a part for the whole. It holds for TLS that begins later as well. Absent: the transport cannot reset.
   */
  resetUnlessEnded?(): void;
  /**
   * Nobody uses it from now on, or somebody does again. While it rests it must not keep a process alive, where a
   * runtime has such a thing.
   */
  rest?(resting: boolean): void;
  /** Idempotent. Nothing is left after it: no socket, no timer, no listener. */
  close(): void;
}

/** How TLS begins on an open connection. */
export interface SecureOptions {
  /** The close of the connection may end a body. As in an `Endpoint`. */
  readonly closeNotify?: boolean | undefined;
}

/**
 * A connection that may have served before, and may serve again: what was said on it belongs to one login, and its key
 * says to which.
 */
export interface Lease {
  readonly connection: Connection;
  /** What the one before has said when it was given back; `undefined`: the connection is new. */
  readonly state: unknown;
  /**
   * Gives the connection back for whoever asks with the same key. Only after an exchange that has ended cleanly, with
   * nothing unread. A connection that is closed is not given back.
   */
  giveBack(state: unknown): void;
}

export interface LeaseOptions {
  /**
   * Everything that must be the same for a connection to be used again, beside scheme, host, port and TLS: the login
   * and the options that the server has been told of.
   */
  readonly key: readonly (string | undefined)[];
  /** A new one, for one that was kept has turned out to be of no use. Default false. */
  readonly fresh?: boolean;
  /** Called before a new one is made: what it throws keeps it from being made. */
  readonly beforeNew?: () => void;
}

/** Where a connection has arrived. */
export interface Remote {
  /** The address that was reached; behind a proxy that looks names up by itself, the name. */
  readonly address: string;
  readonly port: number;
  /** The name or address that was dialled, and that a certificate must carry. */
  readonly host?: string;
  /** The proxy between, as "socks5://proxy.example:1080"; never with a login. */
  readonly proxy?: string;
}

/** What a handshake of TLS has found out. */
export interface TlsFacts {
  /** As "TLSv1.3". */
  readonly protocol: string;
  /** Is the certificate valid, and for the host? False only where `insecure` was asked for. */
  readonly authorized: boolean;
  /** SHA-256 of the peer's certificate, as "0A:1B:…". */
  readonly fingerprint: string;
  /** What another connection to the same peer may resume. */
  readonly session?: TlsSession;
  /**
   * The transport tells a close_notify from a close without one: `receive` gives `undefined` only after a close_notify, and
   * rejects with the AccessError `truncated` after another close. So the end of the connection proves the end of a body.
   */
  readonly closeNotify?: true;
}

/**
 * A session of TLS. Only the transport that has made it can do something with it; there is nothing in it to
 * see.
 */
export type TlsSession = Readonly<Record<never, never>>;

/** What a scheme asks for when it needs a login that the URL does not give. */
export interface CredentialRequest {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** The user that the URL names, if it names one: then only that user's password will do. */
  readonly user: string | undefined;
  /** What is missing. */
  readonly wanted: "user" | "password" | "account";
}

export interface Credentials {
  readonly user?: string;
  readonly password?: string;
  readonly account?: string;
}

/** One thing that happened on the wire. */
export type WireEvent =
  | {
      readonly do: "open";
      readonly on: Channel;
      readonly address: string;
      readonly port: number;
      /** It was open already, and has served before. */
      readonly reused?: true;
    }
  | {
      readonly do: "send" | "receive";
      readonly on: Channel;
      readonly octets: Uint8Array;
      readonly body: boolean;
    }
  | { readonly do: "secure"; readonly on: Channel; readonly protocol: string }
  | { readonly do: "close"; readonly on: Channel }
  /** Not closed, but kept for the next one. */
  | { readonly do: "keep"; readonly on: Channel };

/**
 * The world as a scheme may touch it. All input and output goes through here, so that policy, limits,
 * deadlines and recording are written once, for every scheme there will ever be.
 */
export interface Context {
  /** Opens a connection to an approved address. */
  connect(endpoint: Endpoint, options?: ConnectOptions): Promise<Connection>;
  /** A connection of those that are kept, or a new one. Absent: connections are not kept here. */
  lease?(endpoint: Endpoint, options: LeaseOptions): Promise<Lease>;
  /** A door for the peer of a connection, which connects to us. Absent: nobody can. */
  listen?(beside: Connection): Promise<Listener>;
  /** One exchange of HTTP with an approved address. Absent: the transport has no HTTP. */
  http?(request: HttpRequest, options?: ConnectOptions): Promise<HttpResponse>;
  /** A UDP socket to an approved address. Absent: the transport has none. */
  datagram?(endpoint: Endpoint, options?: ConnectOptions): Promise<DatagramSocket>;
  /** The files of this machine below the roots of the policy. Absent: there are none to be had. */
  readonly files?: Files;
  /**
   * Gets what another URL names in place of this one: what a server has referred us to, under the policy, with no login
   * of this URL, and at most `maxReferrals` deep.
   */
  refer?(url: string): Promise<Entity>;
  /** Asks the caller; `undefined` when nobody can answer. What is given is never shown or recorded. */
  ask(request: CredentialRequest): Promise<Credentials | undefined>;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  record(event: WireEvent): void;
  /**
   * The octets that are wanted of the entity. A scheme that can begin there does; any other one need not
   * care.
   */
  readonly range?: ByteRange;
  /** The caller's options for this scheme; a scheme checks what it takes from here. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Waits for one connection, from the peer of another one and from nobody else. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  /** @throws {AccessError} timeout: nobody has come in `connectTimeout`. */
  accept(): Promise<Connection>;
  /** Idempotent. */
  close(): void;
}

export interface ConnectOptions {
  /** The connection whose peer must be met again: the same address, whatever a server may say. */
  readonly peerOf?: Connection;
  /** A data connection has rules of its own for ports. */
  readonly channel?: Channel;
  /**
   * Who has sent us there, by a redirect or a referral. Nobody out there may send us further in: to an address of this
   * machine or its network.
   */
  readonly sentBy?: Remote;
}
