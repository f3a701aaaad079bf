import type { Limits } from "../options/limits.ts";
import type { Url } from "../syntax/url.ts";
import type { Connection, Listener, Remote } from "./connection.ts";
import type { DatagramSocket } from "./datagram.ts";
import type { Entity, RangeRequest } from "./entity.ts";
import type { Files, PartFile } from "./files.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import type { Channel, Endpoint } from "./step.ts";
import type { TlsRequest } from "./tls-request.ts";

/**
 * A connection that may come from the pool and can return to it. Its state belongs to one login, which its key
 * identifies.
 */
export interface Lease {
  readonly connection: Connection;
  /** The note that its last user left when it released the connection; `undefined` if the connection is new. */
  readonly state: unknown;
  /**
   * If the connection is new: the state of another one with the same key, which tells what the server supports.
   * Read-only: that connection may be in use. `undefined` without one.
   */
  readonly peerState?: unknown;
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
  /** As in {@link ConnectOptions}. A connection is reused only for the same request. */
  readonly tls?: TlsRequest | undefined;
  /** Called before a new connection is created. If it throws, no connection is created. */
  readonly beforeNew?: () => void;
}

/** The request of a scheme for a login that the URL does not contain. */
export interface CredentialRequest {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** The user in the URL, if any. Then only that user's password is acceptable. */
  readonly user: string | undefined;
  /** What is missing. */
  readonly wanted: "user" | "password" | "account";
  /** The server has not required a login, and without one the scheme goes on: a person need not be asked. */
  readonly optional?: true;
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
export interface Context<Options = Readonly<Record<string, unknown>>> {
  /** Opens a connection to an approved address. */
  connect(endpoint: Endpoint, options?: ConnectOptions): Promise<Connection>;
  /** Leases a pooled connection or a new one. Absent: there is no pool. */
  lease?(endpoint: Endpoint, options: LeaseOptions): Promise<Lease>;
  /** Listens for a connection from the peer of another connection. Absent: not available. */
  listen?(beside: Connection): Promise<Listener>;
  /** Performs one HTTP exchange with an approved address. Absent: not available. */
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
  readonly range?: RangeRequest;
  /**
   * For `get`: what the caller needs to know before the body, even if that takes further commands: the size; or what
   * tells one version of the resource from another, which is the size and the modification time if the response has no
   * entity tag.
   */
  readonly metadata?: "size" | "version";
  /** For `put`: the modification time of the file. A scheme that cannot set it ignores it. */
  readonly modified?: Date;
  /**
   * For `put` of a scheme with `makesLinks`: create a symbolic link with this target in place of a file. The source is
   * empty.
   */
  readonly linkTarget?: string;
  /**
   * For `list`: the URL of a tree on the same server whose symbolic links are followed. A scheme that knows where links
   * really lead gives an entry `isLink` and `realUrl` if that is in the tree. Otherwise the entry has no `url`, and `unsafe`
   * says why. Other schemes ignore it.
   */
  readonly linksWithin?: Url;
  /**
   * For `put` of a scheme with `keepsParts`: write the file by way of an incomplete file that a later run can continue. If
   * that is not possible, the source is written.
   */
  readonly part?: PartUse;
  /** The options of the scheme: those of the caller, checked and converted, and the defaults of the others. */
  readonly options: Options;
}

/** How the incomplete file of a `put` is filled. */
export interface PartUse {
  /** The URL of the source, without a password. Absent: the incomplete file of any source. */
  readonly url?: string;
  /** Fills it, and gives it the name of its target. */
  readonly use: (part: PartFile) => Promise<void>;
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
  /** Use TLS from the first byte, as requested here. `tls: {}` is the same as `tls: true` of the endpoint. */
  readonly tls?: TlsRequest | undefined;
}
