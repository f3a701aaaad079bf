import { displayText, type Plan, type Problem, type Registry, redact, type Url } from "@anyurl/core";
import { type Explanation, explainText, type Refusal } from "@anyurl/core/explain";

/** What there is to say of a typed text: all that is drawn, as data. Nothing in it shows a password. */
export interface Reading {
  readonly found: Explanation | Refusal;
  /** Is it a URL by the grammar of RFC 1738, and what is wrong with it there and nowhere else. */
  readonly rfc1738: { readonly ok: boolean; readonly problems: readonly Problem[] };
  /** Absent where the text is no URL, or where it could show what is hidden. */
  readonly normalForm?: string;
  /** What opening it would send, or why nothing is. */
  readonly plan?: Plan | NoPlan;
}

export interface NoPlan {
  readonly refused: string;
  readonly hint?: string;
}

/** Reads what was typed, as `anyurl explain`, `check`, `norm` and `plan` do. Sends nothing, and throws for no text. */
export function readingOf(text: string, urls: Registry): Reading {
  const found = explainText(text, urls);
  const profiles = urls.check(text);
  const here = new Set(found.problems.map(placeOf));
  const rfc1738 = {
    ok: profiles.rfc1738.ok,
    problems: profiles.rfc1738.problems.filter((problem) => !here.has(placeOf(problem))),
  };
  const { url } = profiles.rfc3986;
  if (!found.ok || url === undefined || hidesPath(url, found)) return { found, rfc1738 };
  return { found, rfc1738, normalForm: redact(urls.normalize(url)), plan: planOf(url, found, urls) };
}

/** What would be sent, or why opening it would send nothing. */
function planOf(url: Url, { problems }: Explanation, urls: Registry): Plan | NoPlan {
  const ambiguous = problems.find(({ code }) => code === "ambiguous-authority");
  if (ambiguous !== undefined) return noPlan(ambiguous.message, ambiguous.hint);
  try {
    return urls.plan(url);
  } catch (error) {
    const { message, hint } = error as { readonly message?: unknown; readonly hint?: unknown };
    return noPlan(message, hint);
  }
}

function noPlan(message: unknown, hint: unknown): NoPlan {
  const refused = displayText(String(message ?? "the exchange cannot be planned"));
  return { refused, ...(typeof hint === "string" && { hint: displayText(hint) }) };
}

/** Then what a scheme makes of the path, decoded or rewritten, could show what other software takes for a password. */
function hidesPath({ offsets }: Url, { parts }: Explanation): boolean {
  return parts.some(({ secret, end }) => secret && end > offsets.pathStart);
}

function placeOf({ code, start, end }: Problem): string {
  return `${code} ${start} ${end}`;
}
