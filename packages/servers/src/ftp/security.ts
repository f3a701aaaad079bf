import type { Command } from "./command.ts";
import { createReply, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";

/* AUTH, PBSZ and PROT of RFC 2228, as RFC 4217 defines them for TLS. */

export const SECURITY_COMMANDS: readonly (readonly [string, Command])[] = [
  ["AUTH", { argument: "<mechanism-name>", open: true, option: "tls", run: auth }],
  ["PBSZ", { argument: "<decimal-integer>", open: true, option: "tls", run: pbsz }],
  ["PROT", { argument: "<prot-code>", open: true, option: "tls", run: prot }],
];

/** The session starts TLS after the 234. "TLS-C" is an older name of the same (RFC 4217 §17). */
function auth({ secured }: Session, mechanism: string): Reply {
  if (!["TLS", "TLS-C"].includes(mechanism.toUpperCase()))
    return createReply(504, "Only AUTH TLS is supported.");
  if (secured) return createReply(534, "TLS is already active.");
  return createReply(234, "Begin TLS.");
}

/** "0": a stream needs no buffer (RFC 4217 §9). */
function pbsz(session: Session, size: string): Reply {
  if (!session.secured) return createReply(503, "Bad sequence of commands: AUTH TLS comes first.");
  if (!/^[0-9]{1,10}$/.test(size) || Number(size) > 0xffff_ffff)
    return createReply(501, "PBSZ takes a number.");
  session.protection ??= "C";
  return createReply(200, "PBSZ=0");
}

function prot(session: Session, code: string): Reply {
  if (session.protection === undefined)
    return createReply(503, "Bad sequence of commands: PBSZ comes first.");
  switch (code.toUpperCase()) {
    case "C":
      if (session.world.tls?.required) return createReply(534, "Data connections must use TLS.");
      session.protection = "C";
      return createReply(200, "Data connections are clear.");
    case "P":
      session.protection = "P";
      return createReply(200, "Data connections are private.");
    case "S":
    case "E":
      return createReply(536, "This protection level is not available with TLS.");
    default:
      return createReply(504, "Command not implemented for that parameter.");
  }
}

/** Returns the rejection of an unencrypted data connection, if the server requires TLS (RFC 4217 §10.2). */
export function unprotectedDataError({ world, protection }: Session): Reply | undefined {
  return world.tls?.required && protection !== "P"
    ? createReply(521, "Data connection cannot be opened with this PROT setting.")
    : undefined;
}
