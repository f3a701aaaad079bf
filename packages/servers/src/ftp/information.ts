import type { Command } from "./command.ts";
import { FACTS, formatList } from "./listings.ts";
import { resolve } from "./path.ts";
import { createReply, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";

/* RFC 959 §4.1.3, informational commands (but HELP) and NOOP; FEAT of RFC 2389. */

export const INFORMATION_COMMANDS: readonly (readonly [string, Command])[] = [
  ["FEAT", { argument: "", open: true, run: feat }],
  ["NOOP", { argument: "", open: true, run: () => createReply(200, "Command okay.") }],
  ["STAT", { argument: "[<pathname>]", run: stat }],
  ["SYST", { argument: "", open: true, run: () => createReply(215, "UNIX Type: L8") }],
];

function feat({ world, facts }: Session): Reply {
  const features = [...world.features].filter((feature) => feature !== "MFMT" || world.writable !== false);
  const labels: string[] = features.map((feature) => {
    if (feature === "REST") return "REST STREAM";
    // An asterisk marks the facts that MLSx currently sends (RFC 3659 §7.8).
    return feature === "MLSD"
      ? `MLST ${FACTS.map((fact) => `${fact}${facts.includes(fact) ? "*" : ""};`).join("")}`
      : feature;
  });
  // "It is not necessary to identify the 'TLS-C' synonym" (RFC 4217 §6).
  if (world.tls !== undefined) labels.push(...(world.tls.implicit ? [] : ["AUTH TLS"]), "PBSZ", "PROT");
  if (labels.length === 0) return createReply(211, "No features.");
  return createReply(211, "Extensions supported:", ...labels.toSorted().map((label) => ` ${label}`), "End");
}

/** Without an argument, the state of the session; otherwise the output of LIST over the control connection. */
function stat(session: Session, pathname: string): Reply {
  const { world, cwd, type, family } = session;
  if (pathname === "") {
    const state = [` Connected over ${family}`, ` TYPE ${type}, STRU F, MODE S`];
    return createReply(211, "Status of this session:", ...state, "End");
  }
  const place = resolve(world.tree.root, cwd, pathname);
  if (place === undefined) return createReply(450, "No such file or directory.");
  const code = place.node.kind === "folder" ? 212 : 213;
  return createReply(code, "Status:", ...formatList(place).map((line) => ` ${line}`), "End");
}
