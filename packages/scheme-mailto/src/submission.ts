import type { AccessCode } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";

/** A message, and the envelope that it travels in (RFC 5321 §2.3.1). */
export interface Submission {
  /** The reverse-path: an addr-spec, its domain in ASCII. */
  readonly from: string;
  /** The forward-paths, of To, Cc and Bcc alike: addr-specs, each once. */
  readonly recipients: readonly string[];
  /** The message (RFC 5322), without Bcc. Its lines end in CR LF, the last one too. */
  readonly message: Uint8Array;
  /** May it go to some, where the server refuses the others? Else it then goes to nobody. */
  readonly partial: boolean;
}

/** A mailbox that a server takes no mail for. */
export interface RefusedRecipient {
  readonly recipient: string;
  /** As an error would have it: not-found, permission-denied, temporarily-unavailable … */
  readonly code: AccessCode;
  /** The server's own words: a stranger's. */
  readonly reply: string;
  /** As 550. */
  readonly replyCode: number;
  /** May it be taken later? */
  readonly retryable: boolean;
}

/** What has become of a submission. */
export interface Receipt {
  /** For these the server has taken the message over. None, where `partial` is false and one was refused. */
  readonly accepted: readonly string[];
  readonly refused: readonly RefusedRecipient[];
  /** What the server said when it took the message: often the name that it has for it in its log. "" without one. */
  readonly reply: string;
}

/**
 * Hands a message over. Recipients that are refused are no error of its, but stand in the receipt; it reaches the world
 * through the context and in no other way.
 *
 * @throws {AccessError} nothing was handed over, or, as its message then says, nobody knows.
 */
export type Submitter = (submission: Submission, context: Context) => Promise<Receipt>;
