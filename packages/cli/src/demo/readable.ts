import { displayText, octetsOf, type Plan, type PlanStep, textOf } from "anyurl";
import { truncateToWidth } from "../render/columns.ts";

/** Columns that the words of a message may take. */
const WIDEST = 56;

/** A line of octets as a person can read it: of what is no text its words. */
export function readableLine(line: string): string {
  if (!isBinary(line))
    return line === "" ? "(an empty line)" : displayText(textOf(Buffer.from(line, "latin1")));
  // "***" has not the length of what it stands for.
  const length = line.includes("***") ? "" : `(${line.length} bytes) `;
  return truncateToWidth(length + extractWords(line).join(" … "), WIDEST);
}

/** A plan for reading: datagrams in lines, messages of octets by their words. */
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

/** What has its length in front of it, in one octet, and the text at the end. */
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
