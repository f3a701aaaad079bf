import { type FtpInit, type FtpName, type FtpParts, ftp } from "@anyurl/scheme-ftp";
import { type GopherParts, gopher } from "@anyurl/scheme-gopher";

export { type FtpInit, type FtpName, type FtpParts, ftp, type GopherParts, gopher };

/** The schemes of this package, in the order of RFC 1738. */
export const SCHEMES: readonly [typeof ftp, typeof gopher] = [ftp, gopher];

export type FirstParty = (typeof SCHEMES)[number];
