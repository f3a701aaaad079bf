import { decodeText } from "./escape.ts";

/**
 * The segments between the "/" of text[start, end), each decoded after the cut: "%2F" is data of one. One at least, for
 * where nothing stands there is an empty one. Frozen.
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
