import { SCHEME } from "./charset.ts";
import { MAX_SCHEME_LENGTH } from "./limits.ts";
import { type Problem, type ProblemInit, toProblem } from "./problems.ts";

/**
 * The kind of a scheme's name by its spelling. "experimental": begins with "x-" (RFC 1738 §4). "private": begins with a
 * reversed domain name (RFC 7595 §3.8). "other": any other name, registered or not.
 */
export type SchemeNameKind = "experimental" | "private" | "other";

export interface NameOptions {
  /** Allow a name of one letter. Default false: on some systems it is a drive. */
  readonly allowSingleLetter?: boolean;
}

/**
 * Returns the problems of a name for a new scheme. Letters of either case are accepted, as in RFC 3986 §3.1.
 *
 * Errors: bad-scheme. Warnings: upper-case-scheme, experimental-scheme, dotted-scheme.
 */
export function checkSchemeName(name: string, options: NameOptions = {}): readonly Problem[] {
  const found: Problem[] = [];
  const add = (
    problem: Pick<ProblemInit, "code" | "message" | "cite" | "hint">,
    start = 0,
    end = name.length,
  ) =>
    found.push(
      toProblem({
        ...problem,
        severity: problem.code === "bad-scheme" ? "error" : "warning",
        component: "scheme",
        start,
        end,
      }),
    );
  const bad = (message: string, cite: string, start?: number, end?: number) =>
    add({ code: "bad-scheme", message, cite }, start, end);

  const wrong = findInvalidCharacter(name);
  const SYNTAX = "RFC 3986 §3.1";
  if (name === "") bad("missing scheme name", SYNTAX);
  else if (wrong === 0) bad("the scheme name does not begin with a letter", SYNTAX, 0, 1);
  else if (wrong > 0)
    bad(
      'invalid character in the scheme name: expected letters, digits, "+", "-", or "."',
      SYNTAX,
      wrong,
      wrong + 1,
    );
  else if (name.length > MAX_SCHEME_LENGTH)
    bad(
      `the scheme name exceeds the limit of ${MAX_SCHEME_LENGTH} characters`,
      "RFC 7595 §3.8",
      MAX_SCHEME_LENGTH,
    );
  else if (name.length === 1 && options.allowSingleLetter !== true)
    bad("a single letter before a colon is a drive on some systems", "RFC 7595 §3.8");
  if (found.length > 0) return found;

  const lower = name.toLowerCase();
  if (lower !== name)
    add({
      code: "upper-case-scheme",
      message: "the scheme name must be in lower case",
      hint: "write it in lower case",
      cite: "RFC 7595 §3.8",
    });
  const kind = schemeNameKind(name);
  if (kind === "experimental")
    add({
      code: "experimental-scheme",
      message: 'an "x-" prefix usually outlives the experiment',
      hint: "register a provisional name, or begin it with your reversed domain name",
      cite: "RFC 6648 §3",
    });
  else if (kind === "other" && name.includes("."))
    add({
      code: "dotted-scheme",
      message: 'a "." is allowed only in a name that begins with a reversed domain name',
      hint: 'use "com.example.name" if example.com is your domain, or remove the "."',
      cite: "RFC 7595 §3.8",
    });
  return found;
}

/** Returns the kind of a name; `undefined` if it is not a scheme by RFC 3986 §3.1. */
export function schemeNameKind(name: string): SchemeNameKind | undefined {
  if (name === "" || findInvalidCharacter(name) >= 0) return undefined;
  const lower = name.toLowerCase();
  if (lower.startsWith("x-")) return "experimental";
  const [top = "", ...labels] = lower.split(".");
  // A top-level domain has only letters or is an A-label; labels of a host follow (RFC 1123 §2.1).
  const isPrivate =
    /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(top) && labels.length > 0 && labels.every(isLabel);
  return isPrivate ? "private" : "other";
}

function isLabel(label: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith("-") && !label.endsWith("-");
}

/**
 * Returns the offset of the first character that is not allowed in a scheme; -1 if all are. Only ASCII letters count.
 */
function findInvalidCharacter(name: string): number {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    const letter = (code | 32) - 97;
    if (i === 0 ? letter < 0 || letter > 25 : !SCHEME.has(code)) return i;
  }
  return -1;
}
