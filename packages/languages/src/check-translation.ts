import { IntlMessageFormat } from "intl-messageformat";

/** An element of a parsed pattern: a literal, "#", or an argument, which can have texts for each of its values. */
interface Element {
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
  readonly type: number;
}

const LITERAL = 0;

/** Returns what is wrong with a translation: it is not a valid pattern, or has other arguments, markup, or control characters. */
export function findFaults(key: string, translation: string): readonly string[] {
  let elements: readonly Element[];
  try {
    elements = new IntlMessageFormat(translation, "en", undefined, { ignoreTag: true }).getAst() as Element[];
  } catch (error) {
    return [`invalid pattern (${(error as Error).message})`];
  }
  const faults: string[] = [];
  const expected = [...new Set(key.match(/\{\d\}/g) ?? [])].sort().join(" ");
  const found = [...new Set(elements.flatMap(argumentsOf))]
    .map((name) => `{${name}}`)
    .sort()
    .join(" ");
  if (found !== expected) faults.push(`arguments "${found}" instead of "${expected}"`);
  if (/<\/?[a-z!]|&[a-z#]/i.test(withoutKey(translation, key))) faults.push("markup");
  if (/[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(translation))
    faults.push("a control character");
  if (
    translation.trim() === "" ||
    (/^\s|\s$/.test(translation) !== /^\s|\s$/.test(key) && !/^[:;,]/.test(key))
  )
    faults.push("empty, or other space at an end");
  return faults;
}

/** A message about markup, such as "&amp;" or "<url>", may repeat it. */
function withoutKey(translation: string, key: string): string {
  return /[<&]/.test(key) ? "" : translation;
}

function argumentsOf({ type, value, options = {} }: Element): readonly string[] {
  if (type === LITERAL || value === undefined) return [];
  return [String(value), ...Object.values(options).flatMap((option) => option.value.flatMap(argumentsOf))];
}
