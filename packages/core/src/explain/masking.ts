import { decodeText } from "../syntax/escape.ts";
import { findEscapes } from "./escapes.ts";
import type { ExplainedPart } from "./explanation.ts";
import { type HiddenRange, MASK } from "./secrets.ts";

/** Replaces the parts in the hidden range by one part of stars, and trims the parts around it. */
export function maskHiddenParts(
  text: string,
  parts: readonly ExplainedPart[],
  { start, end }: HiddenRange,
): readonly ExplainedPart[] {
  const same = parts.find((part) => part.start === start && part.end === end);
  const stars: ExplainedPart = {
    kind: "component",
    name: same?.name ?? "hidden",
    start,
    end,
    raw: MASK,
    value: MASK,
    secret: true,
    meaning: same?.meaning ?? "text that other software may read as a password",
    cite: same?.cite ?? "RFC 3986 §7.5",
    escapes: [],
  };
  const before = parts.filter((part) => part.start < start || part.end === start);
  const after = parts.filter((part) => part.end > end || part.start === end);
  return [
    ...before.map((part) => clipPart(text, part, part.start, Math.min(part.end, start))),
    stars,
    ...after.map((part) => clipPart(text, part, Math.max(part.start, end), part.end)),
  ];
}

/** Maps offsets of the displayed text to the real text, where stars replace [start, end). */
export function toDisplayRange<T extends HiddenRange & { readonly escapes?: readonly HiddenRange[] }>(
  parts: readonly T[],
  { start, end }: HiddenRange,
): readonly T[] {
  const shownEnd = start + MASK.length;
  const place = (offset: number) => (offset >= shownEnd ? offset + end - shownEnd : offset);
  const at = <S extends HiddenRange>(each: S): S => ({
    ...each,
    start: place(each.start),
    end: place(each.end),
  });
  return parts.map((part) =>
    part.escapes === undefined ? at(part) : { ...at(part), escapes: part.escapes.map(at) },
  );
}

function clipPart(text: string, part: ExplainedPart, start: number, end: number): ExplainedPart {
  if (start === part.start && end === part.end) return part;
  if (part.secret) return { ...part, start, end };
  const raw = text.slice(start, end);
  // An escape is never split: a hidden range ends at delimiters.
  return { ...part, start, end, raw, value: decodeText(raw), escapes: findEscapes(text, start, end) };
}
