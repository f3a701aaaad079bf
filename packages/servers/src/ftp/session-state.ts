import type { DataConnection } from "./data.ts";
import type { Fact } from "./listings.ts";
import type { FtpServerState } from "./server-state.ts";

/** The state of a session between two commands, written by the commands. */
export interface Session {
  readonly world: FtpServerState;
  readonly data: DataConnection;
  /** "IPv4" or "IPv6", which EPSV calls 1 or 2. */
  readonly family: string;
  /** The address in the reply to PASV, unless an option overrides it. */
  readonly address: string;
  /** Set by USER, not yet confirmed by PASS. */
  user: string | undefined;
  loggedIn: boolean;
  /** Whether the user logged in as anonymous. */
  guest: boolean;
  cwd: readonly string[];
  /** RFC 959 §3.1.1: ASCII, the default, or image. */
  type: "A" | "I";
  /** Bytes that the next transfer skips. Valid for one command only. */
  restart: number;
  /** The path from RNFR. Valid for one command only. */
  renaming: readonly string[] | undefined;
  /** The facts that MLSD sends. OPTS MLST can reduce them. */
  facts: readonly Fact[];
  /** After EPSV ALL no other command can set up a data connection (RFC 2428 §3). */
  epsvOnly: boolean;
  /** Whether the control connection uses TLS. */
  secured: boolean;
  /** The data protection level from PROT; `undefined` until PBSZ was received. */
  protection: "C" | "P" | undefined;
}
