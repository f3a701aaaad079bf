import { createPart, describeAuthority, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type FieldName, type LdapUrl, splitFields } from "./syntax.ts";

const SCOPE_MEANINGS = {
  base: "only the entry itself",
  one: "the entries directly below it",
  sub: "the entry and everything below it",
} as const;

/** Returns the parts of an ldap URL: their positions and their meaning. */
export function describe(url: LdapUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  const part = createPart(url, "RFC 4516 §2");
  const fields = splitFields(url);
  const meanings: readonly (readonly [name: FieldName, meaning: string, cite: string])[] = [
    ["dn", "the distinguished name of the entry", "RFC 4514"],
    ["attributes", "the attributes to return", "RFC 4511 §4.5.1.8"],
    ["scope", SCOPE_MEANINGS[url.parts.scope ?? "base"], "RFC 4511 §4.5.1.2"],
    ["filter", "the condition that the entries must meet", "RFC 4515"],
    ["extensions", 'extensions of the URL; "!" marks a critical one', "RFC 4516 §2"],
  ];
  for (const [name, meaning, cite] of meanings) {
    const { raw, start } = fields[name];
    if (start < 0) continue;
    parts.push(part(name, [start, start + raw.length], meaning, { cite }));
  }
  return parts;
}
