import type { AccessCode } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";

/** A message and its envelope (RFC 5321 §2.3.1). */
export interface Submission {
  /** The reverse-path: an addr-spec with its domain in ASCII. */
  readonly from: string;
  /** The forward-paths of To, Cc and Bcc: addr-specs without duplicates. */
  readonly recipients: readonly string[];
  /** The message (RFC 5322) without Bcc. All lines end in CR LF, including the last one. */
  readonly message: Uint8Array;
  /** Send to the others if the server rejects some recipients. Otherwise the message is then sent to no recipient. */
  readonly partial: boolean;
}

/** A mailbox for which the server rejected the message. */
export interface RefusedRecipient {
  readonly recipient: string;
  /** The code of an error: not-found, permission-denied, temporarily-unavailable … */
  readonly code: AccessCode;
  /** The reply of the server; untrusted. */
  readonly reply: string;
  /** For example 550. */
  readonly replyCode: number;
  /** Whether a later attempt can succeed. */
  readonly retryable: boolean;
}

/** The result of a submission. */
export interface Receipt {
  /** Recipients for which the server accepted the message. Empty if `partial` is false and one was rejected. */
  readonly accepted: readonly string[];
  readonly refused: readonly RefusedRecipient[];
  /** The final reply of the server, often with its queue ID. "" without a reply. */
  readonly reply: string;
}

/**
 * Submits a message. Rejected recipients are not errors, but are listed in the receipt. Uses the network only through
 * the context.
 *
 * @throws {AccessError} nothing was submitted, or, if the message of the error says so, the outcome is unknown.
 */
export type Submitter = (submission: Submission, context: Context) => Promise<Receipt>;
