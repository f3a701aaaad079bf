import type { Limits } from "@anyurl/core";
import { formatCommand, type LineProtocol, type SendStep } from "@anyurl/core/exchange";

/**
 * "Thus the format for multi-line replies is that the first line will begin with the exact required reply code, followed
 * immediately by a Hyphen …; the last line will begin with the same code, followed immediately by Space" (RFC 959 §4.2).
 * Lines between may begin with digits.
 */
export const FTP: LineProtocol = {
  command: "an FTP command",
  server: "an FTP server",
  line: /^[1-5][0-9]{2}(?:[ -]|$)/,
  hasFreeLines: true,
};

/** The byte FF in a text. With the flag "u", not the second half of another character, such as U+1F4FF. */
export const IAC: RegExp = /\udcff/gu;

/** A formatted and validated command. */
export type Command = SendStep;

export interface CommandInit {
  /** The part of the URL with the argument. */
  readonly part?: string | undefined;
  readonly cite?: string;
  /** Is the argument secret? Default false. */
  readonly secret?: boolean;
}

/**
 * Formats `verb [ SP argument ] CR LF` with exactly one space: further spaces belong to the name. An empty argument is
 * sent as `CWD `, and a missing one without the space. Doubles each byte FF, because the control connection is a Telnet
 * stream (RFC 959 §3.1.1.5.3, RFC 854).
 *
 * @throws {AccessError} control-octet: NUL, CR, or LF would end the command early (RFC 1738 §6); too-long.
 */
export function command(
  { limits }: { readonly limits: Limits },
  verb: string,
  argument?: string,
  { part, cite, secret = false }: CommandInit = {},
): Command {
  const init = { limits, part, cite };
  if (argument === undefined) return formatCommand(FTP, verb, init);
  const doubled = argument.replaceAll(IAC, "$&$&");
  return formatCommand(FTP, `${verb} ${secret ? "" : doubled}`, { ...init, secret: secret ? doubled : "" });
}

/** Returns the bytes of a command with each byte FF once. */
export function undouble({ octets }: Command): Uint8Array {
  let isFirst = false;
  return octets.filter((octet) => {
    isFirst = octet === 0xff && !isFirst;
    return octet !== 0xff || isFirst;
  });
}
