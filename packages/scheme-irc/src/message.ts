import { AccessError, octetsOf } from "@anyurl/core";
import { formatCommand, type LineProtocol, type SendStep } from "@anyurl/core/exchange";

/** A message of a server (RFC 2812 §2.3.1). */
export interface IrcMessage {
  /** The server or the user that sent it: "irc.example", "joe!j@h.example". "" if it has none. */
  readonly prefix: string;
  /** In upper case: "PRIVMSG", or three digits. */
  readonly command: string;
  readonly parameters: readonly string[];
}

/** message = [ "@" tags SPACE ] [ ":" prefix SPACE ] command [ params ] */
const MESSAGE = /^(?:@[^ ]* +)?(?::([^ ]*) +)?([A-Za-z]+|[0-9]{3})(?= |$)/;

/** Parses a line without its end; `undefined` if it is not a message. */
export function parseMessage(line: string): IrcMessage | undefined {
  const [head, prefix = "", command] = MESSAGE.exec(line) ?? [];
  if (head === undefined) return undefined;
  const parameters: string[] = [];
  for (let rest = line.slice(head.length); rest !== ""; ) {
    rest = rest.replace(/^ +/, "");
    if (rest.startsWith(":")) {
      parameters.push(rest.slice(1));
      break;
    }
    const space = rest.indexOf(" ");
    if (rest !== "") parameters.push(space < 0 ? rest : rest.slice(0, space));
    rest = space < 0 ? "" : rest.slice(space);
  }
  return { prefix, command: command!.toUpperCase(), parameters };
}

/** The nickname of a prefix. */
export function nickOf({ prefix }: IrcMessage): string {
  return prefix.replace(/[!@].*$/s, "");
}

/** Are two names of channels or users the same? "{}|^" are the lower case of "[]\~" (RFC 2812 §2.2). */
export function isSameName(a: string, b: string): boolean {
  return lowerCase(a) === lowerCase(b);
}

function lowerCase(name: string): string {
  return name.replaceAll(/[A-Z[\]\\~]/g, (char) =>
    char === "~" ? "^" : String.fromCharCode(char.charCodeAt(0) + 32),
  );
}

/** The last parameter: the text for people. */
export function textOfMessage({ parameters }: IrcMessage): string {
  return parameters.at(-1) ?? "";
}

/** "IRC messages … shall not exceed 512 characters in length", with CR LF (RFC 2812 §2.3). */
const IRC: LineProtocol = {
  command: "an IRC message",
  server: "an IRC server",
  line: /./,
  maxCommand: 512,
};

/** The options of {@link formatMessage}. */
export interface MessageInit {
  /** The part of the URL that a parameter comes from. */
  readonly part?: string;
  /** Another parameter at the end, which is masked: a password or a key. */
  readonly secret?: string | undefined;
  /** The last parameter, which can have spaces. */
  readonly text?: string;
  readonly cite?: string;
}

/**
 * Formats a message.
 *
 * @param parameters the command and its parameters.
 * @throws {AccessError} control-octet: a parameter has NUL, CR, LF, BEL, a space or a comma, is empty, or begins with ":"
 *   (RFC 2812 §2.3.1); too-long.
 */
export function formatMessage(parameters: readonly string[], init: MessageInit = {}): SendStep {
  const { part, secret, text, cite = "RFC 2812 §3" } = init;
  for (const parameter of [...parameters, secret ?? "x"]) checkParameter(parameter);
  const line = [...parameters, ...(text === undefined ? [] : [`:${text}`])].join(" ");
  return formatCommand(IRC, secret === undefined ? line : `${line} `, { part, cite, secret });
}

/** @throws {AccessError} control-octet: as {@link formatMessage}. */
export function checkParameter(parameter: string): void {
  if (parameter !== "" && !parameter.startsWith(":") && !/[\0\x07\r\n ,]/.test(parameter)) return;
  throw new AccessError(
    "control-octet",
    "a name, key or password for IRC must not be empty, begin with a colon, or contain a space, a comma or a control character; nothing was sent",
    { hint: "correct the URL" },
  );
}

/** Bytes of a text in one message. */
const MIN_TEXT_BYTES = 64;
const MAX_TEXT_BYTES = 400;

/**
 * What is left of 512 bytes without `:NICK!USER@HOST PRIVMSG TARGET :TEXT` CR LF, in which the server relays a message:
 * the signs, 10 bytes of the user, 63 of the host, and 5 digits of the nickname.
 */
const MAX_RELAYED_BYTES = 417;

/**
 * Splits a line of text between characters, so that each part fits into a message, and into the one that the server makes
 * of it.
 *
 * @param names the nickname, the target, and what else stands beside the text.
 */
export function splitText(line: string, ...names: readonly string[]): readonly string[] {
  const left = MAX_RELAYED_BYTES - octetsOf(names.join("")).length;
  const max = Math.max(Math.min(left, MAX_TEXT_BYTES), MIN_TEXT_BYTES);
  const parts: string[] = [];
  let part = "";
  let size = 0;
  for (const character of line) {
    const bytes = byteLength(character);
    if (size + bytes > max) {
      parts.push(part);
      part = "";
      size = 0;
    }
    part += character;
    size += bytes;
  }
  return part === "" ? parts : [...parts, part];
}

/** Bytes of a character in UTF-8; a lone surrogate stands for one byte. */
function byteLength(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x80 || (code >= 0xd800 && code <= 0xdfff)) return 1;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
