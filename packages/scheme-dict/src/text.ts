/** A definition, as the status 151 announces it (RFC 2229 §3.2). */
export interface DefinitionHead {
  readonly word: string;
  readonly database: string;
  readonly description: string;
}

/** A word of a listing, with the database before it, or a description after it. */
export type Pair = readonly [first: string, second: string];

/** dqstring = <"> *( dqtext / quoted-pair ) <">; an atom has no quotes, spaces, controls, and backslashes   (§2.2) */
export function formatString(text: string): string {
  return /^[^\0-\x20"'\\\x7f]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Splits a line into strings: atoms, and strings in double or single quotes (§2.2). A missing last quote is added. */
function splitStrings(line: string): readonly string[] {
  const tokens = line.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?|(\S+))/gsy);
  return Array.from(
    tokens,
    ([, double, single, atom]) => atom ?? (double ?? single ?? "").replaceAll(/\\(.)/gs, "$1"),
  );
}

/** Does a string without its quotes follow the rules? dictd escapes nothing, so a word `\` is `"\"`. */
function isEscaped(text: string): boolean {
  return /^(?:[^"\\]|\\.)*$/s.test(text);
}

/** Reads a line with two strings, such as `wn "sun bear"`. The second one is empty if it is missing. */
export function readPair(line: string): Pair {
  const [, database, word] = /^([^\s"'\\]+) +"(.*)"$/s.exec(line) ?? [];
  if (database !== undefined && !isEscaped(word!)) return [database, word!];
  const [first = "", second = ""] = splitStrings(line);
  return [first, second];
}

/** Reads the parameters of the status 151: `"sun" wn "WordNet"`. */
export function readDefinitionHead(text: string): DefinitionHead {
  const [, raw, name, rest] = /^"(.*?)" ([^\s"'\\]+) "(.*)"$/s.exec(text) ?? [];
  if (raw !== undefined && !(isEscaped(raw) && isEscaped(rest!)))
    return { word: raw, database: name!, description: rest! };
  const [word = "", database = "", description = ""] = splitStrings(text);
  return { word, database, description };
}

/** Returns the msg-id of a banner, such as `220 … <auth.mime> <1.2@h>` (§3.1); `undefined` if it is missing: capabilities have no "@". */
export function findMessageId(banner: string): string | undefined {
  return /<[^<>\s]+@[^<>\s]+>$/.exec(banner.trimEnd())?.[0];
}
