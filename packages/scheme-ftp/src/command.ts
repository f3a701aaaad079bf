import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import type { Exchange, Inbox, SendStep } from "@anyurl/core/exchange";
import { type Reply, readReply } from "./reply.ts";

const IAC = 0xff;
const CRLF = "\r\n";
const CONTROLS = /[\0\r\n]/;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A formatted and validated command. */
export interface Command {
  readonly octets: Uint8Array;
  /** The same with each byte FF once; present if it differs. */
  readonly undoubled?: Uint8Array;
  readonly part?: string;
  readonly cite?: string;
  readonly secret?: readonly [start: number, end: number];
}

export interface CommandInit {
  /** The part of the URL with the argument. */
  readonly part?: string;
  readonly cite?: string;
  /** Is the argument secret? Default false. */
  readonly secret?: boolean;
}

/**
 * Formats `verb [ SP argument ] CR LF` with exactly one space: further spaces belong to the name. An empty argument is
 * sent as `CWD `, and a missing one without the space.
 *
 * @throws {AccessError} control-octet: NUL, CR, or LF would end the command early (RFC 1738 §6); too-long.
 */
export function commandOf(
  verb: string,
  argument: string | undefined,
  limits: Limits,
  init: CommandInit = {},
): Command {
  const { part, cite, secret = false } = init;
  if (argument !== undefined && CONTROLS.test(argument)) {
    throw new AccessError(
      "control-octet",
      "invalid FTP command: it contains NUL, CR, or LF; nothing was sent",
      {
        hint: "remove NUL, CR, and LF from the URL",
      },
    );
  }
  const plain = octetsOf(argument === undefined ? `${verb}${CRLF}` : `${verb} ${argument}${CRLF}`);
  const octets = plain.includes(IAC) ? doubled(plain) : plain;
  if (octets.length > limits.maxCommand) {
    throw new AccessError(
      "too-long",
      `the FTP command exceeds the limit of ${limits.maxCommand} bytes; nothing was sent`,
      {
        hint: "increase the limit maxCommand",
      },
    );
  }
  const command: Mutable<Command> = { octets };
  if (octets !== plain) command.undoubled = plain;
  if (part !== undefined) command.part = part;
  if (cite !== undefined) command.cite = cite;
  if (secret && argument !== "" && argument !== undefined)
    command.secret = [verb.length + 1, octets.length - CRLF.length];
  return command;
}

/** Doubles each byte FF, because the control connection is a Telnet stream (RFC 959 §3.1.1.5.3, RFC 854). */
function doubled(octets: Uint8Array): Uint8Array {
  return Uint8Array.from(Array.from(octets).flatMap((octet) => (octet === IAC ? [IAC, IAC] : [octet])));
}

/** Creates the step that sends these bytes for a command. Avoids copies of objects, which delay small files. */
export function sending({ part, cite, secret }: Command, octets: Uint8Array): SendStep {
  const step: Mutable<SendStep> = { do: "send", octets };
  if (part !== undefined) step.part = part;
  if (cite !== undefined) step.cite = cite;
  if (secret !== undefined) step.secret = secret;
  return step;
}

/**
 * Sends a command and reads its reply. Not every server undoubles FF: after a 550, a command with a doubled FF is sent
 * again with single ones.
 *
 * @throws {AccessError} desync: unexpected data had arrived before the command (RFC 959: one command, one reply).
 */
export function* dialogue(inbox: Inbox, command: Command, limits: Limits): Exchange<never, Reply> {
  const reply = yield* once(inbox, command, command.octets, limits);
  if (reply.code !== 550 || command.undoubled === undefined) return reply;
  return yield* once(inbox, command, command.undoubled, limits);
}

function* once(inbox: Inbox, command: Command, octets: Uint8Array, limits: Limits): Exchange<never, Reply> {
  if (inbox.size > 0) {
    throw new AccessError("desync", "unexpected data from the server: no command was sent");
  }
  yield sending(command, octets);
  return yield* readReply(inbox, limits);
}
