import { asciiLowerCase, type ProblemInit } from "@anyurl/core";

/** A DOI name (ISO 26324), decoded: "10.1000/182". */
export interface DoiName {
  /** "10." and the registrant: "10.1000". */
  readonly prefix: string;
  /** Everything after the first slash: "182". */
  readonly suffix: string;
}

export const DOI_CITE = "ISO 26324";

/** prefix "/" suffix. A control character is not a graphic character, which ISO 26324 requires. */
const DOI_NAME = /^(10(?:\.[0-9]+)+)\/([^\u0000-\u0020\u007f]+)$/s;

/** Reads a decoded DOI name. `undefined` if it is not valid. */
export function readDoiName(text: string): DoiName | undefined {
  const [, prefix, suffix] = DOI_NAME.exec(text) ?? [];
  return prefix === undefined || suffix === undefined ? undefined : { prefix, suffix };
}

export function formatDoiName({ prefix, suffix }: DoiName): string {
  return `${prefix}/${suffix}`;
}

/** Returns the spelling that all equivalent DOI names share: ASCII letters have no case (ISO 26324). */
export function identifyDoiName(name: string): string {
  return asciiLowerCase(name);
}

/** Why a text is not a DOI name, for a problem. */
export const BAD_DOI_NAME: Pick<ProblemInit, "message" | "hint"> = {
  message: 'a DOI name must have a prefix of "10." and numbers, "/", and a suffix',
  hint: "write it as in doi:10.1000/182, with other characters percent-encoded",
};
