import { asciiLowerCase, octetsOf, textOf } from "@anyurl/core";

/*
 * distinguishedName = [ relativeDistinguishedName *( "," relativeDistinguishedName ) ]
 * relativeDistinguishedName = attributeTypeAndValue *( "+" attributeTypeAndValue )
 * attributeTypeAndValue = attributeType "=" attributeValue
 * attributeType = descr / numericoid
 * attributeValue = string / hexstring                                    (RFC 4514 §3)
 */

/** One attribute of a name. */
export interface DnAttribute {
  /** A name such as "cn", or an OID, as written. */
  readonly type: string;
  /** Text that preserves bytes, without escapes. For a hexstring: its bytes as "#" and hexadecimal digits. */
  readonly value: string;
  /** The value is a BER encoding in hexadecimal digits (RFC 4514 §2.4). */
  readonly isHex: boolean;
}

/** A relative distinguished name: its text as written, and one attribute or several. */
export interface Rdn {
  readonly text: string;
  readonly attributes: readonly DnAttribute[];
}

const TYPE = /^(?:[A-Za-z][A-Za-z0-9-]*|(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))+)$/;
const HEX_STRING = /^#(?:[0-9A-Fa-f]{2})+$/;
/** pair = "\" ( "\" / special / hexpair ), special = escaped / " " / "#" / "=". */
const PAIR = /^(?:[\\"+,;<> #=]|[0-9A-Fa-f]{2})/;
/** Must be escaped wherever it is in a value. "," and "+" end one. */
const SPECIAL = /[";<>\0]/;

/** Why a text is not a distinguished name, and how to fix it. */
export interface DnProblem {
  readonly message: string;
  readonly hint?: string;
}

/** Parses a distinguished name. "" has no names: it is the root of the directory. */
export function parseDn(text: string): readonly Rdn[] | DnProblem {
  if (text === "") return [];
  const names: Rdn[] = [];
  for (const rdn of splitUnescaped(text, ",")) {
    const attributes: DnAttribute[] = [];
    for (const pair of splitUnescaped(rdn, "+")) {
      const attribute = parseAttribute(pair);
      if ("message" in attribute) return attribute;
      attributes.push(attribute);
    }
    names.push({ text: rdn, attributes });
  }
  return names;
}

/** Returns the problem of a text that is not a distinguished name; `undefined` if it is one. */
export function findDnProblem(text: string): DnProblem | undefined {
  const parsed = parseDn(text);
  return "message" in parsed ? parsed : undefined;
}

/**
 * Returns the name that a server sent, without the spaces around its separators, and with "," for ";", which old servers
 * write (RFC 2253 §4). Unchanged: it is not a distinguished name even so.
 */
export function tidyDn(text: string): string {
  if (findDnProblem(text) === undefined) return text;
  const rdns = splitUnescaped(text, ",;").map((rdn) => splitUnescaped(rdn, "+").map(tidyAttribute).join("+"));
  const tidied = rdns.join(",");
  return findDnProblem(tidied) === undefined ? tidied : text;
}

function tidyAttribute(text: string): string {
  const equals = text.indexOf("=");
  return equals < 0 ? text : `${trimSpaces(text.slice(0, equals))}=${trimSpaces(text.slice(equals + 1))}`;
}

/** Removes spaces, but not one at the end that is escaped: an odd number of backslashes is before it. */
function trimSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end--;
  let at = end;
  while (text[at - 1] === "\\") at--;
  return text.slice(0, end + ((end - at) % 2)).replace(/^ +/, "");
}

/** Splits at each of the separators that has no backslash before it. */
function splitUnescaped(text: string, separators: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (separators.includes(text[i]!)) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function parseAttribute(text: string): DnAttribute | DnProblem {
  const equals = text.indexOf("=");
  const type = text.slice(0, Math.max(equals, 0));
  if (!TYPE.test(type)) {
    const hint = /^\s|\s$/.test(type)
      ? "remove the spaces around the type"
      : 'write a type, "=", and a value';
    return { message: "each part of a distinguished name must be a type, such as cn, and a value", hint };
  }
  const raw = text.slice(equals + 1);
  if (raw.startsWith("#"))
    return HEX_STRING.test(raw)
      ? { type, value: raw.toLowerCase(), isHex: true }
      : {
          message: 'a value that begins with "#" must consist of pairs of hexadecimal digits',
          hint: 'write "\\#" if it is data',
        };
  const value = unescapeValue(raw);
  return typeof value === "string" ? { type, value, isHex: false } : value;
}

function unescapeValue(raw: string): string | DnProblem {
  if (/^ | $/.test(raw.replace(/\\(?:[0-9A-Fa-f]{2}|.)/gsu, "x")))
    return { message: "a value must not begin or end with an unescaped space", hint: 'write it as "\\20"' };
  return replacePairs(raw);
}

/** Replaces each pair by its character or byte. */
function replacePairs(raw: string): string | DnProblem {
  if (!/[";<>\0\\]/.test(raw)) return raw;
  const octets: number[] = [];
  let bare = "";
  const flush = () => {
    for (const octet of octetsOf(bare)) octets.push(octet);
    bare = "";
  };
  for (let i = 0; i < raw.length; i++) {
    if (raw[i] !== "\\") {
      if (SPECIAL.test(raw[i]!))
        return {
          message: "a value contains an unescaped special character",
          hint: 'write it with a backslash, for example "\\;"',
        };
      bare += raw[i];
      continue;
    }
    const pair = PAIR.exec(raw.slice(i + 1, i + 3))?.[0];
    if (pair === undefined)
      return { message: "a backslash must be followed by a special character or two hexadecimal digits" };
    if (pair.length === 1) bare += pair;
    else {
      flush();
      octets.push(Number.parseInt(pair, 16));
    }
    i += pair.length;
  }
  flush();
  return textOf(octets);
}

/** Escapes a value for a distinguished name (RFC 4514 §2.4). */
export function escapeDnValue(value: string): string {
  return value
    .replaceAll(/["+,;<>\\]/g, "\\$&")
    .replaceAll("\0", "\\00")
    .replaceAll(/^[ #]| $/g, "\\$&");
}

/**
 * Returns a spelling that all equivalent spellings of a distinguished name share: types in lower case, the fewest
 * escapes, and the attributes of each relative name sorted, because they are a set. The case of values is kept: only the
 * schema of a server knows whether it matters.
 */
export function canonicalDn(text: string): string {
  const names = parseDn(text);
  if ("message" in names) return text;
  return names.map(({ attributes }) => attributes.map(formatAttribute).sort().join("+")).join(",");
}

function formatAttribute({ type, value, isHex }: DnAttribute): string {
  return `${asciiLowerCase(type)}=${isHex ? value : escapeDnValue(value)}`;
}
