import type { Command } from "./command.ts";
import { FACTS } from "./listings.ts";
import { createReply, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";

/* RFC 959 §4.1.2, transfer parameter commands; EPSV of RFC 2428, REST of RFC 3659, OPTS of RFC 2389. */

export const PARAMETER_COMMANDS: readonly (readonly [string, Command])[] = [
  ["TYPE", { argument: "<type-code>", run: type }],
  ["STRU", { argument: "<structure-code>", run: (_, code) => acceptOnly("F", code) }],
  ["MODE", { argument: "<mode-code>", run: (_, code) => acceptOnly("S", code) }],
  ["EPSV", { argument: "[<net-prt>]", feature: "EPSV", run: epsv }],
  ["PASV", { argument: "", run: pasv }],
  ["REST", { argument: "<octets>", feature: "REST", run: rest }],
  ["OPTS", { argument: "<command-name>", open: true, run: opts }],
  [
    "ALLO",
    {
      argument: "<octets>",
      run: () => createReply(202, "Command superfluous: no space needs to be allocated."),
    },
  ],
];

/**
 * A local byte size of 8 is the image type. T is treated as N, because this server never prints (RFC 1123 §4.1.2.1,
 * §4.1.2.2).
 */
const TYPES: ReadonlyMap<string, "A" | "I"> = new Map([
  ["A", "A"],
  ["A N", "A"],
  ["A T", "A"],
  ["I", "I"],
  ["L 8", "I"],
]);

function type(session: Session, code: string): Reply {
  const type = TYPES.get(code.toUpperCase());
  if (type === undefined) return createReply(504, "Command not implemented for that parameter.");
  session.type = type;
  return createReply(200, `Type is ${type === "A" ? "ASCII" : "image"}.`);
}

function acceptOnly(code: string, asked: string): Reply {
  return asked.toUpperCase() === code
    ? createReply(200, "Command okay.")
    : createReply(504, "Command not implemented for that parameter.");
}

async function epsv(session: Session, netPrt: string): Promise<Reply> {
  if (netPrt.toUpperCase() === "ALL") {
    session.epsvOnly = true;
    return createReply(200, "EPSV ALL okay.");
  }
  const own = session.family === "IPv6" ? "2" : "1";
  if (netPrt !== "" && netPrt !== own)
    return createReply(522, `Network protocol not supported, use (${own})`);
  return createReply(229, `Entering Extended Passive Mode (|||${await session.data.listen()}|)`);
}

async function pasv(session: Session): Promise<Reply> {
  if (session.epsvOnly) return createReply(502, "Only EPSV, after EPSV ALL.");
  if (session.address.includes(":")) return createReply(502, "PASV cannot express an IPv6 address.");
  const port = await session.data.listen();
  const address = session.address.replaceAll(".", ",");
  return createReply(227, `Entering Passive Mode (${address},${port >> 8},${port & 255}).`);
}

/**
 * Parses rest = "Rest" SP 1*DIGIT. Whether the offset is within the document shows when the transfer begins (RFC 3659
 * §5.3).
 */
function rest(session: Session, octets: string): Reply {
  if (!/^[0-9]{1,15}$/.test(octets)) return createReply(501, "REST takes a number of bytes.");
  session.restart = Number(octets);
  return createReply(350, `Restarting at ${octets}; the transfer command is next.`);
}

function opts(session: Session, argument: string): Reply {
  const [name = "", options = ""] = argument.split(" ", 2);
  const has = session.world.features;
  if (name.toUpperCase() === "UTF8" && has.has("UTF8") && options.toUpperCase() === "ON") {
    return createReply(200, "Names are always UTF-8.");
  }
  if (name.toUpperCase() !== "MLST" || !has.has("MLSD")) return createReply(501, "No such option.");
  const asked = new Set(options.toLowerCase().split(";"));
  session.facts = FACTS.filter((fact) => asked.has(fact));
  const kept = session.facts.map((fact) => `${fact};`).join("");
  return createReply(200, kept === "" ? "MLST OPTS" : `MLST OPTS ${kept}`);
}
