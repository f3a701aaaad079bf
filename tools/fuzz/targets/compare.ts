import { type Comparison, compare } from "@anyurl/core";
import { createAnyurl } from "anyurl";
import { demand, type Input, type Outcome, outcome, type Target } from "../target.ts";

/** compare of core, and of a registry with all schemes, at each level. */
export const compareTarget: Target = { name: "compare", arity: 2, run };

const urls = createAnyurl();
const LEVELS = ["string", "syntax", "scheme"] as const;

function run([a = "", b = ""]: Input): Outcome {
  const rough = demandLaws(a, b, compare);
  return { rough, fine: demandLaws(a, b, (x, y, options) => urls.compare(x, y, options)) };
}

function demandLaws(a: string, b: string, by: typeof compare): string {
  const found = LEVELS.map((level) => outcome(() => by(a, b, { level })));
  const [first] = found;
  if (first === undefined || !("value" in first)) return first?.code ?? "";
  const verdicts = found.map((each) => {
    demand("value" in each, "the level does not affect if two texts can be compared");
    return (each as { readonly value: Comparison }).value;
  });
  demand(verdicts[0]!.equivalent === (a === b), "at the level string the texts are compared");
  verdicts.forEach((verdict, i) => {
    const other = by(b, a, { level: LEVELS[i]! });
    demand(other.equivalent === verdict.equivalent, "comparing is symmetric", LEVELS[i]);
    if (i > 0 && verdicts[i - 1]!.equivalent)
      demand(verdict.equivalent, "equal URLs stay equal on the next level", LEVELS[i]);
    demandVerdict(verdict);
  });
  demand(by(a, a).equivalent && by(b, b).equivalent, "a URL is equivalent to itself");
  return verdicts.map(({ equivalent, difference }) => (equivalent ? "same" : difference.component)).join(" ");
}

function demandVerdict(verdict: Comparison): void {
  // A change within what display hides is not visible: a password, or all between "//" and an "@" in the query.
  for (const { before, after, cite, rule } of verdict.steps)
    demand(
      (before !== after || before.includes("***@")) && cite !== "",
      "a step changes something and cites a rule",
      rule,
    );
  if (verdict.equivalent) return;
  const { a, b, common } = verdict.difference;
  // Only the visible part of a userinfo: two passwords look the same.
  const shown = verdict.difference.component === "userinfo" || a !== b;
  demand(shown, "the two sides of a difference differ", verdict.difference.component, a, b);
  demand(
    (a ?? "").slice(0, common) === (b ?? "").slice(0, common),
    "a common component is equal on both sides",
    a,
    b,
    common,
  );
}
