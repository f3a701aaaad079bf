import { asciiLowerCase } from "@anyurl/core";
import { isbn } from "./isbn.ts";
import type { UrnNamespace } from "./namespace.ts";

/** A name of the namespace uuid (RFC 9562). */
export interface UuidName {
  /** 32 hexadecimal digits in lower case. */
  readonly digits: string;
  /** 0 to 15 (§4.2): 0 for the nil UUID, 15 for the max UUID. */
  readonly version: number;
}

/** A name of the namespace oid (RFC 3061). */
export interface OidName {
  readonly arcs: readonly string[];
}

/** A document series of the namespace ietf (RFC 2648). */
export interface IetfName {
  readonly series: "rfc" | "fyi" | "std" | "bcp";
  readonly number: string;
}

/** A name of the namespace nbn (RFC 8458). */
export interface NbnName {
  /** A country, and perhaps subdivisions after colons: "de:101:1". */
  readonly prefix: string;
  readonly string: string;
}

/** A name of the namespace lex (RFC 9676). */
export interface LexName {
  /** For example "it". */
  readonly jurisdiction: string;
  readonly localName: string;
}

const uuid: UrnNamespace = {
  nid: "uuid",
  cite: "RFC 9562 §4",
  parse: (nss): UuidName | undefined => {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(nss)) return undefined;
    const digits = asciiLowerCase(nss.replaceAll("-", ""));
    return Object.freeze({ digits, version: Number.parseInt(digits[12]!, 16) });
  },
  expected: "a UUID: hexadecimal digits in groups of 8, 4, 4, 4, and 12, with hyphens between them",
  identify: asciiLowerCase,
};

const oid: UrnNamespace = {
  nid: "oid",
  cite: "RFC 3061 §3",
  parse: (nss): OidName | undefined =>
    /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))*$/.test(nss)
      ? Object.freeze({ arcs: Object.freeze(nss.split(".")) })
      : undefined,
  expected: "an object identifier: numbers without leading zeros, separated by dots",
};

const ietf: UrnNamespace = {
  nid: "ietf",
  cite: "RFC 2648 §2",
  parse: (nss): IetfName | undefined => {
    const [, series, number] = /^(rfc|fyi|std|bcp):([0-9]+)$/i.exec(nss) ?? [];
    if (series === undefined || number === undefined) return undefined;
    return Object.freeze({ series: asciiLowerCase(series) as IetfName["series"], number });
  },
};

const nbn: UrnNamespace = {
  nid: "nbn",
  cite: "RFC 8458 §4",
  parse: (nss): NbnName | undefined => {
    const [, prefix, string] = /^([a-z]{2}(?::[a-z0-9]+)*)-(.+)$/i.exec(nss) ?? [];
    return prefix === undefined || string === undefined ? undefined : Object.freeze({ prefix, string });
  },
};

const lex: UrnNamespace = {
  nid: "lex",
  cite: "RFC 9676 §3",
  parse: (nss): LexName | undefined => {
    const colon = nss.indexOf(":");
    if (colon < 1 || colon === nss.length - 1) return undefined;
    return Object.freeze({ jurisdiction: nss.slice(0, colon), localName: nss.slice(colon + 1) });
  },
};

/** The namespaces that this package knows. */
export const NAMESPACES: readonly UrnNamespace[] = [isbn, uuid, oid, ietf, nbn, lex];
