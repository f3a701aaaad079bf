import { isAccessError } from "@anyurl/core";
import type { Attempt } from "./attempt.ts";
import type { Deed } from "./network.ts";
import type { Operation } from "./operation.ts";
import { SourceBroke } from "./shelf.ts";
import { type Job, type Target, Wrong } from "./target.ts";

/** The outcome of one operation. A fault is a wrong result. */
export type Outcome =
  | { readonly kind: "right" | "beginning" | "left" | "aborted" }
  | { readonly kind: "failed"; readonly code: string }
  /** `late`: the only fault is that something took too long. */
  | { readonly kind: "fault"; readonly what: string; readonly late?: boolean };

/** Network faults that may make a call fail. All others may only make it slow. */
const HARMFUL: ReadonlySet<Deed> = new Set(["refuse", "reset", "end", "stall", "lose"]);

const DOT = 0x2e;
const LF = 0x0a;

/** Checks that the result is right, or that the call failed with a code and because of a network fault. */
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
    return claims ? fault("an unfinished body is reported as complete") : { kind: "left" };
  }
  if (whole)
    return attempt.complete === false
      ? fault("a complete body is reported as incomplete")
      : { kind: "right" };
  if (!cut) return fault("a truncated result is reported as complete");
  // A Gopher text ends with a last line. Without it the client must not report the text as complete.
  if (target.end === "may be marked" && attempt.complete === true)
    return fault("a truncated Gopher item is reported as complete");
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
  // The source of a write failed, and the caller received its error.
  if (error instanceof SourceBroke || causeOf(error) instanceof SourceBroke)
    return { kind: "failed", code: "source" };
  if (!isAccessError(error)) return fault(`threw an error without a code: ${String(error)}${besides}`);
  const { code, message } = error;
  if (code === "plugin-fault") return fault(`plugin-fault: ${message}; ${String(error.cause)}${besides}`);
  if ([...deeds].some((deed) => HARMFUL.has(deed))) return { kind: "failed", code };
  const what = `failed without a network fault: ${code}, ${message}${besides}`;
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

/** Returns what is wrong in the result; `undefined` if it is a prefix of the expected one. */
function wrongIn({ target, start }: Operation, attempt: Attempt, cut: boolean): string | undefined {
  if (isJob(target)) return undefined;
  if (target.does === "get") {
    const at = firstDifference(attempt.octets, target.octets.subarray(start));
    if (at === undefined) return undefined;
    // Without its last line, a Gopher text may have doubled dots or not (RFC 1436), so the client does not change it.
    const stuffed =
      cut && target.isGopherText && firstDifference(attempt.octets, doubled(target.octets).subarray(start));
    return stuffed === undefined ? undefined : `byte ${start + at} is wrong`;
  }
  const right = entriesOf(target);
  if ("anyOrder" in target) {
    const all = new Set(right);
    const strange = attempt.entries.find((entry) => !all.delete(entry));
    return strange === undefined ? undefined : `an entry is wrong or duplicate: ${strange}`;
  }
  // A truncated directory lacks the other entries and everything below them. The list operation checks those that it
  // has.
  if (target.does === "walk" && cut) return undefined;
  const at = attempt.entries.findIndex((entry, i) => entry !== right[i]);
  // The last line before an early end may be truncated.
  const last = cut && target.does !== "stat" && at === attempt.entries.length - 1 && at < right.length;
  if (at < 0 || last) return undefined;
  return `entry ${at} is wrong: ${attempt.entries[at]}`;
}

/** Returns the offset of the first wrong byte; `undefined` if the bytes are a prefix of the expected ones. */
function firstDifference(octets: Uint8Array, right: Uint8Array): number | undefined {
  if (Buffer.compare(octets, right.subarray(0, octets.length)) === 0) return undefined;
  const at = octets.findIndex((octet, i) => octet !== right[i]);
  return at;
}

/** Returns the text with an additional dot in each line that begins with one. */
function doubled(octets: Uint8Array): Uint8Array {
  const all: number[] = [];
  octets.forEach((octet, i) => {
    if (octet === DOT && (i === 0 || octets[i - 1] === LF)) all.push(DOT);
    all.push(octet);
  });
  return Uint8Array.from(all);
}
