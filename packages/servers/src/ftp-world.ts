import type { FtpTlsOptions } from "./ftp-tls.ts";
import type { FtpTree } from "./ftp-tree.ts";

/**
 * What a server may have beyond RFC 959. "MLSD" brings MLST with it; "UTF8" and "TVFS" are mere claims in
 * FEAT, for names are octets and "/" separates in any case. "MFMT" is there to change what may be changed.
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
  /**
   * The folder in which a login begins, segment by segment. Default, or where there is none such: the root.
   */
  readonly home?: readonly string[];
}

/** What all sessions of a server share. */
export interface World {
  readonly tree: FtpTree;
  /** By whom the tree may be changed: nobody, whoever has an account, or guests as well. */
  readonly writable: boolean | "everybody";
  /** May a client have the server connect to it? */
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
