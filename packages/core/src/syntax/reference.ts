import { diagnose } from "./diagnose.ts";
import { type Problem, UrlSyntaxError } from "./problems.ts";
import { composeAndParse, withComponents } from "./recompose.ts";
import { ALREADY_PARSED, type ParseOptions, scan, scanReference } from "./scan.ts";
import { ParsedReference, type Reference, type Url, type UrlReader } from "./url.ts";

/** Only the generic syntax has parsed the URL, and only it parses changed URLs. */
export const GENERIC_READER: UrlReader = {
  name: undefined,
  scheme: undefined,
  profile: "rfc3986",
  change: (url, change) =>
    composeAndParse(withComponents(url, change), (text) => parse(text, ALREADY_PARSED)),
  readParts: () => undefined,
};

/** The result of parsing without throwing. `problems` may hold warnings if `ok` is true. */
export type ParseResult<U> =
  | { readonly ok: true; readonly url: U; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly url: undefined; readonly problems: readonly Problem[] };

/**
 * Parses a URL by the generic syntax (RFC 3986 §3), the same for every scheme, and checks every character.
 *
 * @throws {UrlSyntaxError} no-scheme, bad-scheme, illegal-character, bad-escape, bad-userinfo, bad-host,
 *   bad-ip-literal, zone-id-not-allowed, bad-port, too-long: the first problem; `problems` has all of them.
 */
export function parse(text: string, options?: ParseOptions): Url {
  const offsets = scan(text, options);
  if (offsets !== undefined) return new ParsedReference(text, offsets, GENERIC_READER) as Url;
  const problems = diagnose(text, options);
  throw new UrlSyntaxError(problems[0]!, problems);
}

/** Like {@link parse}, but does not throw and returns every problem. */
export function tryParse(text: string, options?: ParseOptions): ParseResult<Url> {
  const offsets = scan(text, options);
  if (offsets !== undefined)
    return { ok: true, url: new ParsedReference(text, offsets, GENERIC_READER) as Url, problems: [] };
  return { ok: false, url: undefined, problems: diagnose(text, options) };
}

/**
 * Parses a URL or a relative reference (RFC 3986 §4.1).
 *
 * @throws {UrlSyntaxError} what parse throws; bad-scheme: a ":" in the first segment of a relative path.
 */
export function parseReference(text: string, options?: ParseOptions): Reference {
  const offsets = scanReference(text, options);
  if (offsets !== undefined) return new ParsedReference(text, offsets, GENERIC_READER);
  const problems = diagnose(text, { ...options, relative: true });
  throw new UrlSyntaxError(problems[0]!, problems);
}
