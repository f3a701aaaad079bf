import { joinBytes } from "@anyurl/core/exchange";
import type { Line } from "../line-reader.ts";
import { tooLarge } from "./commands.ts";
import { type SmtpReply, smtpReply } from "./reply.ts";
import type { SmtpSession, SmtpTransaction } from "./server-state.ts";

/** Maximum bytes of a line of text, without CR LF (RFC 5321 §4.5.3.1.6). */
const MAX_TEXT_LINE_BYTES = 998;
const DOT = 0x2e;
const CRLF: Uint8Array = Uint8Array.of(0x0d, 0x0a);

/** Collects mail data, line by line, up to the line "." (RFC 5321 §4.1.1.4). */
export class MailData {
  readonly #session: SmtpSession;
  readonly #transaction: SmtpTransaction;
  readonly #lines: Uint8Array[] = [];
  #size = 0;
  /** The first error in the data, reported at the end. */
  #fault: SmtpReply | undefined;

  constructor(session: SmtpSession, transaction: SmtpTransaction) {
    this.#session = session;
    this.#transaction = transaction;
  }

  /** Adds a line. Returns the reply at the end of the data; `undefined` before. */
  add({ octets, bareLf, tooLong }: Line): SmtpReply | undefined {
    if (octets.length === 1 && octets[0] === DOT && !bareLf) return this.#end();
    // "receivers MUST NOT treat … a <LF> alone as a line termination" (§2.3.8): two servers would see two messages.
    if (bareLf || octets.includes(0x0d)) this.#fault ??= smtpReply(554, "5.6.0 Lines end in CR LF.");
    if (tooLong || octets.length > MAX_TEXT_LINE_BYTES)
      this.#fault ??= smtpReply(554, "5.6.0 A line is too long.");
    const line = octets[0] === DOT ? octets.slice(1) : octets;
    this.#size += line.length + 2;
    if (this.#size > this.#session.world.maxSize) this.#fault ??= tooLarge();
    if (this.#fault === undefined) this.#lines.push(line);
    return undefined;
  }

  #end(): SmtpReply {
    this.#session.transaction = undefined;
    if (this.#fault !== undefined) return this.#fault;
    const octets = joinBytes(this.#lines.flatMap((line) => [line, CRLF]));
    const { from, recipients, parameters } = this.#transaction;
    const { user, secure, world } = this.#session;
    world.take({ from, recipients, parameters, octets, user, secure });
    return smtpReply(250, "2.0.0 Taken.");
  }
}
