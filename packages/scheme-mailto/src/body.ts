import { AccessError, type Limits, type Source, tooLargeError } from "@anyurl/core";
import { hasControl, normalizeLineBreaks } from "./hfield.ts";

/**
 * Reads a text from the caller as the body of a message, with CR LF at line ends.
 *
 * @throws {AccessError} too-large: more than `maxBytes`; illegal-character: not UTF-8; control-octet.
 */
export async function readBody(source: Source, { maxBytes }: Limits): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let size = 0;
  for await (const octets of source) {
    size += octets.length;
    if (size > maxBytes) {
      throw tooLargeError(`the message exceeds the limit of ${maxBytes} bytes; nothing was sent`, "maxBytes");
    }
    pieces.push(decodeChunk(decoder, octets));
  }
  pieces.push(decodeChunk(decoder));
  const body = normalizeLineBreaks(pieces.join(""));
  if (!hasControl(body, true)) return body;
  throw new AccessError("control-octet", "the body contains a control character; nothing was sent", {
    hint: "remove it: a body can contain only line breaks and tabs",
  });
}

/**
 * Decodes the next bytes, which can end within a character. Without bytes, checks that no partial character is left.
 */
function decodeChunk(decoder: TextDecoder, octets?: Uint8Array): string {
  try {
    return octets === undefined ? decoder.decode() : decoder.decode(octets, { stream: true });
  } catch {
    throw new AccessError("illegal-character", "the body is not valid UTF-8; nothing was sent");
  }
}
