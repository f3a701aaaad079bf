import { AccessError, textOf } from "@anyurl/core";
import { concat, type Exchange } from "@anyurl/core/exchange";

/** DataHead = Success Transfer CR LF (Gopher+, appendix II): the status and the framing of a reply. */
export interface DataHead {
  readonly success: boolean;
  /** The number of bytes that follow; or up to a line "."; or up to the close of the connection. */
  readonly transfer: number | "lastline" | "close";
}

/** The start of a reply to a Gopher+ request. */
export interface ReplyStart {
  /** `undefined`: the server does not support Gopher+ and has sent a plain reply. */
  readonly head: DataHead | undefined;
  /** The first bytes after the head; `undefined` if the server has closed the connection. */
  readonly first: Uint8Array | undefined;
}

const LF = 0x0a;

/** The longest head, in bytes. A longer first line is not a valid head. */
const MAX_HEAD_BYTES = 32;

/**
 * Reads the head of a reply. A first line that is not just a sign and a number belongs to the plain reply of a server
 * without Gopher+.
 *
 * @throws {AccessError} protocol-error: the head looks like a data head but is invalid. truncated: the connection was
 *   closed within the head.
 */
export function* readReplyStart(): Exchange<never, ReplyStart> {
  let octets: Uint8Array = new Uint8Array(0);
  for (;;) {
    const more: Uint8Array | undefined = yield { do: "receive" };
    if (more === undefined) {
      if (octets.length === 0) return { head: undefined, first: undefined };
      throw new AccessError("truncated", "the server closed the connection within the reply header", {
        retryable: true,
      });
    }
    octets = octets.length === 0 ? more : concat(octets, more);
    const lf = octets.subarray(0, MAX_HEAD_BYTES).indexOf(LF);
    const line = textOf(octets.subarray(0, Math.min(lf < 0 ? MAX_HEAD_BYTES : lf, octets.length)));
    if (!/^[+-](?:-?[0-9]*)\r?$/.test(line) && octets.length > 0) return { head: undefined, first: octets };
    if (lf >= 0) {
      const whole = line.endsWith("\r") ? line.slice(0, -1) : line;
      // A text can begin with a line "+" or "-".
      if (!/[0-9]/.test(whole)) return { head: undefined, first: octets };
      return { head: parseDataHead(whole), first: octets.subarray(lf + 1) };
    }
    if (octets.length >= MAX_HEAD_BYTES) throw dataHeadError();
  }
}

/** Parses "+18", "+-1", "--2". */
function parseDataHead(line: string): DataHead {
  const match = /^([+-])(?:(-1)|(-2)|([0-9]{1,16}))$/.exec(line);
  if (match === null) throw dataHeadError();
  const [, sign, lastline, close, digits] = match;
  const transfer = lastline ? "lastline" : close ? "close" : Number(digits);
  if (typeof transfer === "number" && !Number.isSafeInteger(transfer)) throw dataHeadError();
  return { success: sign === "+", transfer };
}

function dataHeadError(): AccessError {
  return new AccessError("protocol-error", "invalid length in the Gopher+ reply header", {
    hint: "remove the gopher+ string from the URL",
  });
}
