import { type Report, syntaxError, type Url, warnAboutControls } from "@anyurl/core";

/** A problem with a name or number that becomes the argument of a command. */
export type NameCode = "bad-group-name" | "bad-message-id" | "bad-article-number";

/** The name to check: `name` is the decoded text of [start, end) in the path of `url`. */
export interface NameToCheck {
  readonly url: Url;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly code: NameCode;
  readonly cite: string;
}

const CONTROLS = /[\0\r\n]/;

/**
 * Reports the problem of a name, if it has one. NUL, CR and LF are only warnings: such a URL can be parsed, but never
 * opened (RFC 1738 §6).
 */
export function reportName(
  { url, start, end, name, code, cite }: NameToCheck,
  faultOf: (name: string) => string | undefined,
  report: Report,
  hint?: string,
): void {
  let fault = faultOf(name);
  if (CONTROLS.test(name)) {
    warnAboutControls(url, [start, end], "path", report);
    fault = faultOf(name.replace(/[\0\r\n]+/g, ""));
  }
  if (fault === undefined) return;
  report({ code, message: fault, component: "path", start, end, cite, ...(hint && { hint }) });
}

/**
 * Checks a name before it is written into a URL.
 *
 * @throws {UrlSyntaxError} control-octet: it contains NUL, CR or LF.
 */
export function rejectControls(name: string): void {
  if (!CONTROLS.test(name)) return;
  throw syntaxError({
    code: "control-octet",
    message: "a newsgroup or message-id cannot contain NUL, CR or LF",
    component: "path",
    start: 0,
    end: 0,
    cite: "RFC 1738 §6",
  });
}
