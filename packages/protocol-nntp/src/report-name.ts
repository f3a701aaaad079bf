import { type Report, reportControls, syntaxError, type Url } from "@anyurl/core";

/** What is wrong with a name, or with a number, that becomes the argument of a command. */
export type NameCode = "bad-group-name" | "bad-message-id" | "bad-article-number";

/** What is to be judged: `name` is what stands, decoded, at [start, end) in the path of `url`. */
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
 * Reports the fault of a name, if it has one. Of NUL, CR and LF it is only warned: such a URL is read, and never
 * opened (RFC 1738 §6).
 */
export function reportName(
  { url, start, end, name, code, cite }: NameToCheck,
  faultOf: (name: string) => string | undefined,
  report: Report,
  hint?: string,
): void {
  let fault = faultOf(name);
  // Without an escape there is none of them.
  if (end - start !== name.length && CONTROLS.test(name)) {
    reportControls(url, [start, end], "path", report);
    fault = faultOf(name.replace(/[\0\r\n]+/g, ""));
  }
  if (fault === undefined) return;
  report({ code, message: fault, component: "path", start, end, cite, ...(hint && { hint }) });
}

/** @throws {UrlSyntaxError} control-octet: NUL, CR or LF in what is to be written. */
export function refuseControls(name: string): void {
  if (!CONTROLS.test(name)) return;
  throw syntaxError({
    code: "control-octet",
    message: "no news server could be asked for a name with NUL, CR or LF",
    component: "path",
    start: 0,
    end: 0,
    cite: "RFC 1738 §6",
  });
}
