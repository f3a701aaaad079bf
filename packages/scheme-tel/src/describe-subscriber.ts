import type { createPart, Part } from "@anyurl/core";
import { describeParameters } from "./describe-parameters.ts";
import { readParameters, type TextRange } from "./parameters.ts";

const MEANINGS: ReadonlyMap<string, readonly [field: string, meaning: string]> = new Map([
  ["ext", ["ext", "the extension"]],
  ["isub", ["isub", "the ISDN subaddress"]],
  ["phone-context", ["phoneContext", "where the local number is valid"]],
]);

/** Describes a telephone number and its parameters. */
export function describeSubscriber(
  text: string,
  range: TextRange,
  part: ReturnType<typeof createPart>,
  prefix = "",
): readonly Part[] {
  const [first, parameters] = readParameters(text, range);
  const meaning = text[first[0]] === "+" ? "a global telephone number" : "a local telephone number";
  return [part(`${prefix}number`, first, meaning), ...describeParameters(parameters, part, MEANINGS, prefix)];
}
