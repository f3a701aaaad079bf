import {
  type Attributes,
  asciiLowerCase,
  displayText,
  type Entry,
  type EntryKind,
  textOf,
} from "@anyurl/core";
import { parseDn, tidyDn } from "./dn.ts";
import type { SearchEvent } from "./exchange.ts";
import type { FoundEntry } from "./message.ts";
import { parseReferral } from "./referral.ts";
import { format, type LdapUrl, type Scope } from "./syntax.ts";

/** The attributes that a listing needs. The operational ones are sent only on request (RFC 4512 §3.4, X.501). */
export const LISTED_ATTRIBUTES: readonly string[] = [
  "objectClass",
  "description",
  "hasSubordinates",
  "numSubordinates",
  "modifyTimestamp",
];

/** They decide the kind and the date of an entry. */
const HIDDEN: ReadonlySet<string> = new Set(["hassubordinates", "numsubordinates", "modifytimestamp"]);
/** Bytes of one attribute in a listing; a longer one is left out. */
const MAX_ATTRIBUTE = 1024;

/** Converts an event of a search to the entry of a listing. */
export function toEntry(event: Exclude<SearchEvent, { readonly is: "begun" }>, url: LdapUrl): Entry {
  if (event.is === "reference") return referenceEntry(event.urls, url);
  const dn = tidyDn(event.entry.dn);
  const names = parseDn(dn);
  const isValid = !("message" in names);
  const { kind, ...rest } = describeEntry(event.entry);
  const target = isValid ? entryUrl(url, dn, kind) : undefined;
  return {
    name: isValid ? (names[0]?.text ?? dn) : dn,
    kind,
    url: target,
    ...(target === undefined && { unsafe: "cannot make a URL from the distinguished name" }),
    ...rest,
  };
}

/** Returns the entries of the naming contexts that the root DSE names (RFC 4512 §5.1). */
export function toContexts({ attributes }: FoundEntry, url: LdapUrl): readonly Entry[] {
  const contexts = attributes.find(({ name }) => asciiLowerCase(name) === "namingcontexts")?.values ?? [];
  return contexts
    .map(textOf)
    .map(tidyDn)
    .map((dn) => {
      // The context "" is the whole tree. The URL of the entry "" would be that of this listing.
      const target = entryUrl(url, dn, "directory", dn === "" ? "one" : undefined);
      return {
        name: dn || "(root)",
        kind: "directory",
        url: target,
        ...(target === undefined && { unsafe: "cannot make a URL from the distinguished name" }),
      };
    });
}

/** Returns what the attributes of an entry say about it. */
export function describeEntry(entry: FoundEntry): Attributes {
  const find = (wanted: string) => {
    const value = entry.attributes.find(({ name }) => asciiLowerCase(name) === wanted)?.values[0];
    return value && textOf(value);
  };
  const isLeaf = find("hassubordinates") === "FALSE" || find("numsubordinates") === "0";
  const kind: EntryKind = isLeaf ? "file" : "directory";
  const modified = parseTime(find("modifytimestamp"));
  const shown = entry.attributes.flatMap(({ name, values }) => {
    const text = values.map(textOf).join(" ");
    const isShown =
      !HIDDEN.has(asciiLowerCase(name)) && text.length <= MAX_ATTRIBUTE && !/[\udc80-\udcff]/.test(text);
    return isShown ? [[KNOWN_NAMES.get(asciiLowerCase(name)) ?? name, displayText(text)] as const] : [];
  });
  return {
    kind,
    ...(isLeaf && { mediaType: LDIF_TYPE }),
    ...(modified !== undefined && { modified }),
    attributes: Object.fromEntries([["dn", displayText(entry.dn)], ...shown]),
  };
}

export const LDIF_TYPE = "text/ldif";

/** A server can spell a name in another case. */
const KNOWN_NAMES: ReadonlyMap<string, string> = new Map([
  ["objectclass", "objectClass"],
  ["description", "description"],
]);

/** Returns the URL of an entry: its text if nothing is below it, otherwise the entries below. */
function entryUrl(
  { scheme, host, port }: LdapUrl,
  dn: string,
  kind: EntryKind,
  scope?: Scope,
): string | undefined {
  try {
    return format({
      scheme,
      host: host ?? "",
      ...(port !== undefined && port !== "" && { port: Number(port) }),
      dn,
      ...(kind === "file" && { attributes: ["*"] }),
      scope,
    });
  } catch {
    return undefined;
  }
}

/**
 * Returns a link to another server that has entries of the search.
 *
 * @param isReference false: the other server has all of them (RFC 4511 §4.1.10).
 */
export function referenceEntry(urls: readonly string[], url: LdapUrl, isReference = true): Entry {
  const target = urls.map((each) => parseReferral(each, url, isReference)).find((each) => each !== undefined);
  return target === undefined
    ? { name: "referral", kind: "link", url: undefined, unsafe: "the server named no valid LDAP URL" }
    : { name: target, kind: "link", url: target };
}

/** A fraction of an hour or a minute is not supported. */
const GENERALIZED_TIME =
  /^(\d{4})(\d\d)(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(?:[.,]\d+)?)?)?(?:Z|([+-])(\d\d)(\d\d)?)$/;

/** Parses GeneralizedTime: YYYYMMDDHH[MM[SS[.f]]] and "Z" or an offset (RFC 4517 §3.3.13), to the second. */
function parseTime(text: string | undefined): Date | undefined {
  const match = GENERALIZED_TIME.exec(text ?? "");
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((digits) => Number(digits ?? 0));
  const time = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second));
  if (time.getUTCMonth() !== month! - 1 || time.getUTCDate() !== day) return undefined;
  const [sign, hours = 0, minutes = 0] = match.slice(7);
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return new Date(time.getTime() - (sign === "-" ? -offset : offset));
}
