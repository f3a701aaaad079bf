import { decodeText } from "./escape.ts";
import { hostProblem, parseHost } from "./host.ts";
import { type ProblemInit, syntaxError, UrlSyntaxError } from "./problems.ts";
import type { Url } from "./url.ts";

export interface HostOptions {
  /** Converts hosts that are not ASCII: `idna` of `@anyurl/idna` has it. Without it such a host has no A-labels. */
  readonly toAscii?: ((host: string) => string) | undefined;
}

/** Escapes of bytes beyond ASCII, which are UTF-8 in a host (RFC 3986 §3.2.2). */
const BEYOND_ASCII = /%[89A-F]/i;

/** A problem and its position in the decoded name. Without a position it concerns the whole host. */
export type HostProblem = Pick<ProblemInit, "message"> & Partial<ProblemInit>;

/**
 * Returns the host of a URL for a lookup: a name in percent-encoded UTF-8 as A-labels, and any other host as written.
 *
 * @throws {UrlSyntaxError} bad-host: what hostProblem reports; a name beyond ASCII without `toAscii`, or one that has
 *   no ASCII form.
 */
export function toAsciiHost(raw: string, { toAscii }: HostOptions = {}): string {
  return convertHost(raw, toAscii, (fault) => hostError(fault, 0, raw.length));
}

/** Like {@link toAsciiHost}, but `refuse` creates the errors. */
export function convertHost(
  raw: string,
  toAscii: HostOptions["toAscii"],
  refuse: (fault: HostProblem) => Error,
): string {
  const problem = hostProblem(raw);
  const isAscii = !BEYOND_ASCII.test(raw) || raw.startsWith("[");
  const name = isAscii ? raw : decodeText(raw);
  // Lone surrogates are not characters and cannot be converted.
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
    // The error of toAscii names the wrong label.
    const fault = (error as Partial<UrlSyntaxError> | undefined)?.problems?.[0];
    throw fault === undefined ? error : refuse(fault);
  }
  if (problem !== undefined) throw refuse(problem);
  // The result must be a name again, not an address.
  const isName = ascii && !ascii.includes("%") && parseHost(ascii).kind === "name";
  const bad = isName ? hostProblem(ascii) : { message: "the ASCII form of the host name is not a host name" };
  if (bad !== undefined) throw refuse(bad);
  return ascii;
}

/** Creates the error for a host at [start, end) of a text. */
export function hostError(fault: HostProblem, start: number, end: number): UrlSyntaxError {
  const { message, hint } = fault;
  const { code = "bad-host", cite = "RFC 3987 §3.1" } = fault;
  return syntaxError({ code, component: "host", message, cite, start, end, ...(hint && { hint }) });
}

/** Returns the host in A-labels if it has an ASCII form, else the host unchanged. */
export function toAsciiHostIfPossible(raw: string, options: HostOptions | undefined): string {
  if (options?.toAscii === undefined || !BEYOND_ASCII.test(raw)) return raw;
  try {
    return toAsciiHost(raw, options);
  } catch (error) {
    if (error instanceof UrlSyntaxError) return raw;
    throw error;
  }
}

/** Returns the URL with its host in A-labels if it has an ASCII form. */
export function withAsciiHost(url: Url, options: HostOptions | undefined): Url {
  if (options?.toAscii === undefined) return url;
  const { host } = url;
  if (host === undefined) return url;
  const ascii = toAsciiHostIfPossible(host, options);
  return ascii === host ? url : url.with({ host: ascii });
}
