import type { Limits } from "../syntax/limits.ts";
import type { DatagramSocket } from "./datagram.ts";
import type { Files } from "./files.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import type { ByteRange, Entity } from "./operations.ts";
import type { Channel, Endpoint, Phase } from "./step.ts";

/** The result of `send` if the transport accepted all bytes at once. */
export const ALREADY_SENT: Promise<void> = Promise.resolve();

/** A connection as a protocol sees it: bytes out, bytes in. Created by a transport and guarded by a client. */
export interface Connection {
  readonly remote: Remote;
  /** The local address, if known. */
  readonly local?: { readonly address: string } | undefined;
  /** The result of the TLS handshake, if TLS is active. */
  readonly tls?: TlsFacts | undefined;
  /**
   * Resolves when there is room for more data. Returns {@link ALREADY_SENT} itself if there was room at once, so that the
   * caller need not await. `secret`: the bytes contain a password; a guard can refuse to send them without TLS.
   */
  send(octets: Uint8Array, secret?: boolean): Promise<void>;
  /**
   * Resolves to the next bytes, which the caller owns, or to `undefined` after the peer closed cleanly. A reset is an
   * error, never a clean end.
   *
   * @param onLoan the bytes may lie in a buffer that the next receive overwrites, because the caller is finished with
   *   them by then. A connection need not use such a buffer.
   */
  receive(phase?: Phase, onLoan?: boolean): Promise<Uint8Array | undefined>;
  /**
   * Bytes that have arrived and wait to be received; `undefined` if there are none. It does not wait for the peer. Absent:
   * the connection cannot say.
   */
  poll?(): Promise<Uint8Array | undefined>;
  /**
   * Starts TLS with the dialed host, as for STARTTLS and AUTH TLS. All later bytes are encrypted. The protocol must
   * have no unread bytes: an attacker on the path could have injected them (RFC 3207 §5).
   *
   * @throws {AccessError} tls-failed; desync: bytes arrived before TLS was active; unsupported. The connection is
   *   closed.
   */
  secure?(options?: SecureOptions): Promise<void>;
  /**
   * Ends the sending direction; bytes can still arrive. Resolves when the end was sent. If absent, the connection is
   * closed instead.
   */
  end?(): Promise<void>;
  /**
   * From now on a close before {@link end} is a reset (RST) and not a clean end, so that the peer cannot mistake a part
   * for the whole. This also holds if TLS starts later. Absent: the transport cannot reset.
   */
  resetUnlessEnded?(): void;
  /**
   * Marks the connection as idle or in use. An idle connection must not keep the process alive, if the runtime has such
   * a concept.
   */
  rest?(resting: boolean): void;
  /** Idempotent. Releases all resources: sockets, timers, and listeners. */
  close(): void;
}

/** How TLS begins on an open connection. */
export interface SecureOptions {
  /** The close of the connection may end a body. As in an `Endpoint`. */
  readonly closeNotify?: boolean | undefined;
}

/**
 * A connection that may come from the pool and can return to it. Its state belongs to one login, which its key
 * identifies.
 */
export interface Lease {
  readonly connection: Connection;
  /** The note that its last user left when it released the connection; `undefined` if the connection is new. */
  readonly state: unknown;
  /**
   * Releases the connection to the pool under the same key. Call it only after an exchange that ended cleanly, with
   * nothing unread. A closed connection is not pooled.
   */
  giveBack(state: unknown): void;
}

export interface LeaseOptions {
  /**
   * Everything besides scheme, host, port, and TLS that must match to reuse a connection: the login, and the options
   * that the server was told.
   */
  readonly key: readonly (string | undefined)[];
  /** Create a new connection, because a pooled one turned out to be unusable. Default false. */
  readonly fresh?: boolean;
  /** Called before a new connection is created. If it throws, no connection is created. */
  readonly beforeNew?: () => void;
}

