import { decodeText } from "./escape.ts";

/**
 * Returns the segments between the "/" of text[start, end), split first and then decoded: "%2F" is data of a segment.
 * There is at least one segment: an empty text has an empty one. Frozen.
 */
export function decodeSegments(text: string, start: number, end: number): readonly string[] {
  const percent = text.indexOf("%", start);
  const escaped = percent >= 0 && percent < end;
  const segments: string[] = [];
  for (let from = start; ; ) {
    const slash = text.indexOf("/", from);
    const last = slash < 0 || slash >= end;
    const raw = text.slice(from, last ? end : slash);
    segments.push(escaped ? decodeText(raw) : raw);
    if (last) return Object.freeze(segments);
    from = slash + 1;
  }
}
