import { displayText } from "@anyurl/core";
import { IntlMessageFormat } from "intl-messageformat";

/**
 * The translations of a language. A key is an English message as it is in the sources, with "{0}", "{1}" for its values. A
 * translation is an ICU MessageFormat pattern with the same arguments.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** A key with values: its literals around them. */
interface Pattern {
  readonly key: string;
  readonly literals: readonly string[];
}

/** Longer texts are content, and not messages. */
const MAX_LENGTH = 4000;
/** A value can be a message itself, such as a reason. */
const MAX_DEPTH = 3;
const MAX_REMEMBERED = 500;

/** Returns a function that translates finished English messages: it finds the key of each, and its values. */
export function createTranslator(tag: string, catalogue: Catalogue): (english: string) => string {
  const patterns = readPatterns(catalogue);
  const formats = new Map<string, IntlMessageFormat>();
  const remembered = new Map<string, string>();
  // French has a space before a semicolon.
  const separator = tag === "fr" ? " ; " : "; ";

  const format = (key: string, values: readonly string[]): string => {
    let found = formats.get(key);
    if (found === undefined) {
      found = new IntlMessageFormat(catalogue[key]!, tag, undefined, { ignoreTag: true });
      formats.set(key, found);
    }
    // A number selects a plural form; the digits are shown as they were.
    return String(found.format(Object.fromEntries(values.map((value, i) => [String(i), value]))));
  };
  const translate = (english: string, depth: number): string | undefined => {
    if (english.length > MAX_LENGTH) return undefined;
    if (Object.hasOwn(catalogue, english) && !/\{\d\}/.test(english)) return format(english, []);
    for (const { key, literals } of patterns) {
      const values = matchLiterals(english, literals);
      if (values === undefined) continue;
      const isNested = (value: string) => depth < MAX_DEPTH && value.includes(" ");
      return format(
        key,
        values.map((value) => (isNested(value) ? translate(value, depth + 1) : undefined) ?? value),
      );
    }
    return depth < MAX_DEPTH ? translateSentences(english, depth) : undefined;
  };
  /** Hints and notes are joined by "; ". */
  const translateSentences = (english: string, depth: number): string | undefined => {
    const sentences = english.split("; ");
    if (sentences.length === 1) return undefined;
    const translated = sentences.map((each) => translate(each, depth + 1));
    if (translated.every((each) => each === undefined)) return undefined;
    return translated.map((each, i) => each ?? sentences[i]).join(separator);
  };
  return (english) => {
    const known = remembered.get(english);
    if (known !== undefined) return known;
    const found = translate(english, 0);
    const said = found === undefined ? english : displayText(found, { lines: true });
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (english.length < MAX_LENGTH) remembered.set(english, said);
    return said;
  };
}

/** The keys with values, those with the longest literals first: they say the most about a message. */
function readPatterns(catalogue: Catalogue): readonly Pattern[] {
  return Object.keys(catalogue)
    .map((key): Pattern => ({ key, literals: key.split(/\{\d\}/) }))
    .filter(({ literals }) => literals.length > 1)
    .sort((a, b) => literalLength(b) - literalLength(a));
}

function literalLength({ literals }: Pattern): number {
  return literals.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the values between the literals, or `undefined` if the text does not contain them. In linear time. */
function matchLiterals(text: string, literals: readonly string[]): readonly string[] | undefined {
  const first = literals[0]!;
  const last = literals.at(-1)!;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, at);
    if (found < 0 || found + literal.length > end) return undefined;
    values.push(text.slice(at, found));
    at = found + literal.length;
  }
  values.push(text.slice(at, end));
  return values;
}
