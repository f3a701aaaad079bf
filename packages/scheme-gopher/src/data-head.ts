import { AccessError, textOf } from "@anyurl/core";
import { concat, type Exchange } from "@anyurl/core/exchange";

/** DataHead = Success Transfer CR LF (Gopher+, appendix II): how a reply goes on. */
export interface DataHead {
  readonly success: boolean;
  /** Octets that follow; up to a line "."; up to the close of the connection. */
  readonly transfer: number | "lastline" | "close";
}

/** How a reply to a Gopher+ request begins. */
export interface ReplyStart {
  /** `undefined`: the server knows nothing of Gopher+, and has replied as to any other request. */
  readonly head: DataHead | undefined;
  /** The first octets behind the head; `undefined` when the server has closed. */
  readonly first: Uint8Array | undefined;
}

const LF = 0x0a;

/** More digits than this, and a line end is not to be hoped for. */
const MOST = 32;

/**
 * Reads the head of a reply. A first line that is not made of a sign and a number alone belongs to the reply
 * of a server without Gopher+.
 *
 * @throws {AccessError} protocol-error: a head of its shape that means nothing. truncated: half of one, and
 * the close.
 */
export function* replyStart(): Exchange<never, ReplyStart> {
  let octets: Uint8Array = new Uint8Array(0);
  for (;;) {
    const more: Uint8Array | undefined = yield { do: "receive" };
    if (more === undefined) {
      if (octets.length === 0) return { head: undefined, first: undefined };
      throw new AccessError("truncated", "the reply ends within the length that it begins with", {
        retryable: true,
      });
    }
    octets = octets.length === 0 ? more : concat(octets, more);
    const lf = octets.subarray(0, MOST).indexOf(LF);
    const line = textOf(octets.subarray(0, Math.min(lf < 0 ? MOST : lf, octets.length)));
    if (!/^[+-](?:-?[0-9]*)\r?$/.test(line) && octets.length > 0) return { head: undefined, first: octets };
    if (lf >= 0) {
      const whole = line.endsWith("\r") ? line.slice(0, -1) : line;
      // A text may begin with a line "+" or "-".
      if (!/[0-9]/.test(whole)) return { head: undefined, first: octets };
      return { head: headOf(whole), first: octets.subarray(lf + 1) };
    }
    if (octets.length >= MOST) throw badHead();
  }
}

/** "+18", "+-1", "--2". */
function headOf(line: string): DataHead {
  const match = /^([+-])(?:(-1)|(-2)|([0-9]{1,16}))$/.exec(line);
  if (match === null) throw badHead();
  const [, sign, lastline, close, digits] = match;
  const transfer = lastline ? "lastline" : close ? "close" : Number(digits);
  if (typeof transfer === "number" && !Number.isSafeInteger(transfer)) throw badHead();
  return { success: sign === "+", transfer };
}

function badHead(): AccessError {
  return new AccessError("protocol-error", "the reply begins with a length that Gopher+ does not have", {
    hint: "ask without the gopher+ string",
  });
}
