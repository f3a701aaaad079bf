import { guessMediaType } from "@anyurl/core/exchange";

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
