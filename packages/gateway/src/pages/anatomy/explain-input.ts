import { displayText, type Plan, type Problem, type Registry, redact, type Url } from "@anyurl/core";
import { type Explanation, explainText, type RejectedText } from "@anyurl/core/explain";

/** Everything that the page shows about a text, as data. It contains no password. */
export interface InputExplanation {
  readonly found: Explanation | RejectedText;
  /** Validity by the grammar of RFC 1738, and the problems that occur only there. */
  readonly rfc1738: { readonly ok: boolean; readonly problems: readonly Problem[] };
  /** Absent if the text is not a valid URL, or if the normal form could show a secret. */
  readonly normalForm?: string;
  /** The planned exchange, or why nothing would be sent. */
  readonly plan?: Plan | NoPlan;
}

export interface NoPlan {
  readonly refused: string;
  readonly hint?: string;
}

/** Explains a text, as `anyurl explain`, `check`, `norm` and `plan` do. Sends nothing and never throws. */
export function explainInput(text: string, urls: Registry): InputExplanation {
  const found = explainText(text, urls);
  const profiles = urls.check(text);
  const here = new Set(found.problems.map(problemKey));
  const rfc1738 = {
    ok: profiles.rfc1738.ok,
    problems: profiles.rfc1738.problems.filter((problem) => !here.has(problemKey(problem))),
  };
  const { url } = profiles.rfc3986;
  if (!found.ok || url === undefined || pathHasSecret(url, found)) return { found, rfc1738 };
  return { found, rfc1738, normalForm: redact(urls.normalize(url)), plan: planExchange(url, found, urls) };
}

/** Plans the exchange, or returns why nothing would be sent. */
function planExchange(url: Url, { problems }: Explanation, urls: Registry): Plan | NoPlan {
  const ambiguous = problems.find(({ code }) => code === "ambiguous-authority");
  if (ambiguous !== undefined) return createNoPlan(ambiguous.message, ambiguous.hint);
  try {
    return urls.plan(url);
  } catch (error) {
    const { message, hint } = error as { readonly message?: unknown; readonly hint?: unknown };
    return createNoPlan(message, hint);
  }
}

function createNoPlan(message: unknown, hint: unknown): NoPlan {
  const refused = displayText(String(message ?? "the exchange cannot be planned"));
  return { refused, ...(typeof hint === "string" && { hint: displayText(hint) }) };
}

/** Does the path contain a secret? Then its decoded or rewritten forms could show it. */
function pathHasSecret({ offsets }: Url, { parts }: Explanation): boolean {
  return parts.some(({ secret, end }) => secret && end > offsets.pathStart);
}

function problemKey({ code, start, end }: Problem): string {
  return `${code} ${start} ${end}`;
}
