import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { formatDotBlock } from "../library/dot-block.ts";

/** A reply to a command. */
export interface NntpReply {
  readonly code: number;
  readonly octets: Uint8Array;
  /** What happens to the connection afterwards. */
  readonly then?: "close" | "tls" | "article";
}

/** Creates a reply of one line. */
export function createReply(code: number, text: string, then?: NntpReply["then"]): NntpReply {
  return { code, octets: octetsOf(`${code} ${text}\r\n`), ...(then && { then }) };
}

/** Creates a reply of a line and a multi-line data block. */
export function createBlockReply(
  code: number,
  text: string,
  content: Uint8Array | readonly string[],
): NntpReply {
  const lines =
    content instanceof Uint8Array ? content : octetsOf(content.map((each) => `${each}\r\n`).join(""));
  return { code, octets: joinBytes([octetsOf(`${code} ${text}\r\n`), ...formatDotBlock([lines])]) };
}
