import { decodeText, type Url } from "@anyurl/core";
import { guessMediaType } from "@anyurl/core/exchange";

/** How a browser handles a document. */
export type Handling =
  /** Shown as a page of escaped text; sent as text/plain to programs. */
  | "text"
  /** Markup: served in a sandbox or as text, depending on the option `html`. */
  | "html"
  /** Shown by the browser, which executes nothing in it. */
  | "inline"
  /** Saved as a file. */
  | "download";

/** Images, audio, video and other passive types that browsers show. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  ...["image/gif", "image/png", "image/jpeg", "image/webp", "image/avif", "image/bmp"],
  ...["image/vnd.microsoft.icon", "image/x-icon"],
  ...["audio/mpeg", "audio/ogg", "audio/wav", "audio/flac", "audio/aac", "audio/opus", "audio/webm"],
  ...["video/mp4", "video/webm", "video/ogg", "text/css", "font/woff", "font/woff2"],
]);

/** Types that browsers could execute, and other types that are shown as text. */
const TEXT_TYPES: ReadonlySet<string> = new Set([
  ...["application/json", "application/ld+json", "application/xml", "application/javascript"],
  ...["application/ecmascript", "application/x-javascript", "message/rfc822", "application/gopher-menu"],
]);

export function classifyMediaType(type: string): Handling {
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (INLINE_TYPES.has(type)) return "inline";
  if (type.startsWith("text/") || type.endsWith("+xml") || type.endsWith("+json") || TEXT_TYPES.has(type))
    return "text";
  if (type.startsWith("message/") || type === "multipart/digest") return "text";
  return "download";
}

/**
 * Returns the media type of a document, in lower case, without parameters: from the server, or else from the file
 * extension. `undefined`: only the content can show it.
 */
export function findMediaType(told: string | undefined, name: string | undefined): string | undefined {
  const type = parseEssence(told);
  if (type !== undefined && type !== "application/octet-stream") return type;
  return name === undefined ? undefined : guessMediaType(name);
}

/** Returns the character set parameter of a media type. */
export function parseCharset(told: string | undefined): string | undefined {
  const [, quoted, plain] =
    /;[ \t]*charset=(?:"([^"\\]{1,40})"|([^\s";]{1,40}))/i.exec(told?.slice(0, 256) ?? "") ?? [];
  return quoted ?? plain;
}

/**
 * Does the beginning of these bytes look like text? Uses the table of "binary data bytes" of browsers (WHATWG MIME
 * Sniffing, §3), and allows ESC and form feed, which occur in old texts.
 */
export function looksLikeText(octets: Uint8Array): boolean {
  return octets.subarray(0, SNIFFED_BYTES).every((octet) => {
    const isBinary =
      octet <= 0x08 || octet === 0x0b || (octet >= 0x0e && octet <= 0x1a) || (octet >= 0x1c && octet <= 0x1f);
    return !isBinary;
  });
}

/** Number of bytes that are examined (WHATWG MIME Sniffing, §5.2). */
const SNIFFED_BYTES = 1445;

/** Returns type "/" subtype (RFC 9110 §8.3.1) in lower case. */
function parseEssence(text: string | undefined): string | undefined {
  const type = text?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === undefined || type.length > MAX_MEDIA_TYPE_LENGTH) return undefined;
  return /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/.test(type) ? type : undefined;
}

const MAX_MEDIA_TYPE_LENGTH = 128;

/** Returns the decoded name at the end of the URL, or `undefined`. It is not yet a safe file name. */
export function documentName(url: Url): string | undefined {
  const { name } = (url.parts ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name === "string" && name !== "") return name;
  const last = decodeText(url.path.slice(url.path.lastIndexOf("/") + 1));
  return last === "" ? undefined : last;
}
