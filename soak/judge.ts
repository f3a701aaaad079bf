import type { ChaosDeed } from "@anyurl/client/layers";
import { isAccessError } from "@anyurl/core";
import type { Attempt } from "./attempt.ts";
import type { Operation } from "./operation.ts";
import type { Target } from "./world.ts";

/** What one operation came to. A fault is what must not be. */
export type Outcome =
  | { readonly kind: "right" | "beginning" | "left" | "aborted" }
  | { readonly kind: "failed"; readonly code: string }
  | { readonly kind: "fault"; readonly what: string };

/** What may make a call fail. All else that is done to a connection may make it slow, and no more. */
const HARMFUL: ReadonlySet<ChaosDeed> = new Set(["refuse", "reset", "end", "stall"]);

const DOT = 0x2e;
const LF = 0x0a;

/** What came is right, or the call has failed with a code and for a cause. */
export function judge(
  operation: Operation,
  attempt: Attempt,
  deeds: ReadonlySet<ChaosDeed>,
  signal: AbortSignal,
): Outcome {
  const cut = deeds.has("end");
  const wrong = wrongIn(operation, attempt, cut);
  if (wrong !== undefined) return { kind: "fault", what: wrong };
  if (attempt.ended === "threw") return judgeError(attempt.error, deeds, signal);
  const whole = isWhole(operation, attempt);
  if (attempt.ended === "left") {
    const claims = attempt.complete === true && !whole;
    return claims ? fault("a body that was left is said to be whole") : { kind: "left" };
  }
  if (whole) return attempt.complete === false ? fault("a whole body is said not to be") : { kind: "right" };
  if (!cut) return fault("what came is short, and it is said to be all");
  // A Gopher text has an end of its own, and without that nobody claims to have seen it.
  if (operation.target.scheme === "gopher" && attempt.complete === true)
    return fault("what came is short, and it is said to be known for whole");
  return { kind: "beginning" };
}

function judgeError(error: unknown, deeds: ReadonlySet<ChaosDeed>, signal: AbortSignal): Outcome {
  if (signal.aborted) {
    return error === signal.reason ? { kind: "aborted" } : judgeFailure(error, deeds, " (and was aborted)");
  }
  return judgeFailure(error, deeds, "");
}

function judgeFailure(error: unknown, deeds: ReadonlySet<ChaosDeed>, besides: string): Outcome {
  if (!isAccessError(error)) return fault(`it threw what has no code: ${String(error)}${besides}`);
  const { code, message } = error;
  if (code === "plugin-fault") return fault(`plugin-fault: ${message}; ${String(error.cause)}${besides}`);
  if ([...deeds].some((deed) => HARMFUL.has(deed))) return { kind: "failed", code };
  return fault(`it failed, and nothing was done that could make it: ${code}, ${message}${besides}`);
}

function fault(what: string): Outcome {
  return { kind: "fault", what };
}

function isWhole({ target, start }: Operation, { octets, entries }: Attempt): boolean {
  if (target.does === "get") return octets.length === target.octets.length - start;
  const right = entriesOf(target);
  return entries.length === right.length && entries.at(-1) === right.at(-1);
}

function entriesOf(target: Exclude<Target, { does: "get" }>): readonly string[] {
  return target.does === "list" ? target.entries : [target.attributes];
}

/** What is wrong in what was delivered; nothing, where it is a beginning of what should be. */
function wrongIn({ target, start }: Operation, attempt: Attempt, cut: boolean): string | undefined {
  if (target.does === "get") {
    const at = firstDifference(attempt.octets, target.octets.subarray(start));
    if (at === undefined) return undefined;
    // Without its end, nobody knows whether the dots of a Gopher text were doubled (RFC 1436): it is given as it came.
    const stuffed =
      cut && target.text && firstDifference(attempt.octets, doubled(target.octets).subarray(start));
    return stuffed === undefined ? undefined : `octet ${start + at} is wrong`;
  }
  const right = entriesOf(target);
  const at = attempt.entries.findIndex((entry, i) => entry !== right[i]);
  // The last line that came before an early end may itself be a part of one.
  const last = cut && target.does === "list" && at === attempt.entries.length - 1 && at < right.length;
  if (at < 0 || last) return undefined;
  return `entry ${at} is wrong: ${attempt.entries[at]}`;
}

/** Where octets differ from those that should be; `undefined` when they are a beginning of them. */
function firstDifference(octets: Uint8Array, right: Uint8Array): number | undefined {
  if (Buffer.compare(octets, right.subarray(0, octets.length)) === 0) return undefined;
  const at = octets.findIndex((octet, i) => octet !== right[i]);
  return at;
}

/** A text with one dot more in each line that begins with one. */
function doubled(octets: Uint8Array): Uint8Array {
  const all: number[] = [];
  octets.forEach((octet, i) => {
    if (octet === DOT && (i === 0 || octets[i - 1] === LF)) all.push(DOT);
    all.push(octet);
  });
  return Uint8Array.from(all);
}
