import { AccessError, type Entity, type Limits } from "@anyurl/core";
import type { BodyStatistics } from "@anyurl/core/exchange";
import type { CallScope } from "../call/call-scope.ts";
import type { RetryState } from "../call/retry.ts";
import type { Timings } from "../call/transcript.ts";

/** The call of a body. */
export interface BodyCall
  extends Pick<CallScope, "aborted" | "throwIfAborted" | "unlessAborted" | "isUnread" | "end"> {
  readonly limits: Limits;
  /** The URL with "***" instead of a password. */
  readonly shownUrl: string;
  /** Maximum bytes of the body's stream. */
  readonly maxBody: number;
  /** The error that the caller sees instead of `error`. */
  toCallerError(error: unknown): unknown;
  /** Records the time of a step. */
  mark(step: keyof Timings): void;
}

/** One attempt to get a body. */
export interface BodyAttempt {
  readonly call: BodyCall;
  readonly entity: Entity;
  /** The body as the scheme yields it, within the requested range. */
  readonly source: Entity["body"];
  /** Decides at the end whether the body is complete. */
  readonly frame: Pick<BodyStatistics, "framing" | "expected" | "wanted">;
}

/** Number of bytes that are fetched again and compared. */
const OVERLAP = 4 * 1024;

export interface ResumptionInit {
  /** The offset in the entity at which the body starts. */
  readonly start: number;
  /** Size of the whole entity in bytes, if the server reports it. */
  readonly size: number | undefined;
  readonly retrying: RetryState;
  /** Opens the entity at an offset. */
  open(start: number): Promise<BodyAttempt>;
}

/**
 * Resumes a body after a lost connection: opens it again some bytes before the current position, and compares these
 * bytes.
 */
export class Resumption {
  readonly #init: ResumptionInit;
  #at: number;
  readonly #tail = new Tail();
  /** The bytes that the current attempt repeats, as far as they were not compared yet. */
  #known: Uint8Array = NOTHING;

  constructor(init: ResumptionInit) {
    this.#init = init;
    this.#at = init.start;
  }

  /** Opens the body again. @throws `error`, if it does not allow another attempt; the error of the last attempt. */
  async reopen(error: unknown): Promise<BodyAttempt> {
    const { size, retrying, open } = this.#init;
    await retrying.failed(error);
    return retrying.run(async () => {
      const attempt = await open(this.#at - this.#tail.length);
      const { size: now } = attempt.entity;
      if (now !== undefined && size !== undefined && now !== size) throw changed();
      this.#known = this.#tail.octets();
      return attempt;
    });
  }

  /** Returns the new bytes of a chunk, if any. @throws {AccessError} changed: the bytes before them differ. */
  skipKnown(chunk: Uint8Array | undefined): Uint8Array | undefined {
    const known = this.#known;
    if (chunk === undefined && known.length > 0) throw changed();
    if (chunk === undefined) return undefined;
    const same = Math.min(chunk.length, known.length);
    for (let i = 0; i < same; i++) if (chunk[i] !== known[i]) throw changed();
    this.#known = known.subarray(same);
    const rest = chunk.subarray(same);
    this.#at += rest.length;
    this.#tail.add(rest);
    return rest;
  }

  /** Stops the attempts and the wait between them. Idempotent. */
  end(): void {
    this.#init.retrying.end();
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

function changed(): AccessError {
  return new AccessError("changed", "cannot resume: the file has changed on the server", {
    hint: "download it from the beginning",
  });
}

/** The last bytes of a stream. */
class Tail {
  readonly #memory: Uint8Array = new Uint8Array(2 * OVERLAP);
  #end = 0;

  get length(): number {
    return Math.min(this.#end, OVERLAP);
  }

  octets(): Uint8Array {
    return this.#memory.subarray(this.#end - this.length, this.#end);
  }

  add(octets: Uint8Array): void {
    const added = octets.subarray(Math.max(0, octets.length - OVERLAP));
    // Do not move the memory for each chunk: a chunk may be a single byte.
    if (this.#end + added.length > this.#memory.length) {
      this.#memory.copyWithin(0, Math.max(0, this.#end - OVERLAP), this.#end);
      this.#end = Math.min(this.#end, OVERLAP);
    }
    this.#memory.set(added, this.#end);
    this.#end += added.length;
  }
}
