import type { Limits } from "@anyurl/core";
import { type Exchange, Inbox } from "@anyurl/core/exchange";
import { type Command, type CommandInit, commandOf, dialogue } from "./command.ts";
import type { FtpOptions } from "./options.ts";
import { type About, type Reply, refusal } from "./reply.ts";

/** What is known of a control connection, and stays true from one transfer to the next. Nothing secret. */
export interface ControlState {
  /** The argument of each CWD since the login. */
  path: readonly string[];
  /** The login directory, as PWD has told it. */
  home: string | undefined;
  type: "A" | "I" | undefined;
  /** What FEAT lists: each name in upper case, with what follows it. */
  features: ReadonlyMap<string, string> | undefined;
  /** Has EPSV led to a data connection? */
  extended: boolean;
  /** Are data connections under TLS? */
  isProtected: boolean;
}

/** A control connection (RFC 959 §2.3) while an exchange is on. */
export interface Control {
  readonly inbox: Inbox;
  readonly limits: Limits;
  readonly options: Required<FtpOptions>;
  readonly known: ControlState;
  /** Has it served before, so that somebody is logged in? */
  readonly isReused: boolean;
  /** May it serve again? */
  readonly isKept: boolean;
  /** Has the server answered anything? One that was kept may be gone by now. */
  hasAnswered: boolean;
  /** Has it come to a data connection? */
  hasData: boolean;
  /** Has the command been sent that uses the data connection? */
  hasTransfer: boolean;
  /** It cannot be brought to where it is wanted: a new one could. */
  isLost: boolean;
}

export interface ControlInit {
  readonly limits: Limits;
  readonly options: Required<FtpOptions>;
  /** What was kept with the connection; `undefined`: it is new. */
  readonly known?: ControlState | undefined;
  readonly isKept?: boolean;
}

export function controlOf({ limits, options, known, isKept = false }: ControlInit): Control {
  return {
    inbox: new Inbox(),
    limits,
    options,
    known: known ?? {
      path: [],
      home: undefined,
      type: undefined,
      features: undefined,
      extended: false,
      isProtected: false,
    },
    isReused: known !== undefined,
    isKept,
    hasAnswered: false,
    hasData: false,
    hasTransfer: false,
    isLost: false,
  };
}

/** Writes a command. @throws {AccessError} control-octet, too-long */
export function command(
  { limits }: Pick<Control, "limits">,
  verb: string,
  argument?: string,
  init?: CommandInit,
): Command {
  return commandOf(verb, argument, limits, init);
}

/** Sends a command and reads its reply. */
export function* sendCommand(control: Control, what: Command): Exchange<never, Reply> {
  const reply = yield* dialogue(control.inbox, what, control.limits);
  control.hasAnswered = true;
  return reply;
}

/** As {@link sendCommand}; any reply but these codes is an error. */
export function* expectReply(
  control: Control,
  what: Command,
  codes: readonly number[],
  about: About,
): Exchange<never, Reply> {
  const reply = yield* sendCommand(control, what);
  if (codes.includes(reply.code)) return reply;
  throw refusal(reply, about);
}

export function isPositive({ code }: Reply): boolean {
  return code >= 200 && code < 300;
}

/** What the server has beyond RFC 959 (RFC 2389 §3). Asked once a connection. */
export function* featuresOf(control: Control): Exchange<never, ReadonlyMap<string, string>> {
  const { known } = control;
  if (known.features !== undefined) return known.features;
  const { code, text } = yield* sendCommand(
    control,
    command(control, "FEAT", undefined, { cite: "RFC 2389 §3" }),
  );
  // "SP feature-label [SP feature-parms]"; a server without FEAT has none of them.
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
 * A farewell, or none: the connection may serve again. What goes wrong in a farewell no longer matters, for the work is
 * done.
 */
export function* endSession(control: Control): Exchange<never> {
  if (control.isKept && control.inbox.size === 0) {
    const kept = yield { do: "keep", state: control.known };
    if (kept !== undefined) return;
  }
  try {
    yield { do: "send", octets: command(control, "QUIT").octets, cite: "RFC 959 §4.1.1" };
    yield { do: "receive", phase: "farewell" };
  } catch {
    // The connection is closed next, either way.
  }
}
