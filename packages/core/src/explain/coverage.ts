import { describeGeneric, type Part } from "../operations/describe.ts";
import { decodeText } from "../syntax/escape.ts";
import type { Url } from "../syntax/url.ts";
import { type DescriptionProblem, drawableParts, isEmpty } from "./drawable-parts.ts";
import { findEscapes, RESERVED } from "./escapes.ts";
import type { ExplainedPart } from "./explanation.ts";
import { MASK } from "./secrets.ts";

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
    if (at >= end) return;
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
