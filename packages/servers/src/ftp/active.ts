import { isIP } from "node:net";
import type { Command } from "./command.ts";
import { createReply, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";

/* PORT of RFC 959 §4.1.2 and EPRT of RFC 2428 §2: the server opens the data connection. */

export const ACTIVE_COMMANDS: readonly (readonly [string, Command])[] = [
  ["PORT", { argument: "<host-port>", option: "active", run: port }],
  ["EPRT", { argument: "<net-prt net-addr tcp-port>", option: "active", run: eprt }],
];

/** host-port = h1,h2,h3,h4,p1,p2 */
function port(session: Session, hostPort: string): Reply {
  const numbers = hostPort.split(",").map((digits) => (/^[0-9]{1,3}$/.test(digits) ? Number(digits) : 256));
  if (numbers.length !== 6 || numbers.some((number) => number > 255)) {
    return createReply(501, "PORT takes six numbers from 0 to 255.");
  }
  return setActivePort(session, numbers.slice(0, 4).join("."), numbers[4]! * 256 + numbers[5]!);
}

/** EPRT<space><d><net-prt><d><net-addr><d><tcp-port><d>, with any delimiter of 33–126. */
function eprt(session: Session, argument: string): Reply {
  const delimiter = argument[0]!;
  const [before, family, address = "", digits = "", after, ...more] = argument.split(delimiter);
  const isWhole = before === "" && after === "" && more.length === 0 && delimiter > " " && delimiter < "\x7f";
  if (!isWhole || !/^[0-9]{1,5}$/.test(digits)) return createReply(501, "EPRT takes |family|address|port|.");
  const own = session.family === "IPv6" ? "2" : "1";
  if (family !== own) return createReply(522, `Network protocol not supported, use (${own})`);
  // An address with a zone is meaningful only on the client's machine.
  if (isIP(address) !== (own === "2" ? 6 : 4) || address.includes("%"))
    return createReply(501, "Invalid address for that protocol.");
  return setActivePort(session, address, Number(digits));
}

/**
 * Only connect to the client's own address, and not to a port of another service (RFC 2577 §3), so that the server
 * cannot be used against others.
 */
function setActivePort(session: Session, address: string, port: number): Reply {
  if (session.epsvOnly) return createReply(501, "Only EPSV, after EPSV ALL.");
  if (!session.data.isPeer(address))
    return createReply(504, "Only to the address of the control connection.");
  if (port < 1024 || port > 65_535) return createReply(504, "Only to a port from 1024 to 65535.");
  session.data.aim(port);
  return createReply(200, "Command okay.");
}
