import { type EmbeddedServer, type ListenOptions, startServer } from "./embedded-server.ts";
import { serveFtp } from "./ftp-session.ts";
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
  /** The IPv4 address that PASV claims. Default: the true one. A client is told not to believe it. */
  readonly passiveAddress?: string;
  /** Whether `NLST dir` gives `name`, or `dir/name` as RFC 1123 §4.1.2.7 has it. Default "names". */
  readonly nlst?: "names" | "pathnames";
  /** Milliseconds without a command until 421. Default five minutes. */
  readonly idleTimeout?: number;
  /** Milliseconds without a data connection, or without an octet over it. Default one minute. */
  readonly dataTimeout?: number;
}

const ALICE: Readonly<Record<string, Account>> = {
  alice: { password: "s3cr:t@/%", home: ["home", "alice"] },
};

/**
 * Starts a read-only FTP server (RFC 959, 2389, 2428, 3659) on loopback: passive mode, no TLS.
 *
 * @throws {RangeError} the host is no loopback address.
 */
export function startFtpServer(options: FtpServerOptions = {}): Promise<EmbeddedServer> {
  const world = {
    root: options.root ?? library(),
    accounts: new Map(Object.entries(options.accounts ?? ALICE).map(([user, it]) => [oneSpelling(user), it])),
    anonymous: options.anonymous ?? true,
    features: new Set(options.features ?? FTP_FEATURES),
    passiveAddress: options.passiveAddress,
    nlst: options.nlst ?? "names",
    idleTimeout: options.idleTimeout ?? 5 * 60_000,
    dataTimeout: options.dataTimeout ?? 60_000,
  };
  return startServer("ftp", options, (connection) => serveFtp(connection, world));
}

/** As the name would arrive over the wire. */
function oneSpelling(text: string): string {
  return textOf(octetsOf(text));
}
