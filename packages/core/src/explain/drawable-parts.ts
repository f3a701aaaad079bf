import type { Part } from "../operations/describe.ts";
import { decodeText } from "../syntax/escape.ts";

/** A problem of a description. */
export interface DescriptionProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the described parts of `text` that can be drawn, in the order of the text. Skips parts with invalid offsets,
 * and parts that only group others. A description comes from a plugin and is not trusted.
 */
export function drawableParts(
  text: string,
  described: unknown,
  fault: (found: DescriptionProblem) => void,
): readonly Part[] {
  const sound: Part[] = [];
  for (const part of Array.isArray(described) ? described : []) {
    if (isPart(part, text.length)) sound.push(trimPart(text, part));
    else fault({ message: "the scheme described an invalid part", start: 0, end: text.length });
  }
  // Sort an empty part before one that begins at the same offset, and a group before its members.
  sound.sort((a, b) => a.start - b.start || Number(isEmpty(b)) - Number(isEmpty(a)) || b.end - a.end);
  let next: Part | undefined;
  const kept: Part[] = [];
  for (let i = sound.length - 1; i >= 0; i--) {
    const part = sound[i]!;
    const groups = !isEmpty(part) && next !== undefined && next.end <= part.end;
    if (groups)
      fault({
        message: `the scheme described ${part.name} both as a whole and in parts`,
        start: part.start,
        end: part.end,
      });
    else kept.push(part);
    if (!isEmpty(part)) next = groups ? next : part;
  }
  return kept.reverse();
}

function isPart(part: unknown, length: number): part is Part {
  if (typeof part !== "object" || part === null) return false;
  const { name, start, end, value, meaning, cite } = part as Partial<Record<keyof Part, unknown>>;
  return (
    [name, value, meaning, cite].every((each) => typeof each === "string") &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    (start as number) >= 0 &&
    (start as number) <= (end as number) &&
    (end as number) <= length
  );
}

/** Trims a part: without a delimiter before its value, such as ";type=", and without splitting an escape. */
function trimPart(text: string, part: Part): Part {
  const { value } = part;
  let { start, end } = part;
  if (isEmpty(part)) return { ...part };
  if (text[start - 1] === "%") start -= 1;
  else if (text[start - 2] === "%") start -= 2;
  if (text[end - 1] === "%") end += 2;
  else if (text[end - 2] === "%") end += 1;
  const equals = text.indexOf("=", start) + 1;
  const led = ";?&".includes(text[start]!) && equals > 0 && equals <= end;
  if (led && decodeText(text.slice(equals, end)).toLowerCase() === value.toLowerCase()) start = equals;
  return { ...part, start, end };
}

export function isEmpty({ start, end }: { readonly start: number; readonly end: number }): boolean {
  return start === end;
}
