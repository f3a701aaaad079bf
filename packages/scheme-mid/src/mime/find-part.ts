import { type MimePart, walkParts } from "./tree.ts";

/** How a part is chosen. */
export interface PartChoice {
  /** The Content-ID, or the number, of the part that refers to it. */
  readonly from?: string | undefined;
  /** The media types that the caller can show, such as "text/html" or "image/*". `undefined`: any. */
  readonly accept?: readonly string[] | undefined;
}

/**
 * Finds a part by its Content-ID (RFC 2392 §2) or, if none has it, by its number. Looks first in the multipart/related
 * around the part `from` (RFC 2387 §3.4), and then in the whole message. Of several alternatives, returns the last one
 * that the caller accepts (RFC 2046 §5.1.4).
 */
export function findPart(message: MimePart, id: string, choice: PartChoice = {}): MimePart | undefined {
  const { from, accept } = choice;
  const start = from === undefined ? undefined : findPart(message, from);
  const related = findRelated(start);
  const scopes = related === undefined ? [message] : [related, message];
  for (const scope of scopes) {
    const found = [...walkParts(scope)].filter(({ contentId }) => contentId === id);
    if (found.length > 0) return choose(found, accept);
  }
  return [...walkParts(message)].find(({ section }) => section === id);
}

/** Returns the innermost multipart/related around a part. */
function findRelated(part: MimePart | undefined): MimePart | undefined {
  let at = part?.parent;
  while (at !== undefined && at.type.value !== "multipart/related") at = at.parent;
  return at;
}

function choose(found: readonly MimePart[], accept: readonly string[] | undefined): MimePart {
  const [first] = found;
  const { parent } = first!;
  const alternatives = found.filter((each) => each.parent === parent);
  if (parent?.type.value !== "multipart/alternative") return first!;
  return alternatives.findLast(({ type }) => accepts(type.value, accept)) ?? first!;
}

function accepts(type: string, accept: readonly string[] | undefined): boolean {
  if (accept === undefined) return true;
  return accept.some((range) => {
    const lower = range.toLowerCase();
    return lower === "*/*" || lower === type || (lower.endsWith("/*") && type.startsWith(lower.slice(0, -1)));
  });
}
