import { ALPHA, CharSet, DIGIT } from "@anyurl/core";

/** group-char = ALPHA / DIGIT / "-" / "+" / "_" / "."   (RFC 5538 §3) */
export const GROUP_CHAR: CharSet = /* @__PURE__ */ new CharSet("-+_.", ALPHA, DIGIT);

/**
 * Characters that no name contains: spaces, controls, bytes that are not UTF-8, and those that wildmat-exact excludes
 * (RFC 3977 §4.1).
 */
const EXCLUDED = "\\0- !*,?[\\\\\\]\\x7f-\\x9f\\p{Surrogate}";
const NAME = /* @__PURE__ */ new RegExp(`^[^.${EXCLUDED}]+(?:\\.[^.${EXCLUDED}]+)*$`, "u");
const WILDMAT = /* @__PURE__ */ new RegExp(`^(?:[*?]|[^${EXCLUDED}])+$`, "u");

/**
 * Returns why a decoded text is not a newsgroup-name; `undefined` if it is one. Components follow RFC 5536 §3.1.4, with
 * all characters that RFC 3977 §4.1 allows: `group.n/a` and `grüße.de` are names as well.
 */
export function checkNewsgroupName(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : "a newsgroup-name consists of components separated by dots, without spaces and ! * , ? [ \\ ]";
}

/** Returns why a decoded text is not a wildmat-pattern of RFC 3977 §4.1: one pattern, without "!" and ",". */
export function checkWildmat(pattern: string): string | undefined {
  return WILDMAT.test(pattern)
    ? undefined
    : "a pattern of newsgroup-names cannot contain spaces or ! , [ \\ ]";
}

/** Returns whether the text contains a wildcard "*" or "?", which no name contains. */
export function isWildmat(text: string): boolean {
  return text.includes("*") || text.includes("?");
}

/**
 * Returns why a raw text is not a group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ] (RFC 1738 §5), which has no
 * escapes.
 */
export function checkRfc1738Group(raw: string): string | undefined {
  return /^[a-z][\w+.-]*$/i.test(raw)
    ? undefined
    : 'an RFC 1738 group is a letter, then letters, digits, "-", ".", "+" and "_", without escapes';
}

/**
 * Returns the end of the newsgroup-name that begins at `start` and consists of group-char only: the offset of the first
 * other character, or `end`. Returns -1 if it is empty or has an empty component: then a full check is needed.
 */
export function findPlainNameEnd(text: string, start: number, end: number): number {
  // The start of the last component.
  let component = start;
  let i = start;
  for (; i < end; i++) {
    const code = text.charCodeAt(i);
    if (!GROUP_CHAR.has(code)) break;
    if (code !== 0x2e) continue;
    if (i === component) return -1;
    component = i + 1;
  }
  return i === component ? -1 : i;
}
