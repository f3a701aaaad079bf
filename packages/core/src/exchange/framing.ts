import { AccessError } from "./access-error.ts";

/** How the end of a body is known (RFC 9112 §6.3, §9.8; RFC 959 §3.4.1). */
export type Framing =
  /** Its length in bytes precedes it. */
  | "length"
  /** Its last chunk has the length 0. */
  | "chunked"
  /** A separate line ends it. */
  | "dot"
  /** A later reply confirms the transfer, such as the 226 of FTP; for a file, the operating system does. */
  | "reply"
  /** TLS ends with a close_notify, which an attacker on the path cannot forge. */
  | "close-notify"
  /** The connection closes, which looks the same as a lost connection. */
  | "close";

/** The statistics of a body that ended without an error. */
export interface BodyStatistics {
  /** `undefined`: the scheme does not say. */
  readonly framing: Framing | undefined;
  /** The return value of the body: was the end of the framing received? `undefined`: the scheme does not say. */
  readonly ended: Completeness | undefined;
  /** Bytes received. */
  readonly received: number;
  /** Expected bytes by the size of the entity, if known. */
  readonly expected?: number | undefined;
  /** Bytes of the requested range, if it has an end. The rest of the entity does not count. */
  readonly wanted?: number | undefined;
}

/**
 * Decides whether a body is complete. This is the only place that decides it.
 *
 * @throws {AccessError} truncated: the framing has an exact length, and fewer bytes were received.
 */
export function completeness({ framing, ended, received, expected, wanted }: BodyStatistics): Completeness {
  if (received === wanted) return true;
  if (expected !== undefined && received < expected) {
    // A size outside the framing is advice: it can be wrong, and the body can be truncated.
    if (framing !== "length") return "unknown";
    const message = `the body ended after ${received} of ${expected} bytes`;
    throw new AccessError("truncated", message, { retryable: true });
  }
  // The end of TLS proves completeness, which the body itself cannot.
  if (framing === "close-notify") return true;
  // A scheme without types can return nothing at the end of its body.
  return framing === "close" ? "unknown" : (ended ?? "unknown");
}

/** Was the whole resource read? "unknown": the protocol cannot tell (a Gopher text ends when the connection closes). */
export type Completeness = true | "unknown";
