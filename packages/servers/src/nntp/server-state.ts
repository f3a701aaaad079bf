import type { SecureContext } from "node:tls";
import type { Spool } from "./spool.ts";

/**
 * Features beyond RFC 977, which has none of these: CAPABILITIES with MODE READER, HDR and XHDR, the keywords of LIST,
 * LISTGROUP, OVER, XOVER.
 */
export type NntpFeature = "CAPABILITIES" | "HDR" | "LIST" | "LISTGROUP" | "OVER" | "XOVER";

export const NNTP_FEATURES: readonly NntpFeature[] = [
  "CAPABILITIES",
  "HDR",
  "LIST",
  "LISTGROUP",
  "OVER",
  "XOVER",
];

/** The operations that require a login. */
export type LoginFor = "nothing" | "reading" | "posting";

/** The state that all sessions of a server share. */
export interface NewsServerState {
  readonly spool: Spool;
  readonly features: ReadonlySet<NntpFeature>;
  /** By user. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly loginFor: LoginFor;
  readonly posting: boolean;
  /** Whether a reader must send MODE READER first (RFC 3977 §3.4.2). */
  readonly transit: boolean;
  readonly tls: SecureContext | undefined;
  /** TLS from the first byte. */
  readonly implicit: boolean;
  /** Milliseconds. */
  readonly timeout: number;
}
