import { AccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { type Command, type CommandInit, command } from "./command.ts";
import { type Control, endSession, expectReply, isPositive, prepareNames, sendCommand } from "./control.ts";
import { explainRefusal, type Purpose } from "./explain-refusal.ts";
import { type Ask, type FtpLogin, logIn } from "./login.ts";
import {
  changeDirectory,
  isCurrentDirectory,
  listNames,
  planRoute,
  type Route,
  workingDirectory,
} from "./path.ts";
import { refusal } from "./reply.ts";
import type { Begin } from "./retrieve.ts";
import { checkPooledConnection } from "./store.ts";
import { type FtpParts, withoutDotSegments } from "./syntax.ts";
import { withUncertainOutcome } from "./uncertain-outcome.ts";

export type ChangeEvent = Ask | Begin;

const RULE = "RFC 959 §4.1.3";

/** A name and its parent directory, whether the URL ends with "/" or not. */
interface Target extends Route {
  readonly isDirectory: boolean;
}

/** @throws {AccessError} is-a-directory: the URL identifies the login directory or the root. */
function resolveTarget(parts: FtpParts, control: Control): Target {
  const { cwds, name } = withoutDotSegments(parts);
  if (name !== "") {
    return { ...planRoute({ cwds, name }, control), isDirectory: parts.typecode === "d" };
  }
  const last = cwds.at(-1);
  if (last === undefined) {
    throw new AccessError("is-a-directory", "cannot change the login directory");
  }
  const route = planRoute({ cwds: cwds.slice(0, -1), name: last.cwd }, control);
  return { ...route, part: route.part && `cwds[${last.index}]`, isDirectory: true };
}

function named({ part }: Route, cite = RULE): CommandInit {
  return { cite, part };
}

/** Marks the start of the change. After it, the outcome of a failed command can be uncertain. */
function* begin(control: Control): Exchange<Begin> {
  yield* checkPooledConnection(control);
  yield { do: "emit", event: { begins: true, start: 0, isDirectory: false } };
}

/** Sends the command that makes the change. If the server rejects it, nothing has changed. */
function* change(
  control: Control,
  what: Command,
  about?: readonly [target: Target, Purpose],
): Exchange<never> {
  const reply = yield* withUncertainOutcome(control, "done", sendCommand(control, what));
  if (!isPositive(reply)) {
    const error = refusal(reply, "change");
    throw about === undefined ? error : yield* explainRefusal(control, about[0], error, about[1]);
  }
  yield* endSession(control);
}

/** Sends DELE, or RMD for a directory, whose URL ends with "/" and which must be empty. */
export function* remove(control: Control, login: FtpLogin, parts: FtpParts): Exchange<ChangeEvent> {
  const target = resolveTarget(parts, control);
  const removal = command(control, target.isDirectory ? "RMD" : "DELE", target.name, named(target));
  yield* logIn(control, login);
  yield* changeDirectory(control, target);
  yield* begin(control);
  yield* change(control, removal, [target, target.isDirectory ? "remove-directory" : "remove-file"]);
}

/** Sends MKD. */
export function* makeDirectory(control: Control, login: FtpLogin, parts: FtpParts): Exchange<ChangeEvent> {
  const target = resolveTarget(parts, control);
  const making = command(control, "MKD", target.name, named(target));
  yield* logIn(control, login);
  yield* changeDirectory(control, target);
  yield* begin(control);
  yield* change(control, making, [target, "make-directory"]);
}

/**
 * Sends RNFR and RNTO. If the directory changes, the new name is an absolute path, made from the reply to PWD, because
 * no command may come between the two.
 *
 * @throws {AccessError} unsupported: the working directory is not an absolute path.
 */
export function* rename(
  control: Control,
  login: FtpLogin,
  parts: FtpParts,
  to: FtpParts,
): Exchange<ChangeEvent> {
  const from = resolveTarget(parts, control);
  const target = resolveTarget(to, control);
  const source = command(control, "RNFR", from.name, named(from));
  const near = command(control, "RNTO", target.name, { cite: RULE });
  yield* logIn(control, login);
  const isNear = isCurrentDirectory(listNames(from.cwds), target.cwds);
  yield* prepareNames(control, [target.name]);
  const destination = isNear ? near : yield* farName(control, target);
  yield* changeDirectory(control, from);
  yield* begin(control);
  yield* expectReply(control, source, [350], "change");
  yield* change(control, destination);
}

/** Formats RNTO with the absolute path of the target. */
function* farName(control: Control, target: Target) {
  const { known } = control;
  known.home ??= yield* workingDirectory(control);
  yield* changeDirectory(control, target);
  const directory = yield* workingDirectory(control);
  if (directory?.startsWith("/") !== true || known.home === undefined) {
    throw new AccessError(
      "unsupported",
      "cannot move to another directory: the working directory is not an absolute path",
      {
        hint: "copy the file, then remove the original",
      },
    );
  }
  const whole = `${directory.replace(/\/$/, "")}/${target.name}`;
  return command(control, "RNTO", whole, { cite: RULE });
}
