import { type FileInit, type FileParts, file } from "@anyurl/scheme-file";
import { type FtpInit, type FtpName, type FtpParts, ftp } from "@anyurl/scheme-ftp";
import { type GopherParts, gopher } from "@anyurl/scheme-gopher";
import { type HttpInit, type HttpName, type HttpParts, http } from "@anyurl/scheme-http";
import { type HField, type MailtoInit, type MailtoParts, mailto } from "@anyurl/scheme-mailto";
import { type NewsInit, type NewsName, type NewsParts, news } from "@anyurl/scheme-news";
import { type NntpInit, type NntpName, type NntpParts, nntp } from "@anyurl/scheme-nntp";
import { type ProsperoParts, prospero } from "@anyurl/scheme-prospero";
import { type TelnetParts, telnet } from "@anyurl/scheme-telnet";
import { type WaisParts, wais } from "@anyurl/scheme-wais";

export {
  type FileInit,
  type FileParts,
  type FtpInit,
  type FtpName,
  type FtpParts,
  file,
  ftp,
  type GopherParts,
  gopher,
  type HField,
  type HttpInit,
  type HttpName,
  type HttpParts,
  http,
  type MailtoInit,
  type MailtoParts,
  mailto,
  type NewsInit,
  type NewsName,
  type NewsParts,
  type NntpInit,
  type NntpName,
  type NntpParts,
  news,
  nntp,
  type ProsperoParts,
  prospero,
  type TelnetParts,
  telnet,
  type WaisParts,
  wais,
};

/** The schemes of this package, in the order of RFC 1738. */
export const SCHEMES: readonly [
  typeof ftp,
  typeof http,
  typeof gopher,
  typeof mailto,
  typeof news,
  typeof nntp,
  typeof telnet,
  typeof wais,
  typeof file,
  typeof prospero,
] = [ftp, http, gopher, mailto, news, nntp, telnet, wais, file, prospero];

export type FirstParty = (typeof SCHEMES)[number];
