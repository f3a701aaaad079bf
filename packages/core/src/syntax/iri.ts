import { convertHost, type HostOptions, hostError } from "./ascii-host.ts";
import { type Problem, UrlSyntaxError } from "./problems.ts";
import { type ParseResult, parse, parseReference } from "./reference.ts";
import type { ParseOptions } from "./scan.ts";
import type { Reference, Url } from "./url.ts";

/** Converts host names between their two forms (RFC 5890 §2.3.2.1), such as `idna` of `@anyurl/idna`. */
export interface Idna {
  /**
   * Returns the name with A-labels for its U-labels.
   *
   * @throws {UrlSyntaxError} bad-host, with its range in the name.
   */
  readonly toAscii: (host: string) => string;
  /** Returns the name with U-labels for those of its A-labels that are safe to show. Never throws. */
  readonly toUnicode: (host: string) => string;
}

/**
 * `toAscii`: for hosts beyond ASCII, with escapes decoded. Without it a host with unescaped characters beyond ASCII is
 * rejected.
 */
export interface IriOptions extends ParseOptions, HostOptions {
  /** Percent-encode such a host instead: for a name that is not looked up in the DNS (RFC 3987 §3.1, step 2). */
  readonly percentEncodeHost?: boolean | undefined;
}

/**
 * Parses an IRI as the URL that it maps to (RFC 3987 §3.1): characters beyond ASCII become the escapes of their UTF-8
 * bytes, and a host becomes A-labels. A URL is an IRI and maps to itself.
 *
 * Nothing is normalized. For text from paper or from another character encoding (step 1, a and b), pass
 * `text.normalize("NFC")`.
 *
 * @throws {UrlSyntaxError} what parse throws, with the range in the IRI: illegal-character for what is neither ucschar
 *   nor, in a query, iprivate (§2.2): lone surrogates, noncharacters, controls; and for bidi formatting characters
 *   (§4.1). bad-host: a host beyond ASCII without `toAscii`, or one that has no ASCII form. too-long: also if the URL
 *   is too long.
 */
export function parseIri(text: string, options: IriOptions = {}): Url {
  return convertIri(text, parse, options);
}

/** Like {@link parseIri}, but does not throw and returns every problem. */
export function tryParseIri(text: string, options?: IriOptions): ParseResult<Url> {
  try {
    return { ok: true, url: parseIri(text, options), problems: [] };
  } catch (error) {
    if (!(error instanceof UrlSyntaxError)) throw error;
    return { ok: false, url: undefined, problems: error.problems };
  }
}

/**
 * Returns the text of the URI or relative reference that an IRI reference maps to: for a registry, or `resolve`.
 *
 * @throws {UrlSyntaxError} what parseReference throws, and parseIri.
 */
export function iriToUri(text: string, options: IriOptions = {}): string {
  return convertIri(text, parseReference, options).href;
}

function convertIri<R extends Reference>(
  iri: string,
  read: (text: string, options: ParseOptions) => R,
  options: IriOptions,
): R {
  const shadow = toUriShadow(iri);
  try {
    const reference = read(shadow, options);
    if (shadow === iri) return reference;
    const start = Math.max(reference.offsets.hostStart, 0);
    const end = Math.max(reference.offsets.hostEnd, 0);
    const host = hostToAscii(iri.slice(start, end), start, options);
    return read(encodeNonAscii(iri.slice(0, start)) + host + encodeNonAscii(iri.slice(end)), options);
  } catch (error) {
    if (!(error instanceof UrlSyntaxError)) throw error;
    const problems = error.problems.map((problem) => toIriProblem(problem, iri));
    throw new UrlSyntaxError(problems[0]!, problems);
  }
}

/** Maps a problem of the URI's text to the IRI. */
function toIriProblem(problem: Problem, iri: string): Problem {
  const { code, message, start, end } = problem;
  if (end > iri.length)
    return { ...problem, start: 0, end: iri.length, message: message.replace("the text", "the URI") };
  const char = iri.codePointAt(start) ?? 0;
  if (code !== "illegal-character" || char < 128) return problem;
  return { ...problem, cite: `RFC 3987 §${isBidiFormat(char) ? "4.1" : "2.2"}` };
}

/**
 * Replaces each code unit that is allowed in an IRI but not in a URI by "~" (RFC 3987 §2.2). Parsed as a URI, the
 * result has the same components and problems at the same offsets. A "~" is allowed where ucschar is, but not in a
 * scheme or a port.
 */
function toUriShadow(iri: string): string {
  const query = iri.indexOf("?");
  const hash = iri.indexOf("#");
  const queryEnd = hash < 0 ? iri.length : hash;
  let shadow = "";
  let from = 0;
  for (let i = 0; i < iri.length; i++) {
    const start = i;
    for (;;) {
      const code = iri.codePointAt(i)!;
      if (!(isUcschar(code) || (query >= 0 && i > query && i < queryEnd && isIprivate(code)))) break;
      i += code > 0xffff ? 2 : 1;
    }
    if (i === start) continue;
    shadow += iri.slice(from, start) + "~".repeat(i - start);
    from = i;
  }
  return shadow + iri.slice(from);
}

/** ucschar without bidi formatting characters: "IRIs MUST NOT contain" those (RFC 3987 §4.1). */
export function isUcschar(code: number): boolean {
  return code > 0xffff
    ? code < 0xf0000 && (code & 0xffff) < 0xfffe && !(code >= 0xe0000 && code < 0xe1000)
    : code >= 0xa0 &&
        (code < 0xd800 || (code >= 0xf900 && code < 0xfdd0) || (code >= 0xfdf0 && code < 0xfff0)) &&
        !isBidiFormat(code);
}

export function isIprivate(code: number): boolean {
  return (code >= 0xe000 && code < 0xf900) || (code >= 0xf0000 && (code & 0xffff) < 0xfffe);
}

/** ALM, LRM, RLM, embeddings, overrides, and the isolates that Unicode added after RFC 3987. */
function isBidiFormat(code: number): boolean {
  return (
    code === 0x61c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code < 0x202f) ||
    (code >= 0x2066 && code < 0x206a)
  );
}

/** Percent-encodes each run of characters beyond ASCII as UTF-8. The text has no lone surrogates at this point. */
export function encodeNonAscii(text: string): string {
  let encoded = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const start = i;
    while (text.charCodeAt(i) > 127) i++;
    if (i === start) continue;
    encoded += text.slice(from, start) + encodeURIComponent(text.slice(start, i));
    from = i;
  }
  return encoded + text.slice(from);
}

/** Converts the host of an IRI, at offset `start`, to the host of a URI. */
function hostToAscii(host: string, start: number, { toAscii, percentEncodeHost }: IriOptions): string {
  const encoded = encodeNonAscii(host);
  if (encoded === host) return host;
  const end = start + host.length;
  if (host.startsWith("["))
    throw hostError({ code: "bad-ip-literal", message: "invalid IP address: expected ASCII" }, start, end);
  if (percentEncodeHost) return encoded;
  return convertHost(encoded, toAscii, (fault) => {
    // Decoding moved the offsets after an escape.
    if (fault.start === undefined || fault.end === undefined || host.includes("%"))
      return hostError(fault, start, end);
    return hostError(fault, start + fault.start, start + fault.end);
  });
}
