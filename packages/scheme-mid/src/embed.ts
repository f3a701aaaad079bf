import { decodeText, encodeBase64 } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { findPart } from "./mime/find-part.ts";
import { decodeBody } from "./mime/transfer-encoding.ts";
import type { MimePart } from "./mime/tree.ts";

/** Pictures that browsers show without executing them. */
const PICTURES: ReadonlySet<string> = new Set([
  ...["image/png", "image/gif", "image/jpeg", "image/webp", "image/avif", "image/bmp"],
]);

/** A cid reference at the start of an attribute value or of a CSS url(). */
const REFERENCE = /(["'(=]\s{0,10})cid:([^\s"'<>()]{1,1000})/gi;

/**
 * Replaces the cid references to pictures in HTML by data URLs (RFC 2397), until these exceed `maxBytes`. All other
 * bytes stay the same: the HTML is read as one character for each byte.
 */
export function embedPictures(
  html: Uint8Array,
  message: { readonly root: MimePart; readonly octets: Uint8Array },
  part: MimePart,
  maxBytes: number,
): Uint8Array {
  const urls = new Map<string, string | undefined>();
  let left = maxBytes;
  const text = toLatin1(html).replace(REFERENCE, (all, before: string, id: string) => {
    if (!urls.has(id)) urls.set(id, createDataUrl(decodeText(decodeReferences(id)), message, part, left));
    const url = urls.get(id);
    if (url === undefined || url.length > left) return all;
    left -= url.length;
    return before + url;
  });
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** In HTML, "&amp;" stands for "&". */
function decodeReferences(id: string): string {
  return id.replaceAll("&amp;", "&");
}

function createDataUrl(
  id: string,
  { root, octets }: { readonly root: MimePart; readonly octets: Uint8Array },
  part: MimePart,
  maxBytes: number,
): string | undefined {
  const from = part.section;
  const accept = [...PICTURES];
  const picture = findPart(root, id, { from, accept });
  if (picture === undefined || !PICTURES.has(picture.type.value)) return undefined;
  // Base64 in the message is as long as in the URL, and quoted-printable less than three times as long, so a picture that
  // is too large is not decoded.
  if (picture.bodyEnd - picture.bodyStart > maxBytes * 3) return undefined;
  try {
    const body = octets.subarray(picture.bodyStart, picture.bodyEnd);
    const decoded = joinBytes([...decodeBody(body, picture.transferEncoding)]);
    return `data:${picture.type.value};base64,${encodeBase64(decoded)}`;
  } catch {
    // The picture is damaged: the reference stays.
    return undefined;
  }
}

/** Characters for each call: the arguments must fit on the stack. */
const CHARACTERS = 8192;

function toLatin1(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; at += CHARACTERS)
    text += String.fromCharCode(...octets.subarray(at, at + CHARACTERS));
  return text;
}
