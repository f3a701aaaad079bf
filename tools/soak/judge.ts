import { isAccessError } from "@anyurl/core";
import type { Attempt } from "./attempt.ts";
import type { Deed } from "./network.ts";
import type { Operation } from "./operation.ts";
import { SourceBroke } from "./shelf.ts";
import { type Job, type Target, Wrong } from "./target.ts";

/** What one operation came to. A fault is what must not be. */
export type Outcome =
  | { readonly kind: "right" | "beginning" | "left" | "aborted" }
  | { readonly kind: "failed"; readonly code: string }
  /** `late`: something took longer than it may, and no more. */
  | { readonly kind: "fault"; readonly what: string; readonly late?: boolean };

/** What may make a call fail. All else that is done to a connection may make it slow, and no more. */
const HARMFUL: ReadonlySet<Deed> = new Set(["refuse", "reset", "end", "stall", "lose"]);

const DOT = 0x2e;
const LF = 0x0a;

/** What came is right, or the call has failed with a code and for a cause. */
export function judge(
  operation: Operation,
  attempt: Attempt,
  deeds: ReadonlySet<Deed>,
  signal: AbortSignal,
): Outcome {
  const { target } = operation;
  if (attempt.came !== undefined) return { kind: attempt.came };
  if (isJob(target)) return judgeError(attempt.error, deeds, signal);
  const cut = deeds.has("end") && target.end !== "marked";
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
  if (target.end === "may be marked" && attempt.complete === true)
    return fault("what came is short, and it is said to be known for whole");
  return { kind: "beginning" };
}

function judgeError(error: unknown, deeds: ReadonlySet<Deed>, signal: AbortSignal): Outcome {
  if (signal.aborted) {
    return error === signal.reason ? { kind: "aborted" } : judgeFailure(error, deeds, " (and was aborted)");
  }
  return judgeFailure(error, deeds, "");
}

function judgeFailure(error: unknown, deeds: ReadonlySet<Deed>, besides: string): Outcome {
  if (error instanceof Wrong) return fault(error.message);
  // The source of a write had failed, and that is what the caller hears.
  if (error instanceof SourceBroke || causeOf(error) instanceof SourceBroke)
    return { kind: "failed", code: "source" };
  if (!isAccessError(error)) return fault(`it threw what has no code: ${String(error)}${besides}`);
  const { code, message } = error;
  if (code === "plugin-fault") return fault(`plugin-fault: ${message}; ${String(error.cause)}${besides}`);
  if ([...deeds].some((deed) => HARMFUL.has(deed))) return { kind: "failed", code };
  const what = `it failed, and nothing was done that could make it: ${code}, ${message}${besides}`;
  return { kind: "fault", what, late: code === "timeout" };
}

function causeOf(error: unknown): unknown {
  return (error as { readonly cause?: unknown } | undefined)?.cause;
}

export function isJob(target: Target): target is Job {
  return "prepare" in target;
}

function fault(what: string): Outcome {
  return { kind: "fault", what };
}

function isWhole({ target, start }: Operation, { octets, entries }: Attempt): boolean {
  if (isJob(target)) return true;
  if (target.does === "get") return octets.length === target.octets.length - start;
  const right = entriesOf(target);
  if ("anyOrder" in target) return entries.length === right.length;
  return entries.length === right.length && entries.at(-1) === right.at(-1);
}

function entriesOf(target: Exclude<Target, Job | { does: "get" }>): readonly string[] {
  return target.does === "stat" ? [target.attributes] : target.entries;
}

/** What is wrong in what was delivered; nothing, where it is a beginning of what should be. */
function wrongIn({ target, start }: Operation, attempt: Attempt, cut: boolean): string | undefined {
  if (isJob(target)) return undefined;
  if (target.does === "get") {
    const at = firstDifference(attempt.octets, target.octets.subarray(start));
    if (at === undefined) return undefined;
    // Without its end, nobody knows whether the dots of a Gopher text were doubled (RFC 1436): it is given as it came.
    const stuffed =
      cut && target.isGopherText && firstDifference(attempt.octets, doubled(target.octets).subarray(start));
    return stuffed === undefined ? undefined : `octet ${start + at} is wrong`;
  }
  const right = entriesOf(target);
  if ("anyOrder" in target) {
    const all = new Set(right);
    const strange = attempt.entries.find((entry) => !all.delete(entry));
    return strange === undefined ? undefined : `an entry is wrong, or there twice: ${strange}`;
  }
  // Of a directory that was cut, what is below its other entries is not there; what is there has been vetted by its own list.
  if (target.does === "walk" && cut) return undefined;
  const at = attempt.entries.findIndex((entry, i) => entry !== right[i]);
  // The last line that came before an early end may itself be a part of one.
  const last = cut && target.does !== "stat" && at === attempt.entries.length - 1 && at < right.length;
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