/** The endpoint of an established connection. */
export interface Remote {
  /** The address of the server. With a proxy that resolves names itself, the name. */
  readonly address: string;
  readonly port: number;
  /** The name or address that was dialed. A certificate must match it. */
  readonly host?: string;
  /** The proxy, for example "socks5://proxy.example:1080"; never with a login. */
  readonly proxy?: string;
}

/** The result of a TLS handshake. */
export interface TlsFacts {
  /** For example "TLSv1.3". */
  readonly protocol: string;
  /** Is the certificate valid, also for the host? False only with the option `insecure`. */
  readonly authorized: boolean;
  /** SHA-256 of the peer's certificate, for example "0A:1B:…". */
  readonly fingerprint: string;
  /** The TLS session, which another connection to the same peer can resume. */
  readonly session?: TlsSession;
  /**
   * The transport tells a close_notify from a close without one: `receive` gives `undefined` only after a close_notify, and
   * rejects with the AccessError `truncated` after another close. So the end of the connection proves the end of a body.
   */
  readonly closeNotify?: true;
}

/** An opaque TLS session. Only the transport that created it can use it. */
export type TlsSession = Readonly<Record<never, never>>;

/** The request of a scheme for a login that the URL does not contain. */
export interface CredentialRequest {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** The user in the URL, if any. Then only that user's password is acceptable. */
  readonly user: string | undefined;
  /** What is missing. */
  readonly wanted: "user" | "password" | "account";
}

export interface Credentials {
  readonly user?: string;
  readonly password?: string;
  readonly account?: string;
}

/** One event of the exchange. */
export type WireEvent =
  | {
      readonly do: "open";
      readonly on: Channel;
      readonly address: string;
      readonly port: number;
      /** The connection came from the pool. */
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
  /** The connection was not closed but returned to the pool. */
  | { readonly do: "keep"; readonly on: Channel };

/**
 * The environment of a scheme. All input and output goes through it, so that policy, limits, deadlines, and recording
 * are implemented once for all schemes.
 */
export interface Context {
  /** Opens a connection to an approved address. */
  connect(endpoint: Endpoint, options?: ConnectOptions): Promise<Connection>;
  /** Leases a pooled connection or a new one. Absent: there is no pool. */
  lease?(endpoint: Endpoint, options: LeaseOptions): Promise<Lease>;
  /** Listens for a connection from the peer of another connection. Absent: not available. */
  listen?(beside: Connection): Promise<Listener>;
  /** Performs one HTTP exchange with an approved address. Absent: the transport has no HTTP. */
  http?(request: HttpRequest, options?: ConnectOptions): Promise<HttpResponse>;
  /** Opens a UDP socket to an approved address. Absent: the transport has no UDP. */
  datagram?(endpoint: Endpoint, options?: ConnectOptions): Promise<DatagramSocket>;
  /** The local files below the roots of the policy. Absent: files are not available. */
  readonly files?: Files;
  /**
   * Gets another URL in place of this one, after a referral of a server. The policy applies, the login of this URL is
   * not passed on, and the depth is limited by `maxReferrals`.
   */
  refer?(url: string): Promise<Entity>;
  /** Asks the caller for credentials; `undefined` if there is no answer. The answer is never shown or recorded. */
  ask(request: CredentialRequest): Promise<Credentials | undefined>;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  record(event: WireEvent): void;
  /** The requested bytes of the entity. A scheme that can start there does; others can ignore it. */
  readonly range?: ByteRange;
  /** The caller's options for this scheme. The scheme validates those that it uses. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Waits for one connection from the peer of another connection; all other clients are rejected. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  /** @throws {AccessError} timeout: no connection arrived within `connectTimeout`. */
  accept(): Promise<Connection>;
  /** Idempotent. */
  close(): void;
}

export interface ConnectOptions {
  /** The connection whose peer must be reached again, at the same address, whatever the server says. */
  readonly peerOf?: Connection;
  /** A data connection has its own port rules. */
  readonly channel?: Channel;
  /**
   * The server that sent this referral or redirect. A public server cannot refer us to a private address: one of this
   * machine or its network.
   */
  readonly sentBy?: Remote;
}
