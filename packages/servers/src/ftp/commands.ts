import { ACCESS_COMMANDS } from "./access.ts";
import { ACTIVE_COMMANDS } from "./active.ts";
import { CHANGE_COMMANDS } from "./changes.ts";
import type { Command, Outcome } from "./command.ts";
import { FILE_COMMANDS } from "./files.ts";
import { INFORMATION_COMMANDS } from "./information.ts";
import { PARAMETER_COMMANDS } from "./parameters.ts";
import { createReply, type Reply } from "./reply.ts";
import { SECURITY_COMMANDS, unprotectedDataError } from "./security.ts";
import type { Session } from "./session-state.ts";
import { STORE_COMMANDS } from "./store.ts";

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...ACCESS_COMMANDS,
  ...PARAMETER_COMMANDS,
  ...FILE_COMMANDS,
  ...STORE_COMMANDS,
  ...CHANGE_COMMANDS,
  ...SECURITY_COMMANDS,
  ...ACTIVE_COMMANDS,
  ...INFORMATION_COMMANDS,
  ["HELP", { argument: "[<command-name>]", open: true, run: help }],
]);

/** Verbs of RFC 959 and related RFCs for features that this server lacks or that are disabled. */
const NOT_IMPLEMENTED: ReadonlySet<string> = new Set(
  "ADAT AUTH CCC CONF ENC EPRT HOST LANG LPRT LPSV MIC PBSZ PORT PROT REIN SITE SMNT".split(" "),
);

/**
 * Parses command = verb [ SP argument ]: exactly one space separates; further spaces belong to the argument (RFC 959
 * §5.3.1).
 */
export async function runCommand(session: Session, line: string): Promise<Outcome> {
  const space = line.indexOf(" ");
  const verb = (space < 0 ? line : line.slice(0, space)).toUpperCase();
  const argument = space < 0 ? "" : line.slice(space + 1);
  const outcome = await executeCommand(session, verb, argument);
  // "The REST command must be the last command issued before the data transfer command" (RFC 3659 §5.3), and RNFR
  // "must be immediately followed by a "rename to" command" (RFC 959 §4.1.3).
  if (verb !== "REST") session.restart = 0;
  if (verb !== "RNFR") session.renaming = undefined;
  return outcome;
}

async function executeCommand(session: Session, verb: string, argument: string): Promise<Outcome> {
  const command = COMMANDS.get(verb);
  if (command === undefined || !isAvailable(command, session)) {
    return NOT_IMPLEMENTED.has(verb)
      ? createReply(502, "Command not implemented.")
      : createReply(500, "Syntax error, command unrecognized.");
  }
  if (!session.loggedIn && !command.open) return createReply(530, "Please log in with USER and PASS.");
  if (command.argument === "" && argument !== "") return createReply(501, `${verb} takes no argument.`);
  if (command.argument.startsWith("<") && argument === "")
    return createReply(501, `${verb} needs an argument.`);

  return (command.transfers && unprotectedDataError(session)) ?? command.run(session, argument);
}

function isAvailable({ feature, option }: Command, { world }: Session): boolean {
  if (option === "active" && !world.active) return false;
  if (option === "tls" && world.tls === undefined) return false;
  return feature === undefined || world.features.has(feature);
}

function help(session: Session, name: string): Reply {
  if (name !== "") {
    const verb = name.toUpperCase();
    const command = COMMANDS.get(verb);
    return command !== undefined && isAvailable(command, session)
      ? createReply(214, `Syntax: ${verb} ${command.argument}`.trimEnd())
      : createReply(501, "No such command.");
  }
  const verbs = [...COMMANDS].filter(([, command]) => isAvailable(command, session)).map(([verb]) => verb);
  const rows = Array.from({ length: Math.ceil(verbs.length / 8) }, (_, i) => verbs.slice(i * 8, i * 8 + 8));
  return createReply(214, "These commands are recognized:", ...rows.map((row) => ` ${row.join(" ")}`), "End");
}
