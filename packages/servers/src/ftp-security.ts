import type { Command } from "./ftp-commands.ts";
import { type Reply, reply } from "./ftp-reply.ts";
import type { Session } from "./ftp-session.ts";

/* AUTH, PBSZ and PROT of RFC 2228, as RFC 4217 has them for TLS. */

export const SECURITY_COMMANDS: readonly (readonly [string, Command])[] = [
  ["AUTH", { argument: "<mechanism-name>", open: true, option: "tls", run: auth }],
  ["PBSZ", { argument: "<decimal-integer>", open: true, option: "tls", run: pbsz }],
  ["PROT", { argument: "<prot-code>", open: true, option: "tls", run: prot }],
];

/** The session begins TLS behind the 234. "TLS-C" is the same by its older name (RFC 4217 §17). */
function auth({ secured }: Session, mechanism: string): Reply {
  if (!["TLS", "TLS-C"].includes(mechanism.toUpperCase())) return reply(504, "Only AUTH TLS is known here.");
  if (secured) return reply(534, "TLS is up already.");
  return reply(234, "Begin TLS.");
}

/** "0": a stream needs no buffer (RFC 4217 §9). */
function pbsz(session: Session, size: string): Reply {
  if (!session.secured) return reply(503, "Bad sequence of commands: AUTH TLS comes first.");
  if (!/^[0-9]{1,10}$/.test(size) || Number(size) > 0xffff_ffff) return reply(501, "PBSZ takes a number.");
  session.protection ??= "C";
  return reply(200, "PBSZ=0");
}

function prot(session: Session, code: string): Reply {
  if (session.protection === undefined) return reply(503, "Bad sequence of commands: PBSZ comes first.");
  switch (code.toUpperCase()) {
    case "C":
      if (session.world.tls?.required) return reply(534, "Data do not go in the clear here.");
      session.protection = "C";
      return reply(200, "Data connections are clear.");
    case "P":
      session.protection = "P";
      return reply(200, "Data connections are private.");
    case "S":
    case "E":
      return reply(536, "TLS gives no such level.");
    default:
      return reply(504, "Command not implemented for that parameter.");
  }
}

/** The refusal of a data connection that the server does not let go in the clear (RFC 4217 §10.2). */
export function unprotected({ world, protection }: Session): Reply | undefined {
  return world.tls?.required && protection !== "P"
    ? reply(521, "Data connection cannot be opened with this PROT setting.")
    : undefined;
}
