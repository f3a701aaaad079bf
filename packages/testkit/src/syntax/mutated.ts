import fc from "fast-check";
import type { Vector } from "./vector.ts";

/** Characters that are allowed in most positions and have a meaning there. */
const LEGAL: readonly string[] = [
  ..."/:;?#@&=+.~aZ09",
  ...[
    "%00",
    "%0A",
    "%0D%0A",
    "%2F",
    "%2e%2e",
    "%25",
    "%2525",
    "%FF",
    "%C3%A9",
    "//",
    "/../",
    ";type=",
    "?%25",
    "#%25",
  ],
];

/** Further strings of hostile or careless input. */
const ILLEGAL: readonly string[] = [
  ...'%[]\\ \t\r\n\0"<>|é',
  ...["\u202E", "\uD800", "\uDCFF", "[::1]", ":99999"],
];

type Edit = (text: string, other: string) => string;

/** Generates the vectors' URLs with a few edits: cuts, insertions, swapped tails, changes of case and escaping, additions. */
export function mutated(vectors: readonly Vector[]): fc.Arbitrary<string> {
  const texts = [...new Set(vectors.flatMap(listTexts))];
  if (texts.length === 0) throw new RangeError("there are no vectors to mutate");
  const text = fc.constantFrom(...texts);
  return fc
    .tuple(text, text, fc.oneof({ weight: 2, arbitrary: fc.tuple(edit) }, { weight: 1, arbitrary: edits }))
    .map(([first, second, changes]) => changes.reduce((before, change) => change(before, second), first));
}

function listTexts({ url, normal, equal = [], equivalent = [], differs = [] }: Vector): readonly string[] {
  return [url, normal, ...(equal ?? []), ...(equivalent ?? []), ...(differs ?? [])].filter(
    (text) => text !== undefined,
  );
}

const edit: fc.Arbitrary<Edit> = fc
  .tuple(
    fc.constantFrom("cut", "insert", "replace", "double", "swap", "escape", "case", "trail"),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 1, max: 6 }),
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...LEGAL) },
      { weight: 1, arbitrary: fc.constantFrom(...ILLEGAL) },
    ),
  )
  .map(([kind, place, length, insert]) => (text, other) => {
    const at = Math.floor(place * text.length);
    const head = text.slice(0, at);
    const touched = text.slice(at, at + length);
    const tail = text.slice(at + length);
    switch (kind) {
      case "cut":
        return head + tail;
      case "insert":
        return head + insert + touched + tail;
      case "replace":
        return head + insert + tail;
      case "double":
        return head + touched + touched + tail;
      case "swap":
        return head + other.slice(Math.floor(place * other.length));
      case "trail":
        return text + insert.repeat(1 + (length % 3));
      case "escape":
        return head + touched.replace(/[!-~]/g, escaped) + tail;
      default:
        return head + swappedCase(touched) + tail;
    }
  });

const edits: fc.Arbitrary<Edit[]> = fc.array(edit, { minLength: 2, maxLength: 4 });

function escaped(char: string): string {
  return `%${char.charCodeAt(0).toString(16)}`;
}

function swappedCase(text: string): string {
  const upper = text.toUpperCase();
  return text === upper ? text.toLowerCase() : upper;
}
