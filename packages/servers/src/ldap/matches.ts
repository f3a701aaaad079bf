import { type Element, readElements, textOf } from "./ber.ts";
import type { LdapEntry } from "./directory.ts";

/** Returns the values of an attribute; its name is case-insensitive. */
export function valuesOf({ attributes }: LdapEntry, name: string): readonly string[] {
  const found = Object.entries(attributes).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  return found === undefined ? [] : typeof found === "string" ? [found] : found;
}

/** Returns whether an entry meets a filter (RFC 4511 §4.5.1.7). An approximate match is an equal one. */
export function matches(entry: LdapEntry, { tag, content }: Element): boolean {
  if (tag === 0xa0) return readElements(content).every((each) => matches(entry, each));
  if (tag === 0xa1) return readElements(content).some((each) => matches(entry, each));
  if (tag === 0xa2) return !readElements(content).every((each) => matches(entry, each));
  if (tag === 0x87) return valuesOf(entry, content.toString()).length > 0;
  const [name, wanted] = readElements(content);
  if (name === undefined || wanted === undefined) return false;
  const values = valuesOf(entry, textOf(name)).map((value) => value.toLowerCase());
  if (tag === 0xa4) {
    const pieces = readElements(wanted.content);
    return values.some((value) => hasPieces(value, pieces));
  }
  const text = textOf(wanted).toLowerCase();
  if (tag === 0xa5) return values.some((value) => value >= text);
  if (tag === 0xa6) return values.some((value) => value <= text);
  return (tag === 0xa3 || tag === 0xa8) && values.includes(text);
}

function hasPieces(value: string, pieces: readonly Element[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    const text = textOf(piece).toLowerCase();
    if (piece.tag === 0x80) {
      if (!value.startsWith(text)) return false;
      at = text.length;
    } else if (piece.tag === 0x82) return value.length >= at + text.length && value.endsWith(text);
    else {
      const found = value.indexOf(text, at);
      if (found < 0) return false;
      at = found + text.length;
    }
  }
  return true;
}
