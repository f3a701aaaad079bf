import {
  type Exchange,
  formatCommand,
  type LineDialogue,
  type LineProtocol,
  type Reply,
  sendCommand as sendLine,
} from "@anyurl/core/exchange";

/** Reply-code [ SP textstring ], or "-" if more lines follow, with the same code in all of them (RFC 5321 §4.2). */
export const SMTP: LineProtocol = {
  command: "a mail command",
  server: "a mail server",
  line: /^[2-5][0-5][0-9](?:[ -]|$)/,
};

export interface CommandInit {
  readonly cite: string;
  /** Text after the command that must not be shown or recorded. */
  readonly secret?: string;
}

/** Sends a command and reads its reply. @throws {AccessError} control-octet, too-long, desync, and those of a reply. */
export function sendCommand(dialogue: LineDialogue, text: string, init: CommandInit): Exchange<never, Reply> {
  return sendLine(dialogue, formatCommand(SMTP, text, { limits: dialogue.limits, ...init }));
}
