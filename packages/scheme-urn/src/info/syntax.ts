import {
  asciiLowerCase,
  decodeText,
  encodeText,
  formatFragment,
  normalizeEscapes,
  PATH,
  type Report,
  syntaxError,
  type Url,
} from "@anyurl/core";
import { BAD_DOI_NAME, type DoiName, formatDoiName, identifyDoiName, readDoiName } from "../doi-name.ts";
import { checkOpaque } from "../opaque.ts";

/*
 * info-URI   = "info:" namespace "/" identifier [ "#" fragment ]
 * namespace  = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
 * identifier = *( pchar / "/" )                                   (RFC 4452 §4.1)
 */

/** The fields of an info URL. */
export interface InfoParts {
  /** In lower case: "doi". */
  readonly namespace: string;
  /** The identifier in this namespace, as written: its namespace decides what an escape is. Not empty. */
  readonly identifier: string;
  /** For the namespace doi, the DOI name, decoded; otherwise `undefined`. */
  readonly name: DoiName | undefined;
}

/** The fields from which an info URL is built. */
export interface InfoInit {
  readonly scheme?: "info";
  /** In lower case. */
  readonly namespace: string;
  /** With escapes, as in the URL. */
  readonly identifier: string;
  /** Ignored, because it follows from the identifier: all parts of a URL can be passed. */
  readonly name?: DoiName | undefined;
  /** Decoded. */
  readonly fragment?: string | undefined;
}

export type InfoUrl = Url<"info", InfoParts>;

export const INFO_CITE = "RFC 4452 §4.1";
const NAMESPACE = /^[a-z][a-z0-9+.-]*$/;
const BAD_PATH = {
  message:
    'an info URL must have a namespace of letters, digits, "+", "-", and ".", then "/" and an identifier',
  hint: "write it as in info:doi/10.1000/182",
};

/** Splits a path at the first slash. "": a part is missing. */
function split(path: string): readonly [namespace: string, identifier: string] {
  const slash = path.indexOf("/");
  return slash < 0 ? ["", ""] : [asciiLowerCase(path.slice(0, slash)), path.slice(slash + 1)];
}

/**
 * Checks `info:<namespace>/<identifier>`. Reports bad-field: a part is missing, or not a DOI name in the namespace doi;
 * authority-not-allowed; and query-not-allowed.
 */
export function check(url: Url, report: Report): void {
  checkOpaque(url, report, INFO_CITE);
  const { hostStart, pathStart, pathEnd: end, queryEnd } = url.offsets;
  // A "?" that should be "%3F" cuts the identifier, so do not check it as well.
  if (hostStart >= 0 || end < queryEnd) return;
  const [namespace, identifier] = split(url.path);
  const problem = { code: "bad-field", component: "path", end, cite: INFO_CITE } as const;
  if (!NAMESPACE.test(namespace) || identifier === "") report({ ...problem, start: pathStart, ...BAD_PATH });
  else if (namespace === "doi" && readDoiName(decodeText(identifier)) === undefined)
    report({ ...problem, start: pathStart + 4, ...BAD_DOI_NAME });
}

/** Reads the fields of a checked URL. */
export function parse({ path }: Url): InfoParts {
  const [namespace, identifier] = split(path);
  return {
    namespace,
    identifier,
    name: namespace === "doi" ? readDoiName(decodeText(identifier)) : undefined,
  };
}

/** Formats an info URL. The inverse of {@link parse}. @throws {UrlSyntaxError} bad-field. */
export function format({ namespace, identifier, fragment }: InfoInit): string {
  const isValid =
    typeof namespace === "string" &&
    NAMESPACE.test(namespace) &&
    typeof identifier === "string" &&
    /^(?:[^%]|%[0-9a-f]{2})+$/i.test(identifier) &&
    PATH.covers(identifier.replaceAll("%", ""));
  const isDoi = isValid && (namespace !== "doi" || readDoiName(decodeText(identifier)) !== undefined);
  if (!isDoi) {
    const why = isValid ? BAD_DOI_NAME : BAD_PATH;
    throw syntaxError({ code: "bad-field", component: "path", start: 0, end: 0, cite: INFO_CITE, ...why });
  }
  return `info:${namespace}/${identifier}${formatFragment(fragment)}`;
}

/** Returns the normal form: the namespace in lower case (RFC 4452 §5), and escapes as in RFC 3986 §6.2.2. */
export function normalize({ href, offsets: { pathStart }, parts: { namespace } }: InfoUrl): string {
  return `info:${namespace}${normalizeEscapes(href.slice(pathStart + namespace.length))}`;
}

/** Returns the URL without fragment. DOI names have no case; the rules of other namespaces are unknown. */
export function identify({ href, offsets, parts: { name } }: InfoUrl): string {
  if (name === undefined) return href.slice(0, offsets.pathEnd);
  return `info:doi/${encodeText(identifyDoiName(formatDoiName(name)), PATH)}`;
}
