import { describeGeneric, type Part } from "../operations/describe.ts";
import { decodeText } from "../syntax/escape.ts";
import type { Url } from "../syntax/url.ts";
import { type ExplainedPart, type HiddenRange, MASK } from "./explanation.ts";
import { findEscapes, RESERVED } from "./meanings.ts";

/** Parts that cover a text without gaps or overlaps. */
export interface Coverage {
  /** Components and delimiters; delimiters have no meaning yet. */
  readonly tiles: readonly ExplainedPart[];
  readonly implied: readonly ExplainedPart[];
  /** Problems of the description that had to be corrected. */
  readonly faults: readonly DescriptionProblem[];
}

/**
 * Covers the text of `url` with the parts that its scheme describes, and with delimiters between them. The generic
 * syntax describes what the scheme omits.
 */
export function coverText(url: Url, described: unknown): Coverage {
  const text = url.href;
  const generic = describeGeneric(url);
  const tiles: ExplainedPart[] = [];
  const implied: ExplainedPart[] = [];
  const faults: DescriptionProblem[] = [];
  let at = 0;

  const put = (part: Part, end: number): void => {
    tiles.push(toExplainedPart(text, part, at, end));
    at = end;
  };
  /** Covers the undescribed text before `end`. A delimiter needs a part after it. */
  const fill = (end: number, hasNext: boolean): void => {
    if (!hasNext || !isDelimiter(text.slice(at, end))) {
      for (const part of generic) {
        const stop = Math.min(part.end, end);
        if (isEmpty(part) || stop <= at || part.start >= end) continue;
        if (part.start > at) put(DELIMITER, part.start);
        faults.push({
          message: `the scheme did not describe all of the ${part.name}`,
          start: at,
          end: stop,
        });
        put(part, stop);
      }
    }
    if (at < end) put(DELIMITER, end);
  };

  for (const part of drawableParts(text, described, (fault) => faults.push(fault))) {
    // An empty part after its own delimiter is written; any other empty part is implicit.
    const isWritten = !isEmpty(part) || (part.value === "" && part.start > at);
    fill(part.start, true);
    if (!isWritten) implied.push({ ...toExplainedPart(text, part, part.start, part.end), kind: "implied" });
    else {
      const { name, start, end } = part;
      if (start < at) faults.push({ message: `the scheme described ${name} over another part`, start, end });
      put(part, end);
    }
  }
  fill(text.length, false);
  return { tiles, implied, faults };
}

const DELIMITER: Part = {
  name: "delimiter",
  start: 0,
  end: 0,
  value: "",
  meaning: "",
  cite: "RFC 3986 §2.2",
};

/**
 * A run of reserved characters, one escape, or a keyword between delimiters, such as ";type=", ";%74ype=", and
 * "?subject=".
 */
function isDelimiter(text: string): boolean {
  if (text.length > 64) return false;
  return (
    RESERVED.covers(text) || /^(?:%[0-9A-Fa-f]{2}|[;?&](?:[A-Za-z0-9-]|%[0-9A-Fa-f]{2}){1,32}=)$/.test(text)
  );
}

/** Returns a part for [start, end) of the text, without its value if the scheme gave it for another range. */
function toExplainedPart(text: string, part: Part, start: number, end: number): ExplainedPart {
  const written = text.slice(start, end);
  const isWhole = part !== DELIMITER && start === part.start && end === part.end;
  const secret = part.secret === true && part.value !== "";
  return {
    kind: part === DELIMITER ? "delimiter" : "component",
    name: part.name,
    start,
    end,
    raw: secret ? MASK : written,
    value: secret ? MASK : isWhole ? part.value : decodeText(written),
    secret,
    meaning: part.meaning,
    cite: part.cite,
    escapes: secret ? [] : findEscapes(text, start, end),
  };
}

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
function drawableParts(
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

function isEmpty({ start, end }: { readonly start: number; readonly end: number }): boolean {
  return start === end;
}

/** Replaces the parts in the hidden range by one part of stars, and trims the parts around it. */
export function maskHiddenParts(
  text: string,
  parts: readonly ExplainedPart[],
  { start, end }: HiddenRange,
): readonly ExplainedPart[] {
  const same = parts.find((part) => part.kind === "component" && part.start === start && part.end === end);
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
