import type { SchemeSyntax } from "@anyurl/core";
import { check as checkDoi, type DoiParts, parse as parseDoi } from "./doi/syntax.ts";
import { check as checkInfo, type InfoParts, parse as parseInfo } from "./info/syntax.ts";
import type { UrnNamespace } from "./namespace.ts";
import { NAMESPACES } from "./namespaces.ts";
import { check, type Namespaces, parse, type UrnParts } from "./syntax.ts";

export type { DoiParts, DoiUrl } from "./doi/syntax.ts";
export type { InfoParts, InfoUrl } from "./info/syntax.ts";
export type { UrnNamespace } from "./namespace.ts";
export type { UrnParts, UrnUrl } from "./syntax.ts";

/** What `createParser` needs of `urn:`: a bundler leaves out everything else of the scheme. */
export interface UrnSyntax extends Required<SchemeSyntax<"urn", UrnParts>> {
  readonly namespaces: Namespaces;
}

export const doiSyntax: SchemeSyntax<"doi", DoiParts> = {
  names: ["doi"],
  check: checkDoi,
  parse: parseDoi,
};
export const infoSyntax: SchemeSyntax<"info", InfoParts> = {
  names: ["info"],
  check: checkInfo,
  parse: parseInfo,
};

/** The syntax with the namespaces isbn, uuid, oid, ietf, nbn, and lex. */
export const urnSyntax: UrnSyntax = /* @__PURE__ */ createUrnSyntax();

/**
 * Creates the syntax with further namespaces. One with the identifier of an earlier one replaces it.
 *
 * @throws {TypeError} a namespace with an invalid identifier, or one that is not in lower case.
 */
export function createUrnSyntax(further: readonly UrnNamespace[] = []): UrnSyntax {
  const namespaces = new Map([...NAMESPACES, ...further].map((each) => [each.nid, each]));
  for (const nid of namespaces.keys()) {
    if (!/^[a-z0-9][a-z0-9-]{0,30}[a-z0-9]$/.test(nid))
      throw new TypeError(
        `invalid namespace "${nid}": expected 2 to 32 lower-case letters, digits, and hyphens`,
      );
  }
  return {
    names: ["urn"],
    check: (url, report) => check(url, report, namespaces),
    parse: (url) => parse(url, namespaces),
    namespaces,
  };
}
