import { DEFAULT_PASSWORDS } from "../accounts.ts";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { newsLibrary } from "../library/newsgroup-library.ts";
import { createServerTls } from "../session.ts";
import { type LoginFor, type NewsServerState, NNTP_FEATURES, type NntpFeature } from "./server-state.ts";
import { serveNntp } from "./session.ts";
import { type NewsgroupOptions, Spool } from "./spool.ts";

export { NNTP_FEATURES, newsLibrary };

export interface NntpServerOptions extends ListenOptions {
  /** Default: {@link newsLibrary}. */
  readonly newsgroups?: Readonly<Record<string, NewsgroupOptions>>;
  /** Features beyond RFC 977: `[]` is a server of 1986. Default: all. */
  readonly features?: readonly NntpFeature[];
  /** Passwords, by user. Default: `alice`, with `s3cr:t@/%`. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** The operations that require a login. Default "nothing". */
  readonly loginFor?: LoginFor;
  /** Whether posting is allowed. Default true. */
  readonly posting?: boolean;
  /** Whether the server starts in transit mode and allows reading only after MODE READER. Default false. */
  readonly transit?: boolean;
  /**
   * A certificate and its key, as PEM. The server then supports STARTTLS, and accepts no login without TLS; with
   * `implicit`, TLS from the first byte. Default: no TLS, and unencrypted logins.
   */
  readonly tls?: { readonly cert: string; readonly key: string; readonly implicit?: boolean };
  /** Milliseconds without a command until 400. Default five minutes. */
  readonly timeout?: number;
}

/**
 * Starts a news server (RFC 3977, 4642, 4643) on loopback: for readers, with posting.
 *
 * @throws {RangeError} the host is not a loopback address, or an article is invalid.
 */
export function startNntpServer(options: NntpServerOptions = {}): Promise<EmbeddedServer> {
  const { tls, accounts = DEFAULT_PASSWORDS } = options;
  const world: NewsServerState = {
    spool: new Spool(options.newsgroups ?? newsLibrary(), Date.now()),
    features: new Set(options.features ?? NNTP_FEATURES),
    accounts: new Map(Object.entries(accounts)),
    loginFor: options.loginFor ?? "nothing",
    posting: options.posting ?? true,
    transit: options.transit ?? false,
    tls: tls && createServerTls(tls),
    implicit: tls?.implicit ?? false,
    timeout: options.timeout ?? 5 * 60_000,
  };
  return startServer(world.implicit ? "nntps" : "nntp", options, (connection) =>
    serveNntp(connection, world),
  );
}
