import { equal, ok } from "node:assert/strict";
import { decodeText, type Part, type PlanStep } from "@anyurl/core";
import { runWithAdvice } from "../report/advised.ts";

/** Every part lies within the text, after the one before it, and stands for the value that it claims. */
export function checkSpans(text: string, parts: readonly Part[]): void {
  const names = new Set<string>();
  let previous = 0;
  for (const part of parts) {
    const { name, start, end } = part;
    ok(name !== "" && part.cite !== "", `a described part has a name and a rule: ${JSON.stringify(part)}`);
    ok(!names.has(name), `describe names two parts "${name}"`);
    names.add(name);
    ok(Number.isInteger(start) && Number.isInteger(end), `the place of ${name} is two whole numbers`);
    ok(start <= end && end <= text.length, `${name} lies at [${start}, ${end}) of ${text.length}`);
    ok(start >= previous, `${name} begins at ${start}, before the end of the part before it, ${previous}`);
    previous = end;
    checkValue(part, text.slice(start, end));
  }
}

function checkValue({ name, value, secret }: Part, written: string): void {
  if (secret === true) {
    runWithAdvice("secret-part", () => equal(value, written === "" ? "" : "***", `${name} is a secret`));
    return;
  }
  if (written === "") return; // implied: the value is the default
  const decoded = decodedValue(name, written);
  if (decoded === value) return;
  // A host and a scheme come in lower case, and a span may have delimiters in it, as ";type=a".
  const inside = value !== "" && decoded.toLowerCase().includes(value.toLowerCase());
  ok(inside, `${name} says ${JSON.stringify(value)} where the text says ${JSON.stringify(decoded)}`);
}

function decodedValue(name: string, written: string): string {
  try {
    return decodeText(written);
  } catch {
    return ok(false, `the place of ${name} cuts an escape in two`) as never;
  }
}

/** The parts that a login may ask for although the URL does not have them. */
const LOGIN: ReadonlySet<string> = new Set(["user", "password"]);

/** A step of a plan that names a part names a described one, and stands where it stands. */
export function checkSteps(steps: readonly PlanStep[], parts: readonly Part[]): void {
  for (const step of steps) {
    if (step.do !== "send" || step.part === undefined) continue;
    const part = parts.find(({ name }) => name === step.part);
    ok(part !== undefined || LOGIN.has(step.part), `the plan sends "${step.part}", which nobody describes`);
    equal(step.start, part?.start, `where "${step.part}" of the plan starts`);
    equal(step.end, part?.end, `where "${step.part}" of the plan ends`);
  }
}
