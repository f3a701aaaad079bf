import { QUERY } from "../syntax/charset.ts";
import { ESCAPES, escapeAt } from "../syntax/escape.ts";
import { encodeNonAscii, isIprivate, isUcschar } from "../syntax/iri.ts";
import type { Draft } from "./changes.ts";
import type { Range } from "./unwrap.ts";

const HASH = 0x23;
const PERCENT = 0x25;
const QUESTION = 0x3f;
const BACKSLASH = 0x5c;

/**
 * Encodes what is not allowed in a path, a query, and a fragment, and removes line breaks with the white space around
 * them (RFC 3986 appendix C). Other controls, backslashes, bidi formatting characters, and lone surrogates stay, and the
 * strict parser rejects them.
 *
 * @returns false if the range has both line breaks and other white space: then it is unclear where the URL ends.
 */
export function repairCharacters(draft: Draft, [start, end]: Range): boolean {
  const { typed } = draft;
  let component: "path" | "query" | "fragment" = "path";
  let hasBreak = false;
  let hasSpace = false;
  for (let i = start; i < end; i++) {
    const code = typed.charCodeAt(i);
    if (code === HASH && component !== "fragment") component = "fragment";
    else if (code === QUESTION && component === "path") component = "query";
    else if (code === PERCENT) {
      // Neither an escape nor white space crosses the end, after which is a delimiter, white space, or nothing.
      if (escapeAt(typed, i) < 0) draft.replace("encoded-percent", i, i + 1, "%25");
    } else if (isBlank(code)) {
      const from = i;
      while (isBlank(typed.charCodeAt(i + 1))) i++;
      if (/[\r\n]/.test(typed.slice(from, i + 1))) {
        draft.replace("line-break", from, i + 1, "");
        hasBreak = true;
      } else {
        hasSpace = true;
        for (let at = from; at <= i; at++)
          if (typed[at] === " ") draft.replace("encoded-character", at, at + 1, "%20");
      }
    } else if (code > 0x20 && code < 0x7f) {
      // In a path, the difference, "?", was read above.
      if (code !== BACKSLASH && !QUERY.has(code))
        draft.replace("encoded-character", i, i + 1, ESCAPES[code]!);
    } else {
      const from = i;
      while (i < end && isEncodable(typed, i, component === "query"))
        i += typed.codePointAt(i)! > 0xffff ? 2 : 1;
      if (i === from) continue;
      draft.replace("encoded-character", from, i, encodeNonAscii(typed.slice(from, i)));
      i--;
    }
  }
  return !(hasBreak && hasSpace);
}

/** White space that wrapping adds. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function isEncodable(text: string, at: number, inQuery: boolean): boolean {
  const code = text.codePointAt(at)!;
  return isUcschar(code) || (inQuery && isIprivate(code));
}
