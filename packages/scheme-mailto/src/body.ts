import { AccessError, type Limits, type Source } from "@anyurl/core";
import { hasControl, withLineBreaks } from "./hfield.ts";

/**
 * A text that a caller writes, as the body of a message: its lines end in CR LF.
 *
 * @throws {AccessError} too-large: more than `maxBytes`; illegal-character: no UTF-8; control-octet.
 */
export async function bodyOfSource(source: Source, { maxBytes }: Limits): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let size = 0;
  for await (const octets of source) {
    size += octets.length;
    if (size > maxBytes) {
      throw new AccessError("too-large", `the message has more than ${maxBytes} octets; nothing was sent`, {
        hint: "raise the limit maxBytes",
      });
    }
    pieces.push(decoded(decoder, octets));
  }
  pieces.push(decoded(decoder));
  const body = withLineBreaks(pieces.join(""));
  if (!hasControl(body, true)) return body;
  throw new AccessError("control-octet", "the body has a control that no message holds; nothing was sent", {
    hint: "leave it out: a body has lines and tabs",
  });
}

/** Of the next octets, which may end within a character; of none: nothing may be left over. */
function decoded(decoder: TextDecoder, octets?: Uint8Array): string {
  try {
    return octets === undefined ? decoder.decode() : decoder.decode(octets, { stream: true });
  } catch {
    throw new AccessError("illegal-character", "the body is no text in UTF-8; nothing was sent");
  }
}
