import { createSecureContext } from "node:tls";
import { type EmbeddedServer, type ListenOptions, startServer } from "./embedded-server.ts";
import { newsLibrary } from "./news-library.ts";
import { serveNntp } from "./nntp-session.ts";
import { type NewsgroupOptions, Spool } from "./nntp-spool.ts";
import { type LoginFor, type NewsWorld, NNTP_FEATURES, type NntpFeature } from "./nntp-world.ts";

export { NNTP_FEATURES, newsLibrary };

export interface NntpServerOptions extends ListenOptions {
  /** Default: {@link newsLibrary}. */
  readonly newsgroups?: Readonly<Record<string, NewsgroupOptions>>;
  /** What exists beyond RFC 977: `[]` is a server of 1986. Default: everything. */
  readonly features?: readonly NntpFeature[];
  /** Passwords, by user. Default: `alice`, with `s3cr:t@/%`. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** For what a login is needed. Default "nothing". */
  readonly loginFor?: LoginFor;
  /** Does it take articles? Default true. */
  readonly posting?: boolean;
  /** Does it begin as a server for servers, which reads to nobody before MODE READER? Default false. */
  readonly transit?: boolean;
  /**
   * A certificate and its key, as PEM. The server then has STARTTLS, and takes no login without TLS; with `implicit`, TLS
   * from the first octet. Default: no TLS, and logins in clear text.
   */
  readonly tls?: { readonly cert: string; readonly key: string; readonly implicit?: boolean };
  /** Milliseconds without a command until 400. Default five minutes. */
  readonly timeout?: number;
}

/**
 * Starts a news server (RFC 3977, 4642, 4643) on loopback: for readers, with posting.
 *
 * @throws {RangeError} the host is no loopback address, or an article is none.
 */
export function startNntpServer(options: NntpServerOptions = {}): Promise<EmbeddedServer> {
  const { tls, accounts = { alice: "s3cr:t@/%" } } = options;
  const world: NewsWorld = {
    spool: new Spool(options.newsgroups ?? newsLibrary(), Date.now()),
    features: new Set(options.features ?? NNTP_FEATURES),
    accounts: new Map(Object.entries(accounts)),
    loginFor: options.loginFor ?? "nothing",
    posting: options.posting ?? true,
    transit: options.transit ?? false,
    tls: tls && createSecureContext({ cert: tls.cert, key: tls.key, minVersion: "TLSv1.2" }),
    implicit: tls?.implicit ?? false,
    timeout: options.timeout ?? 5 * 60_000,
  };
  return startServer(world.implicit ? "nntps" : "nntp", options, (connection) =>
    serveNntp(connection, world),
  );
}
