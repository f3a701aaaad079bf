import {
  hostProblem,
  type ProblemInit,
  parseHost,
  parseIPv4,
  syntaxError,
  type UrlSyntaxError,
} from "@anyurl/core";
import * as tr46 from "tr46";
import { DOTS, isAscii, MAX_NAME_LENGTH, RULES } from "./rules.ts";

/**
 * Returns a host name in the form for a lookup (UTS #46 §4.2, not transitional; RFC 5891 §5): U-labels as A-labels,
 * mapped and checked, in lower case. A name in ASCII is already in that form: its A-labels are not checked (RFC 5891
 * §5.3).
 *
 * @param host without escapes: "%" is not a character of a name.
 * @throws {UrlSyntaxError} bad-host, with its range in `host`: an invalid name, or one that would become an address.
 */
export function toAscii(host: string): string {
  if (host.length > MAX_NAME_LENGTH)
    throw toAsciiError(0, host.length, "the host name exceeds the limit of 253 characters", "RFC 1034 §3.1");
  const labels = host.split(DOTS);
  const ascii = isAscii(host) ? host.toLowerCase() : tr46.toASCII(host, RULES);
  if (ascii === null) throw findLabelError(host, labels);

  const mapped = ascii.split(".");
  if (mapped.length !== labels.length)
    throw toAsciiError(0, host.length, "a character of the label maps to a dot", "UTS #46 §4");
  labels.forEach((label, i) => {
    const result = mapped[i]!;
    // "the label MUST be rejected if the resulting label is not identical to the original"
    if (isAscii(label) && label.toLowerCase() !== result)
      throw labelError(labels, i, "not the A-label of any U-label", "RFC 5891 §5.3");
    // A number here would become part of an address.
    if (!isAscii(label) && /^[0-9]+$/.test(result))
      throw labelError(
        labels,
        i,
        "the label maps to a number",
        "RFC 3986 §3.2.2",
        "write it in ASCII digits",
      );
  });

  if (!isAscii(host) && parseIPv4(ascii))
    throw toAsciiError(0, host.length, "the name maps to an IP address", "RFC 3986 §3.2.2");
  const problem = nameProblem(ascii);
  if (problem) {
    const at = mapped.findIndex((label) => nameProblem(label)?.message === problem.message);
    throw at < 0
      ? syntaxError({ ...problem, start: 0, end: host.length })
      : labelError(labels, at, problem.message, problem.cite, problem.hint);
  }
  return ascii;
}

/** Returns the problem of a name in ASCII; `undefined` if it is valid, or was an address before. */
function nameProblem(name: string): Omit<ProblemInit, "start" | "end"> | undefined {
  // Encode it, because hostProblem decodes.
  const raw = encodeURIComponent(name);
  if (parseHost(raw).kind !== "empty") return hostProblem(raw);
  return {
    code: "bad-host",
    component: "host",
    message: "the host name has no label",
    cite: "RFC 1034 §3.1",
  };
}

/** The checks of RULES with their messages, each with its rule. */
const CHECKS = [
  [
    "checkHyphens",
    "a label begins or ends with a hyphen, or has hyphens as its third and fourth characters",
    "RFC 5891 §4.2.3.1",
  ],
  ["checkJoiners", "a joiner is not allowed here: its script does not need it", "RFC 5892 appendix A.1"],
  [
    "checkBidi",
    "a label mixes directions, or does not begin and end with a letter of its direction",
    "RFC 5893 §2",
  ],
] as const;

/** Finds out why a name has no A-labels. This is slow, but tr46 only reports that there is an error. */
function findLabelError(host: string, labels: readonly string[]): UrlSyntaxError {
  let at = 0;
  for (const char of host) {
    if (tr46.toUnicode(`a${char}`).error) {
      const name = `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
      return toAsciiError(at, at + char.length, `${name} is not allowed in a host name`, "UTS #46 §5");
    }
    at += char.length;
  }
  const bad = labels.findIndex((label) => tr46.toASCII(label, RULES) === null);
  const label = labels[bad];
  // Directions depend on all labels: one right-to-left label restricts the others.
  if (label === undefined) return toAsciiError(0, host.length, CHECKS[2][1], CHECKS[2][2]);
  for (const [check, message, cite] of CHECKS) {
    if (tr46.toASCII(label, { ...RULES, [check]: false }) !== null)
      return labelError(labels, bad, message, cite);
  }
  return /^xn--/i.test(label)
    ? labelError(labels, bad, "not the A-label of any U-label", "RFC 5891 §5.3")
    : labelError(labels, bad, "a label begins with a combining mark", "RFC 5891 §4.2.3.2");
}

function labelError(
  labels: readonly string[],
  i: number,
  message: string,
  cite: string,
  hint?: string,
): UrlSyntaxError {
  const start = labels.slice(0, i).reduce((sum, { length }) => sum + length + 1, 0);
  return toAsciiError(start, start + labels[i]!.length, message, cite, hint);
}

function toAsciiError(
  start: number,
  end: number,
  message: string,
  cite: string,
  hint?: string,
): UrlSyntaxError {
  const problem = { code: "bad-host", component: "host", message, start, end, cite } as const;
  return syntaxError(hint ? { ...problem, hint } : problem);
}
