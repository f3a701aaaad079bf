import { displayText } from "../operations/display.ts";
import type { Problem } from "../syntax/problems.ts";
import type { ExplainedPart, Explanation, RejectedText } from "./explanation.ts";

/** An explanation as plain data. Keys are stable; new ones may be added. */
export type ExplanationJson = Readonly<Record<string, unknown>> & {
  readonly ok: boolean;
  readonly url: string;
  readonly problems: readonly Problem[];
};

/**
 * Converts an explanation to plain data. Decoded values are written as displayText shows them, so that they are safe to
 * print; `raw`, and the `octets` of escapes, lose nothing.
 */
export function toJson(found: Explanation | RejectedText): ExplanationJson {
  const problems = found.problems.map((problem) => ({
    ...problem,
    message: displayText(problem.message),
    ...(problem.hint !== undefined && { hint: displayText(problem.hint) }),
  }));
  const url = displayText(found.url);
  if (!found.ok) return { ok: false, url, problems };
  const { scheme, parts, implied } = found;
  return { ok: true, url, scheme, parts: parts.map(partToJson), implied: implied.map(partToJson), problems };
}

function partToJson(part: ExplainedPart): object {
  const { kind, name, start, end, raw, value, secret, meaning, cite, escapes } = part;
  return {
    kind,
    name: displayText(name),
    start,
    end,
    raw,
    value: displayText(value),
    secret,
    meaning: displayText(meaning),
    cite: displayText(cite),
    escapes: escapes.map((each) => ({
      start: each.start,
      end: each.end,
      raw: each.raw,
      octets: [...each.octets],
      text: displayText(each.text),
      meaning: displayText(each.meaning),
      cite: each.cite,
    })),
  };
}
