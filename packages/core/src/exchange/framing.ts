import { AccessError } from "../access-error.ts";
import type { Completeness } from "./operations.ts";

/** How the end of a body is known (RFC 9112 §6.3, §9.8; RFC 959 §3.4.1). */
export type Framing =
  /** Its number of bytes stands before it. */
  | "length"
  /** Its last chunk has the length 0. */
  | "chunked"
  /** A line of its own ends it. */
  | "dot"
  /** A reply after it says that it was sent, such as the 226 of FTP; of a file, the system says so. */
  | "reply"
  /** TLS ends, and says so by a close_notify, which no attacker on the way can make. */
  | "close-notify"
  /** The connection ends, and a connection that broke looks the same. */
  | "close";

/** A body that has ended without an error. */
export interface EndedBody {
  /** `undefined`: the scheme does not say. */
  readonly framing: Framing | undefined;
  /** What the body returned: did the end come that its framing has? */
  readonly ended: Completeness;
  /** Bytes of the body. */
  readonly received: number;
  /** Bytes that the body should have by the size of its entity, where that is known. */
  readonly expected?: number | undefined;
  /** Bytes that a range asks for, where it has an end. The rest of the entity does not count. */
  readonly wanted?: number | undefined;
}

/**
 * Decides whether a body is complete. Nothing else decides it.
 *
 * @throws {AccessError} truncated: the framing has an exact length, and fewer bytes came.
 */
export function completeness({ framing, ended, received, expected, wanted }: EndedBody): Completeness {
  if (received === wanted) return true;
  if (expected !== undefined && received < expected) {
    // A size outside of the framing is advice: it may be wrong, and the body may be cut.
    if (framing !== "length") return "unknown";
    const message = `the body ended after ${received} of ${expected} bytes`;
    throw new AccessError("truncated", message, { retryable: true });
  }
  // The end of TLS proves what the body itself cannot know.
  if (framing === "close-notify") return true;
  return framing === "close" ? "unknown" : ended;
}
