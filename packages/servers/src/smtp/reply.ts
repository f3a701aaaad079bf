import { octetsOf } from "@anyurl/core";

/** A reply (RFC 5321 §4.2). Every line except the last gets "code-". */
export interface SmtpReply {
  readonly code: number;
  /** At least one line. */
  readonly lines: readonly string[];
}

export function smtpReply(code: number, ...lines: readonly string[]): SmtpReply {
  return { code, lines };
}

export function formatSmtpReply({ code, lines }: SmtpReply): Uint8Array {
  const last = lines.length - 1;
  return octetsOf(lines.map((line, i) => `${code}${i === last ? " " : "-"}${line}\r\n`).join(""));
}
