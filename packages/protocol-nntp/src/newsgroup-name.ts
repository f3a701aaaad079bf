import { ALPHA, CharSet, DIGIT } from "@anyurl/core";

/** group-char = ALPHA / DIGIT / "-" / "+" / "_" / "."   (RFC 5538 §3) */
export const GROUP_CHAR: CharSet = /* @__PURE__ */ new CharSet("-+_.", ALPHA, DIGIT);

/** What is in no name: spaces, controls, octets that are no UTF-8, and what wildmat-exact leaves out (RFC 3977 §4.1). */
const EXCLUDED = "\\0- !*,?[\\\\\\]\\x7f-\\x9f\\p{Surrogate}";
const NAME = /* @__PURE__ */ new RegExp(`^[^.${EXCLUDED}]+(?:\\.[^.${EXCLUDED}]+)*$`, "u");
const WILDMAT = /* @__PURE__ */ new RegExp(`^(?:[*?]|[^${EXCLUDED}])+$`, "u");

/**
 * Why a decoded text is no newsgroup-name; `undefined` when it is one. Components as RFC 5536 §3.1.4 has them, of all
 * the characters that RFC 3977 §4.1 has for them: `group.n/a` and `grüße.de` are names, too.
 */
export function newsgroupNameFault(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : "a newsgroup-name is components with dots between them, without spaces and ! * , ? [ \\ ]";
}

/** Why a decoded text is no wildmat-pattern of RFC 3977 §4.1: one pattern, without "!" and ",". */
export function wildmatFault(pattern: string): string | undefined {
  return WILDMAT.test(pattern) ? undefined : "a pattern of newsgroup-names has no spaces and no ! , [ \\ ]";
}

/** Does it have one of the wildcards "*" and "?", which no name has? */
export function isWildmat(text: string): boolean {
  return text.includes("*") || text.includes("?");
}

/** Why a raw text is no group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]   (RFC 1738 §5), which has no escapes. */
export function group1738Fault(raw: string): string | undefined {
  return /^[a-z][\w+.-]*$/i.test(raw)
    ? undefined
    : 'by RFC 1738 a group is a letter, and letters, digits, "-", ".", "+" and "_", without escapes';
}

/**
 * Where the newsgroup-name ends that begins at `start` and is nothing but group-char: in front of the first other
 * character, or at `end`. -1 when there is none, or it has an empty component: then it takes a second look.
 */
export function plainNameEnd(text: string, start: number, end: number): number {
  // Where the last component begins.
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
