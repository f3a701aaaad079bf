import { octetsOf, textOf } from "@anyurl/core";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { library } from "../library/library.ts";
import type { Folder } from "../tree.ts";
import { WritableTree } from "../writable-tree.ts";
import { type Account, FTP_FEATURES, type FtpFeature } from "./server-state.ts";
import { serveFtp } from "./session.ts";
import { type FtpTlsOptions, SessionTls } from "./tls.ts";

export interface FtpServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /** Default: `alice`, with the home `/home/alice` and the password `s3cr:t@/%`. */
  readonly accounts?: Readonly<Record<string, Account>>;
  /** Whether `anonymous` and `ftp` can log in, at the root. Default true. */
  readonly anonymous?: boolean;
  /** Features beyond RFC 959. Omit some to test the fallbacks of a client. Default: all. */
  readonly features?: readonly FtpFeature[];
  /**
   * Whether sessions can change the tree, in memory: those of accounts, or "everybody". Default false. The given `root`
   * is not changed.
   */
  readonly writable?: boolean | "everybody";
  /**
   * Maximum bytes of the tree and of unfinished uploads; each entry counts 256. Generated content counts as 0. Default
   * 64 MiB.
   */
  readonly maxTree?: number;
  /** TLS (RFC 4217). Default: not available. */
  readonly tls?: FtpTlsOptions;
  /** Whether the server connects to a client that sends PORT or EPRT. Default false. */
  readonly active?: boolean;
  /** The IPv4 address in the reply to PASV. Default: the real one. Clients should ignore it. */
  readonly passiveAddress?: string;
  /** Whether `NLST dir` lists `name`, or `dir/name` as RFC 1123 §4.1.2.7 defines it. Default "names". */
  readonly nlst?: "names" | "pathnames";
  /** Milliseconds without a command until 421. Default five minutes. */
  readonly idleTimeout?: number;
  /** Milliseconds without a data connection, or without a byte on it. Default one minute. */
  readonly dataTimeout?: number;
}

export interface FtpServer extends EmbeddedServer {
  /** Returns a snapshot of the current tree. Later changes do not affect it. */
  tree(): Folder;
}

const DEFAULT_ACCOUNTS: Readonly<Record<string, Account>> = {
  alice: { password: "s3cr:t@/%", home: ["home", "alice"] },
};

/**
 * Starts an FTP server (RFC 959, 2389, 2428, 3659, 4217) on loopback: read-only, in passive mode and without TLS,
 * unless the options change that.
 *
 * @throws {RangeError} the host is not a loopback address, or `maxTree` is not a number of bytes.
 * @throws {Error} the certificate or the key cannot be read.
 */
export async function startFtpServer(options: FtpServerOptions = {}): Promise<FtpServer> {
  const tree = new WritableTree(options.root ?? library(), options.maxTree ?? 64 * 1024 * 1024);
  const { tls } = options;
  // Each session creates its own context. Create one here to report an invalid certificate early.
  if (tls !== undefined) new SessionTls(tls);
  const world = {
    tree,
    writable: options.writable ?? false,
    active: options.active ?? false,
    tls,
    accounts: new Map(
      Object.entries(options.accounts ?? DEFAULT_ACCOUNTS).map(([user, it]) => [normalizeName(user), it]),
    ),
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
  return Object.assign(server, { tree: () => tree.root });
}

/** The name as it would be received. */
function normalizeName(text: string): string {
  return textOf(octetsOf(text));
}
