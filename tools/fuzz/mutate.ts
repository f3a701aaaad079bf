import type { Random } from "./random.ts";
import type { Input } from "./target.ts";
import { TOKENS } from "./tokens.ts";

/** Maximum length of a text in UTF-16 code units, unless it is made long on purpose. */
const MAX_LENGTH = 400;
/** Maximum length of a text that is made long on purpose. */
const LONG = 20_000;

/** Returns one of the inputs with a few changes. */
export function mutant(inputs: readonly Input[], random: Random): Input {
  const texts = [...pickShort(inputs, random)];
  const edits = 1 + random.below(random.below(4) === 0 ? 8 : 3);
  for (let i = 0; i < edits; i++) {
    const at = random.below(texts.length);
    texts[at] = edited(texts, at, inputs, random);
  }
  return texts;
}

/** Picks an input, and usually only the start of a long one, which takes as much time as fifty others. */
function pickShort(inputs: readonly Input[], random: Random): Input {
  const input = random.pick(inputs);
  const isLong = input.some((text) => text.length > MAX_LENGTH);
  return isLong && random.below(50) > 0 ? input.map((text) => text.slice(0, MAX_LENGTH)) : input;
}

function edited(texts: readonly string[], which: number, inputs: readonly Input[], random: Random): string {
  const text = texts[which]!;
  const from = random.below(text.length + 1);
  const to = Math.min(text.length, from + random.below(6));
  const [before, after] = [text.slice(0, from), text.slice(from)];
  const cut = (made: string): string => made.slice(0, Math.max(MAX_LENGTH, text.length));
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return cut(before + random.pick(TOKENS) + after);
    case 3:
      return cut(before + random.pick(TOKENS) + text.slice(to));
    case 4:
    case 5:
      return before + text.slice(to);
    case 6:
      return cut(before + text.slice(from, to).repeat(2) + text.slice(to));
    case 7:
      return cut(before + String.fromCharCode(codeUnit(random)) + text.slice(from + 1));
    case 8: {
      // The rest of another text, of the same or of any input.
      const other = random.below(3) === 0 ? random.pick(texts) : random.pick(random.pick(inputs));
      return cut(before + other.slice(random.below(other.length + 1)));
    }
    case 9:
      return before + flipped(text.slice(from, to)) + text.slice(to);
    case 10: {
      const piece = text.slice(from, to) || random.pick(TOKENS);
      const times = random.below(40) === 0 ? Math.floor(LONG / piece.length) : 1 + random.below(12);
      return (before + piece.repeat(times) + after).slice(0, LONG);
    }
    default:
      return random.below(8) === 0 ? random.pick(random.pick(inputs)) : cut(random.pick(TOKENS) + after);
  }
}

function codeUnit(random: Random): number {
  return random.below(3) === 0 ? random.below(0x10000) : random.below(0x80);
}

/** Swaps the case of letters. */
function flipped(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}
