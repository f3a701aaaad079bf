import { getMimeType, mimes } from "hono/utils/mime";

/** What a document may be to a browser. */
export type Handling =
  /** Shown as a page of escaped text; as text/plain to programs. */
  | "text"
  /** Markup: given as it is, in a sandbox, or as text, as the option `html` has it. */
  | "html"
  /** Shown by the browser, which runs nothing in it. */
  | "inline"
  /** Saved under a name. */
  | "download";

/** Extensions of the framework's list that mean another thing on servers of files. */
const { ts: _, ...EXTENSIONS } = mimes;

const MORE: Readonly<Record<string, string>> = {
  ...EXTENSIONS,
  asc: "text/plain",
  md: "text/markdown",
  z: "application/x-compress",
  tgz: "application/gzip",
  bz2: "application/x-bzip2",
  xz: "application/x-xz",
  tar: "application/x-tar",
  ps: "application/postscript",
  eps: "application/postscript",
  hqx: "application/mac-binhex40",
  flac: "audio/flac",
  wav: "audio/wav",
  au: "audio/basic",
};

/** What images, sounds and films a browser shows: none of these is a program. */
const SHOWN: ReadonlySet<string> = new Set([
  ...["image/gif", "image/png", "image/jpeg", "image/webp", "image/avif", "image/bmp", "image/x-icon"],
  ...["audio/mpeg", "audio/ogg", "audio/wav", "audio/flac", "audio/aac", "audio/opus", "audio/webm"],
  ...["video/mp4", "video/webm", "video/ogg", "text/css", "font/woff", "font/woff2"],
]);

/** Markup that a browser would run, and what it would run by itself: to be read, as text. */
const AS_TEXT: ReadonlySet<string> = new Set([
  ...["application/json", "application/ld+json", "application/xml", "application/javascript"],
  ...["application/ecmascript", "application/x-javascript", "message/rfc822", "application/gopher-menu"],
]);

/**
 * The media type of a document, in lower case, without parameters: what the server says, else what its name ends with.
 * `undefined`: its octets tell.
 */
export function mediaTypeOf(told: string | undefined, name: string | undefined): string | undefined {
  const type = essence(told);
  if (type !== undefined && type !== "application/octet-stream") return type;
  return essence(name === undefined ? undefined : getMimeType(name, MORE));
}

/** The name of a character set that the server tells. */
export function charsetOf(told: string | undefined): string | undefined {
  const [, quoted, plain] =
    /;[ \t]*charset=(?:"([^"\\]{1,40})"|([^\s";]{1,40}))/i.exec(told?.slice(0, 256) ?? "") ?? [];
  return quoted ?? plain;
}

export function handlingOf(type: string): Handling {
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (SHOWN.has(type)) return "inline";
  if (type.startsWith("text/") || type.endsWith("+xml") || type.endsWith("+json") || AS_TEXT.has(type))
    return "text";
  if (type.startsWith("message/") || type === "multipart/digest") return "text";
  return "download";
}

/**
 * Are these octets a text, as far as its beginning tells? By the table of "binary data bytes" that browsers use (WHATWG
 * MIME Sniffing, §3), with ESC and the form feed that old texts have.
 */
export function looksLikeText(octets: Uint8Array): boolean {
  return octets.subarray(0, SNIFFED).every((octet) => {
    const isBinary =
      octet <= 0x08 || octet === 0x0b || (octet >= 0x0e && octet <= 0x1a) || (octet >= 0x1c && octet <= 0x1f);
    return !isBinary;
  });
}

/** Octets of the beginning that are looked at (WHATWG MIME Sniffing, §5.2). */
const SNIFFED = 1445;

/** type "/" subtype (RFC 9110 §8.3.1), in lower case. */
function essence(text: string | undefined): string | undefined {
  const type = text?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === undefined || type.length > MAX_TYPE) return undefined;
  return /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/.test(type) ? type : undefined;
}

const MAX_TYPE = 128;
