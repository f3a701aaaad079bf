import { octetsOf } from "@anyurl/core";
import { writeTelnet } from "../telnet/protocol.ts";

/** Formats a reply (RFC 959 §4.2). If it has several lines, the first gets "code-" and the last "code ". */
export interface Reply {
  readonly code: number;
  /** At least one line; names in lines keep their bytes. Lines between the first and the last begin with a space. */
  readonly lines: readonly string[];
}

export function createReply(code: number, ...lines: readonly string[]): Reply {
  return { code, lines };
}

export const NO_DATA_PORT: Reply = createReply(425, "Can't open data connection: EPSV or PASV comes first.");

export function formatReply({ code, lines }: Reply): Uint8Array {
  const last = lines.length - 1;
  const text = lines.map((line, i) => {
    if (i === last) return `${code} ${line}\r\n`;
    return i === 0 ? `${code}-${line}\r\n` : `${line}\r\n`;
  });
  return writeTelnet(octetsOf(text.join("")));
}
