import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";

/*
 * The notation of protocol lines in transcripts and vectors. A line means its bytes and CR LF. Text is UTF-8. Escapes:
 *
 *   \t  HT     \xHH  that byte     \\  "\"     \c  at the end: no CR LF
 */

const CRLF: Uint8Array = Uint8Array.of(0x0d, 0x0a);

/**
 * Returns the bytes of a written line.
 *
 * @throws {SyntaxError} an unknown escape. The message starts with `where`.
 */
export function parseNotation(written: string, where: string): Uint8Array {
  const bare = endsInBareMark(written);
  const text = bare ? written.slice(0, -2) : written;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", from)) {
    pieces.push(octetsOf(text.slice(from, at)));
    const found = escapeIn(text, at);
    if (found === undefined) {
      throw new SyntaxError(`${where}: invalid escape: expected \\t, \\\\, \\xHH, or \\c at the end`);
    }
    pieces.push(Uint8Array.of(found.octet));
    from = at + found.length;
  }
  pieces.push(octetsOf(text.slice(from)));
  return joinBytes(bare ? pieces : [...pieces, CRLF]);
}

/** "\c" ends the line, and its backslash is not the second one of "\\". */
function endsInBareMark(written: string): boolean {
  if (!written.endsWith("\\c")) return false;
  let backslashes = 0;
  for (let i = written.length - 2; written[i] === "\\"; i--) backslashes++;
  return backslashes % 2 === 1;
}

function escapeIn(text: string, at: number): { octet: number; length: number } | undefined {
  const next = text[at + 1];
  if (next === "t") return { octet: 0x09, length: 2 };
  if (next === "\\") return { octet: 0x5c, length: 2 };
  const digits = text.slice(at + 2, at + 4);
  return next === "x" && /^[0-9A-Fa-f]{2}$/.test(digits)
    ? { octet: Number.parseInt(digits, 16), length: 4 }
    : undefined;
}

/** Writes bytes in the notation, one string for each line: the inverse of {@link parseNotation}. */
export function formatNotation(octets: Uint8Array): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (let i = 0; i < octets.length; i++) {
    if (octets[i] === 0x0d && octets[i + 1] === 0x0a) {
      lines.push(line);
      line = "";
      i++;
    } else line += writtenOctet(octets[i]!);
  }
  return line === "" ? lines : [...lines, `${line}\\c`];
}

/** Writes bytes in the notation of one line: CR and LF are also escaped. */
export function writtenOctets(octets: Uint8Array): string {
  return Array.from(octets, writtenOctet).join("");
}

function writtenOctet(octet: number): string {
  if (octet === 0x09) return "\\t";
  if (octet === 0x5c) return "\\\\";
  if (octet >= 0x20 && octet < 0x7f) return String.fromCharCode(octet);
  return `\\x${octet.toString(16).padStart(2, "0")}`;
}
