import { asciiLowerCase } from "@anyurl/core";

/** The arcs above every record syntax of Z39.50. */
const ROOT = "1.2.840.10003.5.";

export const USMARC: string = `${ROOT}10`;
export const UNIMARC: string = `${ROOT}1`;
export const SUTRS: string = `${ROOT}101`;
export const GRS_1: string = `${ROOT}105`;
export const XML: string = `${ROOT}109.10`;
export const HTML: string = `${ROOT}109.3`;

/** Names of record syntaxes in URLs and options, and the last arcs of their object identifiers. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["usmarc", "10"],
  ["marc", "10"],
  ["marc21", "10"],
  ["unimarc", "1"],
  ["intermarc", "2"],
  ["ccf", "3"],
  ["ukmarc", "11"],
  ["normarc", "12"],
  ["librismarc", "13"],
  ["danmarc", "14"],
  ["finmarc", "15"],
  ["mab", "16"],
  ["canmarc", "17"],
  ["sbn", "18"],
  ["picamarc", "19"],
  ["ausmarc", "20"],
  ["ibermarc", "21"],
  ["catmarc", "22"],
  ["malmarc", "23"],
  ["jpmarc", "24"],
  ["swemarc", "25"],
  ["siglemarc", "26"],
  ["isdsmarc", "27"],
  ["rusmarc", "28"],
  ["explain", "100"],
  ["sutrs", "101"],
  ["grs-1", "105"],
  ["grs1", "105"],
  ["html", "109.3"],
  ["xml", "109.10"],
]);

/** The records of 1 to 28 are in the format of ISO 2709, which MARC uses. */
const MARC: ReadonlySet<string> = new Set(
  [...NAMES.values()].filter((arcs) => /^[0-9]{1,2}$/.test(arcs)).map((arcs) => ROOT + arcs),
);

/** Returns the OID of a record syntax by its name in any case, or as dotted text; `undefined` if it is unknown. */
export function findSyntax(name: string): string | undefined {
  if (/^[0-2](?:\.(?:0|[1-9][0-9]{0,8})){1,19}$/.test(name)) return name;
  const arcs = NAMES.get(asciiLowerCase(name));
  return arcs && ROOT + arcs;
}

/** Returns the shortest known name of a record syntax, or its OID. */
export function syntaxName(oid: string): string {
  return [...NAMES].find(([, arcs]) => ROOT + arcs === oid)?.[0] ?? oid;
}

export function isMarc(oid: string): boolean {
  return MARC.has(oid);
}

/** Returns the media type of a record as the server sends it. MARC is RFC 2220. */
export function mediaTypeOf(oid: string): string {
  if (isMarc(oid)) return "application/marc";
  if (oid === SUTRS) return "text/plain";
  if (oid === XML) return "text/xml";
  if (oid === HTML) return "text/html";
  return "application/octet-stream";
}
