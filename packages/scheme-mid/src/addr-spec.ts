import {
  decodeText,
  encodeText,
  PCHAR,
  type ProblemInit,
  type Report,
  refuseComponent,
  syntaxError,
  type Url,
} from "@anyurl/core";

/*
 * url-addr-spec = addr-spec   ; RFC 822, without angle brackets, percent-encoded            (RFC 2392 §2)
 *
 * Real messages have ids that no addr-spec allows, so an id is printable characters without space, "<", and ">". Spaces
 * may stand in a quoted string. An id that is not text, "@", and text is only a warning.
 */

export const CITE = "RFC 2392 §2";

/** UTF-16 code units of a URL, [start, end). */
export type TextRange = readonly [start: number, end: number];

/** ASCII that stands in an id, and UTF-8 (RFC 6532); a byte that is not UTF-8 is one of U+DC80 to U+DCFF. */
const PRINTABLE = /^[!-;=?-~\u{a0}-\u{d7ff}\u{e000}-\u{10ffff}]+$/u;
const QUOTED = /"(?:[^"\\]|\\.)*"/gs;
/** The number of a part, such as "1.2" (RFC 3501 §6.4.5). */
const SECTION = /^[1-9][0-9]*(?:\.[1-9][0-9]*)*$/;

/** Can it be the number of a part? A Content-ID has an "@". */
export function isSection(id: string): boolean {
  return SECTION.test(id);
}

/** Returns why a decoded id is not valid. */
function findError(id: string): string | undefined {
  if (id === "") return "the id is empty";
  if (id.startsWith("<") && id.endsWith(">")) return "an id stands without its angle brackets";
  const plain = id.replace(QUOTED, (text) => text.replaceAll(" ", "_"));
  if (!PRINTABLE.test(plain))
    return 'an id contains a space, a control character, "<", or ">", or is not UTF-8';
  return undefined;
}

/** Is it text, one "@", and text? */
function isAddrSpec(id: string): boolean {
  const parts = id.replace(QUOTED, "_").split("@");
  return parts.length === 2 && parts[0] !== "" && parts[1] !== "";
}

/**
 * Checks an id in a URL. Reports bad-message-id: an error, or a warning for an id that is not an addr-spec.
 *
 * @param isPart the number of a part may stand there.
 */
export function checkId(text: string, [start, end]: TextRange, report: Report, isPart: boolean): void {
  const id = decodeText(text.slice(start, end));
  const problem: ProblemInit = {
    code: "bad-message-id",
    component: "path",
    start,
    end,
    cite: CITE,
    message: "",
  };
  const message = findError(id);
  if (message !== undefined)
    report({
      ...problem,
      message,
      hint: "write the id of the header field, percent-encoded, without < and >",
    });
  else if (!isAddrSpec(id) && !(isPart && isSection(id)))
    report({
      ...problem,
      severity: "warning",
      message: 'an id usually is text, "@", and text',
      hint: "compare it with the header field of the message",
    });
}

/** Reports authority-not-allowed, and query-not-allowed. */
export function checkOpaque(url: Url, report: Report): void {
  const { scheme } = url;
  refuseComponent(url, "authority", report, {
    message: `a URL of ${scheme} has no server`,
    hint: 'remove the "//"',
    cite: CITE,
  });
  refuseComponent(url, "query", report, {
    message: `a URL of ${scheme} has no query`,
    hint: 'write a "?" of an id as "%3F"',
    cite: CITE,
  });
}

/** Encodes an id. @throws {UrlSyntaxError} bad-message-id: it is not valid. */
export function formatId(name: string, id: unknown): string {
  const message = typeof id === "string" ? findError(id) : "expected a string";
  if (message === undefined) return encodeText(id as string, PCHAR);
  throw syntaxError({
    ...{ code: "bad-message-id", component: "path", start: 0, end: 0, cite: CITE },
    message: `${name}: ${message}`,
    hint: "give the id as text, decoded, without < and >",
  });
}
