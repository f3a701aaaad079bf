import type { Limits } from "@anyurl/core";
import {
  checkNoUnsolicitedData,
  type Exchange,
  formatCommand,
  Inbox,
  joinBytes,
  type LineDialogue,
  type Reply,
  readReply,
} from "@anyurl/core/exchange";
import { type Command, command, FTP, IAC, undouble } from "./command.ts";
import type { FtpSettings } from "./options.ts";
import { type About, refusal } from "./reply.ts";

/** The state of a control connection between calls. It has no secrets. */
export interface ControlState {
  /** The argument of each CWD since the login. */
  path: readonly string[];
  /** The login directory, from the reply to PWD. */
  home: string | undefined;
  type: "A" | "I" | undefined;
  /** The reply to FEAT: each name in upper case, with its parameters. */
  features: ReadonlyMap<string, string> | undefined;
  /** Has EPSV opened a data connection? */
  extended: boolean;
  /** Does the server reject EPSV, and accept PASV? */
  onlyPassive: boolean;
  /** Has the server told the size of a file in the reply that begins a transfer? */
  tellsSize: boolean;
  /** Does the server read a doubled byte FF as one? `undefined`: not known yet. */
  readsTelnet: boolean | undefined;
  /** Do data connections use TLS? */
  isProtected: boolean;
}

/** A control connection (RFC 959 §2.3) during an exchange. */
export interface Control extends LineDialogue {
  readonly options: FtpSettings;
  readonly known: ControlState;
  /** Is it a pooled connection, with a user already logged in? */
  readonly isReused: boolean;
  /** May it return to the pool? */
  readonly isKept: boolean;
  /** Has the server sent a reply in this exchange? It may have closed a pooled connection. */
  hasAnswered: boolean;
  /** Has a data connection been opened? */
  hasData: boolean;
  /** Has the command of an upload been sent? */
  hasUpload: boolean;
  /** Is the connection unusable for this URL, so that a new one is necessary? */
  isLost: boolean;
}

export interface ControlInit {
  readonly limits: Limits;
  readonly options: FtpSettings;
  /** The state of a pooled connection; `undefined` for a new connection. */
  readonly known?: ControlState | undefined;
  /** The state of another connection with the same login: what it knows of the server. */
  readonly peer?: ControlState | undefined;
  readonly isKept?: boolean;
}

export function createControl({ limits, options, known, peer, isKept = false }: ControlInit): Control {
  return {
    protocol: FTP,
    inbox: new Inbox(),
    limits,
    options,
    known: known ?? {
      path: [],
      home: undefined,
      type: undefined,
      features: peer?.features,
      extended: peer?.extended ?? false,
      onlyPassive: peer?.onlyPassive ?? false,
      tellsSize: peer?.tellsSize ?? false,
      readsTelnet: undefined,
      isProtected: false,
    },
    isReused: known !== undefined,
    isKept,
    hasAnswered: false,
    hasData: false,
    hasUpload: false,
    isLost: false,
  };
}

/**
 * Sends a command and reads its reply.
 *
 * @throws {AccessError} desync: unexpected data had arrived before the command (RFC 959: one command, one reply).
 */
export function* sendCommand(control: Control, what: Command): Exchange<never, Reply> {
  yield* sendTogether(control, what);
  const reply = yield* readReply(control);
  control.hasAnswered = true;
  return reply;
}

/**
 * Sends commands without waiting for the replies between them. The last one is named if they cannot be sent.
 *
 * @throws {AccessError} desync, as {@link sendCommand}.
 */
export function* sendTogether(control: Control, ...commands: readonly Command[]): Exchange<never> {
  checkNoUnsolicitedData(control);
  const isUndoubled = control.known.readsTelnet === false;
  const octets = commands.map((each) => (isUndoubled ? undouble(each) : each.octets));
  yield { ...commands.at(-1)!, octets: joinBytes(octets) };
}

/**
 * `MODE S`, which sets the default mode, with the Telnet command IAC NOP in it. A server that reads Telnet ignores IAC NOP
 * (RFC 854), and any other server refuses the parameter.
 */
const TELNET_PROBE = formatCommand(FTP, "MODE \udcff\udcf1S", { cite: "RFC 854" });

/**
 * Asks the server once whether it reads Telnet, before the first name with the byte FF is sent. Not every server does,
 * and a server that does would read a single FF and the next byte as a Telnet command: the name of another file.
 */
export function* prepareNames(control: Control, names: readonly string[]): Exchange<never> {
  const { known } = control;
  if (known.readsTelnet !== undefined || names.join().search(IAC) < 0) return;
  yield* sendTogether(control, TELNET_PROBE);
  const reply = yield* readReply(control);
  // If another reply follows, this one may be for an earlier command.
  checkNoUnsolicitedData(control);
  control.hasAnswered = true;
  if (reply.code === 421) throw refusal(reply, "cwd");
  known.readsTelnet = reply.code !== 501 && reply.code !== 504;
}

/** Sends a command like {@link sendCommand}; a reply with any other code is an error. */
export function* expectReply(
  control: Control,
  what: Command,
  codes: readonly number[],
  about: About,
): Exchange<never> {
  const reply = yield* sendCommand(control, what);
  if (!codes.includes(reply.code)) throw refusal(reply, about);
}

export function isPositive({ code }: Reply): boolean {
  return code >= 200 && code < 300;
}

/** Returns the server's features beyond RFC 959 (RFC 2389 §3). Sends FEAT once per connection. */
export function* fetchFeatures(control: Control): Exchange<never, ReadonlyMap<string, string>> {
  const { known } = control;
  if (known.features !== undefined) return known.features;
  const { code, text } = yield* sendCommand(
    control,
    command(control, "FEAT", undefined, { cite: "RFC 2389 §3" }),
  );
  // "SP feature-label [SP feature-parms]"; a server without FEAT has no features.
  const lines = code === 211 ? text.split("\n").slice(1, -1) : [];
  known.features = new Map(
    lines.map((line) => {
      const [, name = "", rest = ""] = /^ *([^ ]*) ?(.*)$/s.exec(line) ?? [];
      return [name.toUpperCase(), rest];
    }),
  );
  return known.features;
}

/**
 * Returns the connection to the pool, or sends QUIT. Errors of QUIT are ignored, because the work is done.
 */
export function* endSession(control: Control): Exchange<never> {
  if (control.isKept && control.inbox.size === 0) {
    const kept = yield { do: "keep", state: control.known };
    if (kept !== undefined) return;
  }
  try {
    yield command(control, "QUIT", undefined, { cite: "RFC 959 §4.1.1" });
    yield { do: "receive", phase: "farewell" };
  } catch {
    // The connection is closed next in any case.
  }
}
