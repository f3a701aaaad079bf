import { AccessError, tooLongError } from "@anyurl/core";
import { type Exchange, type Reply, readReply } from "@anyurl/core/exchange";
import { type Command, command } from "./command.ts";
import { type Control, expectReply, isPositive, prepareNames, sendCommand, sendTogether } from "./control.ts";
import { refusal } from "./reply.ts";
import type { WalkedPath } from "./syntax.ts";

/** The rule for the commands of a path. */
export const PATH_RULE = "RFC 1738 §3.2.2";

/** A directory to enter, and its part of the URL. */
interface Cwd {
  readonly cwd: string;
  readonly part: string | undefined;
}

/** A route to a name: the directories to enter, and the name in the last one. */
export interface Route {
  readonly cwds: readonly Cwd[];
  /** "": the directory itself. */
  readonly name: string;
  /** The part of the URL with the name, if there is one. */
  readonly part: string | undefined;
}

/**
 * Plans the route to a name, depending on the option `path`. Validates all commands before anything is sent.
 *
 * @throws {AccessError} too-long, control-octet.
 */
export function planRoute({ cwds, name }: WalkedPath, control: Control): Route {
  const { limits, options } = control;
  if (cwds.length > limits.maxSegments) {
    throw tooLongError(
      `the path exceeds the limit of ${limits.maxSegments} directories; nothing was sent`,
      "maxSegments",
    );
  }
  if (options.path === "full-path" && cwds.length > 0) {
    const whole = joined([...cwds.map(({ cwd }) => cwd), name]);
    return { cwds: [], name: name === "" ? whole.replace(/(?!^)\/$/, "") : whole, part: undefined };
  }
  const entered =
    options.path === "cwd-once" && cwds.length > 1
      ? [{ cwd: joined(cwds.map(({ cwd }) => cwd)), part: undefined }]
      : cwds.map(({ cwd, index }) => ({ cwd, part: `cwds[${index}]` }));
  // The commands for the current directory were already sent.
  if (!isCurrentDirectory(control.known.path, entered)) for (const each of entered) cwdCommand(control, each);
  return { cwds: entered, name, part: name === "" ? undefined : "name" };
}

function cwdCommand(control: Control, { cwd, part }: Cwd): Command {
  return command(control, "CWD", cwd, { cite: PATH_RULE, part });
}

/** Joins segments to a Unix path: an empty first one is the root. */
function joined(segments: readonly string[]): string {
  return segments.join("/") || "/";
}

/** Extends a route into the directory with its name. */
export function inside({ cwds, name, part }: Route, control: Control): Route {
  if (name === "") return { cwds, name, part };
  const last = { cwd: name, part };
  cwdCommand(control, last);
  return { cwds: [...cwds, last], name: "", part: undefined };
}

/**
 * Enters each directory of a route, starting at the current one. An empty CWD, which many servers reject, has a
 * fallback.
 */
export function* changeDirectory(control: Control, { cwds, name }: Route): Exchange<never> {
  yield* prepareNames(control, [...listNames(cwds), name]);
  const { known } = control;
  const isHome = known.path.length > 0 && !isBelow(known.path, cwds);
  const home = isHome ? homeCommand(control) : undefined;
  const { length } = isHome ? [] : known.path;
  if (home === undefined && length === cwds.length) return;
  if (control.isKept && known.path.length === 0) known.home ??= yield* workingDirectory(control);
  const commands = cwds.slice(length).map((each) => cwdCommand(control, each));
  if (known.extended && !commands.some(isNullCwd)) {
    yield* changeTogether(control, home, commands);
  } else {
    if (home !== undefined) yield* goHome(control, home);
    for (const [i, each] of commands.entries()) yield* changeTo(control, each, length + i === 0);
  }
  known.path = listNames(cwds);
}

/**
 * Sends the CWD commands of a path together. In a tree, each change of directory would else cost a round trip per
 * segment. What follows a refused command has no effect: the caller gives the connection up.
 */
function* changeTogether(
  control: Control,
  home: Command | undefined,
  commands: readonly Command[],
): Exchange<never> {
  const all = home === undefined ? commands : [home, ...commands];
  yield* sendTogether(control, ...all);
  for (const each of all) {
    const reply = yield* readReply(control);
    control.hasAnswered = true;
    if (isPositive(reply)) continue;
    control.isLost = each === home;
    throw refusal(reply, "cwd");
  }
}

export function listNames(cwds: readonly Cwd[]): readonly string[] {
  return cwds.map(({ cwd }) => cwd);
}

/** Returns whether the path is that of the route's directories. */
export function isCurrentDirectory(path: readonly string[], cwds: readonly Cwd[]): boolean {
  return path.length === cwds.length && isBelow(path, cwds);
}

function isBelow(path: readonly string[], cwds: readonly Cwd[]): boolean {
  return path.length <= cwds.length && path.every((cwd, i) => cwd === cwds[i]!.cwd);
}

/**
 * Returns the command to the login directory. "There is no common hierarchical model": if PWD did not report it, the
 * connection is unusable (RFC 1738 §3.2.5).
 */
function homeCommand(control: Control): Command {
  const { home } = control.known;
  if (home !== undefined) return command(control, "CWD", home, { cite: "RFC 1738 §3.2.5" });
  control.isLost = true;
  throw new AccessError("unsupported", "the login directory is unknown");
}

function* goHome(control: Control, home: Command): Exchange<never> {
  try {
    yield* expectReply(control, home, [200, 250], "cwd");
  } catch (error) {
    control.isLost = true;
    throw error;
  }
  control.known.path = [];
}

/**
 * Sends PWD and parses `257 SP <"> name <"> …`, with inner quotes doubled (RFC 959 §4.2.2, appendix II). The name is
 * used in a command, so it is checked like the text of a URL. Returns `undefined` if it is invalid or missing.
 */
export function* workingDirectory(control: Control): Exchange<never, string | undefined> {
  const { code, text } = yield* sendCommand(
    control,
    command(control, "PWD", undefined, { cite: "RFC 959 §4.1.1" }),
  );
  const match = code === 257 ? /^[^"]*"((?:[^"]|"")+)"/.exec(text.slice(0, control.limits.maxCommand)) : null;
  const name = match?.[1]?.replaceAll('""', '"');
  return name === undefined || /[\0\r\n]/.test(name) ? undefined : name;
}

function* changeTo(control: Control, next: Command, leading: boolean): Exchange<never> {
  const reply = yield* sendCommand(control, next);
  if (isPositive(reply)) return;
  if (!isNullCwd(next) || !REFUSES_NULL.has(reply.code)) throw refusal(reply, "cwd");
  // Do the same as servers that accept it: a leading empty CWD goes to "/", and any other has no effect.
  if (!leading) return;
  const { part } = next;
  const root = command(control, "CWD", "/", { cite: PATH_RULE, part });
  yield* expectReply(control, root, [200, 250], "cwd");
}

const REFUSES_NULL: ReadonlySet<Reply["code"]> = new Set([500, 501, 504, 550, 553]);

function isNullCwd({ octets }: Command): boolean {
  return octets.length === "CWD \r\n".length;
}
