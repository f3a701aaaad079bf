import { decodeText } from "./escape.ts";
import { hostOf, hostProblem } from "./host.ts";
import { type ProblemInit, syntaxError, UrlSyntaxError } from "./problems.ts";
import type { Url } from "./url.ts";

export interface HostOptions {
  /** For hosts beyond ASCII: `idna` of `@anyurl/idna` has it. Without it such a host has no A-labels. */
  readonly toAscii?: ((host: string) => string) | undefined;
}

/** Escapes of octets beyond ASCII, which in a host are UTF-8 (RFC 3986 §3.2.2). */
const BEYOND_ASCII = /%[89A-F]/i;

/** What is wrong, and where in the decoded name; without a place, it is the host as a whole. */
export type HostFault = Pick<ProblemInit, "message"> & Partial<ProblemInit>;

/**
 * The host of a URL as it is looked up: a name in percent-encoded UTF-8 in A-labels, any other one as it is written.
 *
 * @throws {UrlSyntaxError} bad-host: what hostProblem says; a name beyond ASCII without `toAscii`, or one that has no
 *   ASCII form.
 */
export function asciiHost(raw: string, { toAscii }: HostOptions = {}): string {
  return convertHost(raw, toAscii, (fault) => hostError(fault, 0, raw.length));
}

/** As {@link asciiHost}, with errors as `refuse` makes them. */
export function convertHost(
  raw: string,
  toAscii: HostOptions["toAscii"],
  refuse: (fault: HostFault) => Error,
): string {
  const problem = hostProblem(raw);
  const isAscii = !BEYOND_ASCII.test(raw) || raw.startsWith("[");
  const name = isAscii ? raw : decodeText(raw);
  // What has no characters cannot be converted.
  if (problem !== undefined && (isAscii || toAscii === undefined || /[\ud800-\udfff]/u.test(name)))
    throw refuse(problem);
  if (isAscii) return raw;
  if (toAscii === undefined) {
    throw refuse({
      message: "cannot look up a host name that is not in ASCII",
      hint: "write it as A-labels (xn--…), or set the option toAscii (see @anyurl/idna)",
    });
  }
  let ascii: string;
  try {
    ascii = toAscii(name);
  } catch (error) {
    // It knows the label that is wrong.
    const fault = (error as Partial<UrlSyntaxError> | undefined)?.problems?.[0];
    throw fault === undefined ? error : refuse(fault);
  }
  if (problem !== undefined) throw refuse(problem);
  // Whatever the conversion makes of a name, it is a name.
  const isName = ascii && !ascii.includes("%") && hostOf(ascii).kind === "name";
  const bad = isName ? hostProblem(ascii) : { message: "the ASCII form of the host name is not a host name" };
  if (bad !== undefined) throw refuse(bad);
  return ascii;
}

/** The error for a host at [start, end) of a text. */
export function hostError(fault: HostFault, start: number, end: number): UrlSyntaxError {
  const { message, hint } = fault;
  const { code = "bad-host", cite = "RFC 3987 §3.1" } = fault;
  return syntaxError({ code, component: "host", message, cite, start, end, ...(hint && { hint }) });
}

/** The host in A-labels, where it has a form in ASCII; else as it is. */
export function asciiHostOr(raw: string, options: HostOptions | undefined): string {
  if (options?.toAscii === undefined || !BEYOND_ASCII.test(raw)) return raw;
  try {
    return asciiHost(raw, options);
  } catch (error) {
    if (error instanceof UrlSyntaxError) return raw;
    throw error;
  }
}

/** The URL with its host in A-labels, where that has a form in ASCII. */
export function withAsciiHost(url: Url, options: HostOptions | undefined): Url {
  const { host } = url;
  if (host === undefined || options?.toAscii === undefined) return url;
  const ascii = asciiHostOr(host, options);
  return ascii === host ? url : url.with({ host: ascii });
}
