import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import type { Account } from "../ftp/server-state.ts";
import { library } from "../library/library.ts";
import type { Folder } from "../tree.ts";
import { TELNET_FEATURES, type TelnetFeature } from "./options.ts";
import { serveTelnet } from "./session.ts";

export interface TelnetServerOptions extends ListenOptions {
  /** The documents to list and show. Default: {@link library}. */
  readonly root?: Folder;
  /** Whether a name and a password are required. Default false. */
  readonly login?: boolean;
  /** The accounts. Default: `alice`, with the password `s3cr:t@/%`, and `guest` with any. */
  readonly accounts?: Readonly<Record<string, Account>>;
  /** The options that it negotiates. Omit some to test a client without them. Default: all. */
  readonly features?: readonly TelnetFeature[];
  /** Milliseconds without input until the session ends. Default five minutes. */
  readonly idleTimeout?: number;
}

const DEFAULT_ACCOUNTS: Readonly<Record<string, Account>> = { alice: { password: "s3cr:t@/%" } };

/**
 * Starts a Telnet server (RFC 854) on loopback: an interactive session that lists and shows documents of a library. It
 * offers to echo, suppresses go-aheads, asks for the terminal's name and size, and transmits BINARY if the client asks
 * for it.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startTelnetServer(options: TelnetServerOptions = {}): Promise<EmbeddedServer> {
  const world = {
    root: options.root ?? library(),
    login: options.login ?? false,
    accounts: new Map(Object.entries(options.accounts ?? DEFAULT_ACCOUNTS)),
    guests: options.accounts === undefined,
  };
  const features = new Set(options.features ?? TELNET_FEATURES);
  const idleTimeout = options.idleTimeout ?? 5 * 60_000;
  return startServer("telnet", options, (connection) =>
    serveTelnet(connection, { ...world, features, idleTimeout }),
  );
}
