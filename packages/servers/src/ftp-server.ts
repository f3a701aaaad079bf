import { type EmbeddedServer, type ListenOptions, startServer } from "./embedded-server.ts";
import { serveFtp } from "./ftp-session.ts";
import { type FtpTlsOptions, SessionTls } from "./ftp-tls.ts";
import { FtpTree } from "./ftp-tree.ts";
import { type Account, FTP_FEATURES, type FtpFeature } from "./ftp-world.ts";
import { library } from "./library.ts";
import { octetsOf, textOf } from "./name.ts";
import type { Folder } from "./tree.ts";

export interface FtpServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /** Default: `alice`, at home in `/home/alice`, with the password `s3cr:t@/%`. */
  readonly accounts?: Readonly<Record<string, Account>>;
  /** Whether `anonymous` and `ftp` may come in, at the root. Default true. */
  readonly anonymous?: boolean;
  /** What exists beyond RFC 959: leave some out to see a client find another way. Default: everything. */
  readonly features?: readonly FtpFeature[];
  /**
   * Whether sessions may change what is there, in memory: those of accounts, or "everybody". Default false. What was
   * given as `root` stays as it is.
   */
  readonly writable?: boolean | "everybody";
  /**
   * Octets that the tree may hold, 256 for each entry among them, and what is on its way in as well. Content that is
   * made while it is sent counts nothing. Default 64 MiB.
   */
  readonly maxTree?: number;
  /** TLS (RFC 4217). Default: there is none. */
  readonly tls?: FtpTlsOptions;
  /** Whether a client may have the server connect to it, by PORT and EPRT. Default false. */
  readonly active?: boolean;
  /** The IPv4 address that PASV claims. Default: the true one. A client is told not to believe it. */
  readonly passiveAddress?: string;
  /** Whether `NLST dir` gives `name`, or `dir/name` as RFC 1123 §4.1.2.7 has it. Default "names". */
  readonly nlst?: "names" | "pathnames";
  /** Milliseconds without a command until 421. Default five minutes. */
  readonly idleTimeout?: number;
  /** Milliseconds without a data connection, or without an octet over it. Default one minute. */
  readonly dataTimeout?: number;
}

export interface FtpServer extends EmbeddedServer {
  /** What is there now. What changes later does not show in it. */
  tree(): Folder;
}

const ALICE: Readonly<Record<string, Account>> = {
  alice: { password: "s3cr:t@/%", home: ["home", "alice"] },
};

/**
 * Starts an FTP server (RFC 959, 2389, 2428, 3659, 4217) on loopback: read-only, in passive mode and without TLS,
 * unless the options say otherwise.
 *
 * @throws {RangeError} the host is no loopback address, or `maxTree` is no number of octets.
 * @throws {Error} the certificate or the key cannot be read.
 */
export async function startFtpServer(options: FtpServerOptions = {}): Promise<FtpServer> {
  const tree = new FtpTree(options.root ?? library(), options.maxTree ?? 64 * 1024 * 1024);
  const { tls } = options;
  // Each session makes one of its own: what cannot be read is said now.
  if (tls !== undefined) new SessionTls(tls);
  const world = {
    tree,
    writable: options.writable ?? false,
    active: options.active ?? false,
    tls,
    accounts: new Map(Object.entries(options.accounts ?? ALICE).map(([user, it]) => [oneSpelling(user), it])),
    anonymous: options.anonymous ?? true,
    features: new Set(options.features ?? FTP_FEATURES),
    passiveAddress: options.passiveAddress,
    nlst: options.nlst ?? "names",
    idleTimeout: options.idleTimeout ?? 5 * 60_000,
    dataTimeout: options.dataTimeout ?? 60_000,
  };
  const server = await startServer(tls?.implicit ? "ftps" : "ftp", options, (connection) =>
    serveFtp(connection, world),
  );
  return {
    host: server.host,
    port: server.port,
    origin: server.origin,
    received: server.received,
    tree: () => tree.root,
    get live() {
      return server.live;
    },
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}

/** As the name would arrive over the wire. */
function oneSpelling(text: string): string {
  return textOf(octetsOf(text));
}
