import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import type { UrnNamespace } from "./namespace.ts";
import { urnOptions } from "./options.ts";
import { createUrnSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { format, identify, normalize, type UrnInit, type UrnParts } from "./syntax.ts";

export { doi } from "./doi/index.ts";
export type { DoiInit, DoiParts, DoiUrl } from "./doi/syntax.ts";
export type { DoiName } from "./doi-name.ts";
export type { DoiOptions } from "./doi-options.ts";
export { fromResolverUrl, toResolverUrl } from "./doi-resolver.ts";
export { info } from "./info/index.ts";
export type { InfoInit, InfoParts, InfoUrl } from "./info/syntax.ts";
export { type IsbnName, toIsbn10, toIsbn13 } from "./isbn.ts";
export type { UrnNamespace, UrnWarning } from "./namespace.ts";
export type { IetfName, LexName, NbnName, OidName, UuidName } from "./namespaces.ts";
export type { ResolveRequest, UrnOptions, UrnResolver, UrnResolvers } from "./options.ts";
export type { UrnInit, UrnParts, UrnUrl } from "./syntax.ts";

export type UrnScheme = Scheme<"urn", UrnParts, UrnInit, typeof import("./access.ts"), typeof urnOptions>;

/** `urn:` (RFC 8141), with the namespaces isbn, uuid, oid, ietf, nbn, and lex. */
export const urn: UrnScheme = createUrn();

/**
 * Creates the scheme with further namespaces. One with the identifier of an earlier one replaces it.
 *
 * @throws {TypeError} a namespace with an invalid identifier, or one that is not in lower case.
 */
export function createUrn({
  namespaces = [],
}: {
  readonly namespaces?: readonly UrnNamespace[];
} = {}): UrnScheme {
  const { names, check, parse, namespaces: byNid } = createUrnSyntax(namespaces);
  return defineScheme({
    name: names,
    cite: ["RFC 8141", "RFC 2141"],
    check,
    parse,
    format,
    fields: ["nid", "nss", "rComponent", "qComponent", "name", "fragment"],
    normalize,
    keepEscapes: true,
    identify: (url) => identify(url, byNid),
    describe,
    plan,
    inText: ({ parts: { nss } }) => nss !== "",
    presentation: { view: ({ parts: { nid, nss } }) => ({ title: `${nid}:${nss}` }) },
    examples: [
      { url: "urn:isbn:0-486-27557-4", title: "a book" },
      { url: "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", title: "a UUID" },
      { url: "urn:ietf:rfc:2648", title: "a document of the IETF" },
      { url: "urn:example:weather?=op=map&lat=39.56", title: "with parameters for the resource" },
      { url: "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk", title: "with parameters for the resolver" },
    ],
    options: urnOptions,
    // Loaded on first use, so that parsing a URN does not load it.
    access: () => import("./access.ts"),
  });
}
