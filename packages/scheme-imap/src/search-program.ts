import { AccessError, octetsOf } from "@anyurl/core";
import type { CommandPart } from "./session.ts";

const LITERAL = /\{([0-9]{1,10})\+\}\r\n/y;
const QUOTED = /"(?:[^"\\\r\n]|\\["\\])*"/y;

/**
 * Splits a search program at its literals (RFC 5092 §5). Everything else is printable ASCII, so that a program cannot end
 * the command.
 *
 * @throws {AccessError} control-octet: CR, LF, or NUL outside of a literal; bad-argument: a text that is not ASCII outside
 *   of a literal, an unclosed quoted string or parenthesis, a literal with a wrong length.
 */
export function readSearchProgram(program: string): readonly CommandPart[] {
  // Characters are bytes here, because a literal counts bytes.
  const bytes = Array.from(octetsOf(program), (octet) => String.fromCharCode(octet)).join("");
  const pieces: CommandPart[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; ) {
    const char = bytes[at]!;
    if (char === '"') {
      QUOTED.lastIndex = at;
      const [quoted] = QUOTED.exec(bytes) ?? [];
      if (quoted === undefined) throw invalidProgram('a quoted string has no closing """');
      checkText(quoted);
      at += quoted.length;
      continue;
    }
    LITERAL.lastIndex = at;
    const match = LITERAL.exec(bytes);
    if (match !== null) {
      const from = at + match[0].length;
      const to = from + Number(match[1]);
      if (to > bytes.length || (to < bytes.length && !/[ )]/.test(bytes[to]!)))
        throw invalidProgram("a literal has another length than it announces");
      const literal = Uint8Array.from(bytes.slice(from, to), (each) => each.charCodeAt(0));
      if (literal.includes(0)) throw controlError();
      pieces.push({ text: bytes.slice(start, at), literal });
      at = start = to;
      continue;
    }
    checkText(char);
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) throw invalidProgram('unexpected ")"');
    if (char === "{") throw invalidProgram('unexpected "{"');
    at++;
  }
  if (depth > 0) throw invalidProgram('missing ")"');
  return [...pieces, { text: bytes.slice(start), literal: undefined }];
}

function checkText(text: string): void {
  if (/[\0-\x1f\x7f]/.test(text)) throw controlError();
  if (/[^\0-\x7f]/.test(text)) throw invalidProgram("a text that is not ASCII needs a literal");
}

/** Returns the program that finds the words in the messages that another one finds. */
export function addWords(program: string | undefined, words: string): string {
  const keys = words
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `TEXT ${formatString(word)}`)
    .join(" ");
  const [, charset = "", rest = ""] = /^(CHARSET \S+ )?(.*)$/is.exec(program ?? "") ?? [];
  const isAscii = /^[\0-\x7f]*$/.test(keys);
  const before = charset === "" && !isAscii ? "CHARSET UTF-8 " : charset;
  return `${before}${rest === "" ? "" : `${rest} `}${keys}`;
}

/** A quoted string, or a literal for a text that is not ASCII (RFC 3501 §4.3). */
function formatString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  return `{${octetsOf(text).length}+}\r\n${text}`;
}

function invalidProgram(reason: string): AccessError {
  return new AccessError("bad-argument", `invalid search keys: ${reason}; nothing was sent`, {
    hint: "write search keys of IMAP, such as SUBJECT%20tide or SINCE%201-Feb-2026",
  });
}

function controlError(): AccessError {
  return new AccessError("control-octet", "search keys cannot contain NUL, CR, or LF; nothing was sent", {
    hint: "remove the control characters from the URL",
  });
}
