import { equal, ok } from "node:assert/strict";
import { decodeText, type Part, type PlanStep } from "@anyurl/core";
import { runWithAdvice } from "../report/advised.ts";

/** Checks that the described parts are in order, inside the text, and have the value of their range. */
export function checkSpans(text: string, parts: readonly Part[]): void {
  const names = new Set<string>();
  let previous = 0;
  for (const part of parts) {
    const { name, start, end } = part;
    ok(
      name !== "" && part.cite !== "",
      `a described part must have a name and a rule: ${JSON.stringify(part)}`,
    );
    ok(!names.has(name), `describe returns two parts named "${name}"`);
    names.add(name);
    ok(Number.isInteger(start) && Number.isInteger(end), `start and end of ${name} must be whole numbers`);
    ok(
      start <= end && end <= text.length,
      `${name} has a range outside the text: [${start}, ${end}) of ${text.length}`,
    );
    ok(start >= previous, `${name} starts at ${start}, before the end of the previous part at ${previous}`);
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
  // Host and scheme are in lower case, and a range may include delimiters, such as ";type=a".
  const inside = value !== "" && decoded.toLowerCase().includes(value.toLowerCase());
  ok(inside, `${name} is ${JSON.stringify(value)}, but the text has ${JSON.stringify(decoded)}`);
}

function decodedValue(name: string, written: string): string {
  try {
    return decodeText(written);
  } catch {
    return ok(false, `the range of ${name} splits a percent-encoded byte`) as never;
  }
}

/** Parts that a login may need although the URL does not have them. */
const LOGIN: ReadonlySet<string> = new Set(["user", "password"]);

/** Checks that a plan step names a described part and has the same range. */
export function checkSteps(steps: readonly PlanStep[], parts: readonly Part[]): void {
  for (const step of steps) {
    if (step.do !== "send" || step.part === undefined) continue;
    const part = parts.find(({ name }) => name === step.part);
    ok(
      part !== undefined || LOGIN.has(step.part),
      `the plan sends "${step.part}", but describe does not return it`,
    );
    equal(step.start, part?.start, `start of "${step.part}" in the plan`);
    equal(step.end, part?.end, `end of "${step.part}" in the plan`);
  }
}
