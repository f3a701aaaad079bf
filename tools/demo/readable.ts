import { displayText, octetsOf, type Plan, type PlanStep, textOf } from "anyurl";
import { truncateToWidth } from "../../packages/cli/src/render/columns.ts";

/** Maximum number of columns for the words of a binary message. */
const WIDEST = 56;

/** Formats a line of bytes for readers: text unchanged, and the words of binary data. */
export function readableLine(line: string): string {
  if (!isBinary(line))
    return line === "" ? "(an empty line)" : displayText(textOf(Buffer.from(line, "latin1")));
  // The length of "***" is not the length of the text that it replaces.
  const length = line.includes("***") ? "" : `(${line.length} bytes) `;
  return truncateToWidth((length + extractWords(line).join(" … ")).trimEnd(), WIDEST);
}

/** Formats a plan for readers: a datagram in lines, a binary message by its words. */
export function readablePlan(plan: Plan): Plan {
  return { ...plan, steps: plan.steps.flatMap(legibleStep) };
}

function legibleStep(step: PlanStep): readonly PlanStep[] {
  if (step.do !== "send") return [step];
  const line = Buffer.from(step.octets).toString("latin1");
  if (!isBinary(line)) return [step];
  const lines = line.replace(/\n$/, "").split("\n");
  return lines.map((each) => ({ ...step, text: textOf(octetsOf(readableLine(each))) }));
}

/** Extracts the strings that follow a length byte, and the text at the end. */
function extractWords(line: string): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < line.length; at++) {
    const length = line.charCodeAt(at);
    const word = line.slice(at + 1, at + 1 + length);
    if (length < 3 || word.length < length || !/^[\x20-\x7e]+$/.test(word)) continue;
    words.push(word);
    at += length;
  }
  const [end = ""] = /[\x20-\x7e]{3,}$/.exec(line) ?? [];
  return end === "" || words.at(-1)?.endsWith(end) === true ? words : [...words, end];
}

function isBinary(line: string): boolean {
  return line.includes("\0");
}
