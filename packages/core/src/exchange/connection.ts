import type { Phase } from "./step.ts";
import type { TlsRequest } from "./tls-request.ts";

/** A connection as a protocol sees it: bytes out, bytes in. Created by a transport and guarded by a client. */
export interface Connection {
  readonly remote: Remote;
  /** The local address, if known. */
  readonly local?: { readonly address: string } | undefined;
  /** The result of the TLS handshake, if TLS is active. */
  readonly tls?: TlsFacts | undefined;
  /**
   * Resolves when there is room for more data. Returns `ALREADY_SENT` itself if there was room at once, so that the
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
   * Returns the bytes that have arrived but were not received yet; `undefined` if there are no such bytes. Does not wait
   * for the peer. Absent if the connection does not know.
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
  /** The application protocol that the server selected (RFC 7301). */
  readonly alpn?: string;
  /** "sha256/BASE64": the hash of the peer's public key (SPKI, RFC 7469 §2.4), if the endpoint requested it. */
  readonly publicKey?: string;
}

/** An opaque TLS session. Only the transport that created it can use it. */
export type TlsSession = Readonly<Record<never, never>>;

/** Waits for one connection from the peer of another connection; all other clients are rejected. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  /** @throws {AccessError} timeout: no connection arrived within `connectTimeout`. */
  accept(): Promise<Connection>;
  /** Idempotent. */
  close(): void;
}

/** How TLS begins on an open connection. */
export interface SecureOptions extends TlsRequest {
  /** The close of the connection may end a body. As in an `Endpoint`. */
  readonly closeNotify?: boolean | undefined;
}
