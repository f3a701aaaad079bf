import type { WritableTree } from "../writable-tree.ts";
import type { FtpTlsOptions } from "./tls.ts";

/**
 * Features of a server beyond RFC 959. "MLSD" includes MLST. "UTF8" and "TVFS" only appear in FEAT, because names are
 * bytes and "/" always separates. "MFMT" needs write permission.
 */
export type FtpFeature = "EPSV" | "MDTM" | "MFMT" | "MLSD" | "REST" | "SIZE" | "TVFS" | "UTF8";

export const FTP_FEATURES: readonly FtpFeature[] = [
  "EPSV",
  "MDTM",
  "MFMT",
  "MLSD",
  "REST",
  "SIZE",
  "TVFS",
  "UTF8",
];

export interface Account {
  readonly password: string;
  /** The directory at login, as segments. Default, or if it does not exist: the root. */
  readonly home?: readonly string[];
}

/** The state that all sessions of a server share. */
export interface FtpServerState {
  readonly tree: WritableTree;
  /** Who can change the tree: no user, users with an account, or guests as well. */
  readonly writable: boolean | "everybody";
  /** Whether the server connects to clients (active mode). */
  readonly active: boolean;
  readonly tls: FtpTlsOptions | undefined;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly anonymous: boolean;
  readonly features: ReadonlySet<FtpFeature>;
  readonly passiveAddress: string | undefined;
  readonly nlst: "names" | "pathnames";
  /** Milliseconds. */
  readonly idleTimeout: number;
  readonly dataTimeout: number;
}
