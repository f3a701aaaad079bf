import { chunksOf, networkLines, skip } from "../library/content.ts";
import { octetsOf } from "../name.ts";
import { timeVal } from "../time-val.ts";
import type { Command, Outcome } from "./commands.ts";
import { listLines, mlsdLines, mlstLine, nameLines, type View } from "./listings.ts";
import { isFolder, type Place, pathnameOf, resolve } from "./path.ts";
import { mayWrite } from "./permission.ts";
import { NO_DATA_PORT, type Reply, reply } from "./reply.ts";
import type { Session } from "./session.ts";
import { transferSize } from "./text.ts";

/* File service commands of RFC 959 §4.1.3 that change nothing; SIZE, MDTM and MLSx of RFC 3659. */

export const FILE_COMMANDS: readonly (readonly [string, Command])[] = [
  ["RETR", { argument: "<pathname>", transfers: true, run: retr }],
  ["LIST", { argument: "[<pathname>]", transfers: true, run: list }],
  ["NLST", { argument: "[<pathname>]", transfers: true, run: nlst }],
  ["MLSD", { argument: "[<pathname>]", transfers: true, feature: "MLSD", run: mlsd }],
  ["MLST", { argument: "[<pathname>]", feature: "MLSD", run: mlst }],
  ["SIZE", { argument: "<pathname>", feature: "SIZE", run: size }],
  ["MDTM", { argument: "<pathname>", feature: "MDTM", run: mdtm }],
  ["ABOR", { argument: "", run: abor }],
];

const NO_SUCH: Reply = reply(550, "No such file or directory.");

function retr(session: Session, pathname: string): Outcome {
  const { data, restart, type } = session;
  if (!data.isOpen) return NO_DATA_PORT;
  const node = at(session, pathname)?.node;
  if (node === undefined) return NO_SUCH;
  if (node.kind === "folder") return reply(550, "Not a plain file.");
  const size = transferSize(node.content, type);
  if (size !== undefined && restart > size) return reply(554, "The restart marker is beyond the end.");
  const chunks = type === "A" ? networkLines(chunksOf(node.content)) : chunksOf(node.content);
  const octets = size === undefined ? "" : ` (${size} bytes)`;
  return { opening: `Opening data connection for a document${octets}.`, chunks: skip(chunks, restart) };
}

function list(session: Session, argument: string): Outcome {
  // "-a" and similar are options of ls: clients send them, although no RFC defines them. An existing name has priority.
  const options = argument.startsWith("-") && at(session, argument) === undefined;
  const space = argument.indexOf(" ");
  const pathname = options ? (space < 0 ? "" : argument.slice(space + 1)) : argument;
  return listing(session, pathname, listLines);
}

function nlst(session: Session, pathname: string): Outcome {
  // RFC 1123 §4.1.2.7 requires pathnames that later commands can use; plain names work only after a CWD.
  const prefix = session.world.nlst === "names" || pathname === "" ? "" : pathname.replace(/\/?$/, "/");
  return listing(session, pathname, (place) => nameLines(place, prefix));
}

function mlsd(session: Session, pathname: string): Outcome {
  const place = at(session, pathname);
  if (place !== undefined && !isFolder(place)) return reply(501, "Not a directory.");
  return listing(session, pathname, () => (isFolder(place) ? mlsdLines(place, viewOf(session)) : []));
}

function listing(session: Session, pathname: string, lines: (place: Place) => readonly string[]): Outcome {
  if (!session.data.isOpen) return NO_DATA_PORT;
  const place = at(session, pathname);
  if (place === undefined) return NO_SUCH;
  const text = lines(place).map((line) => `${line}\r\n`);
  return { opening: "Here comes the listing.", chunks: chunksOf(octetsOf(text.join(""))) };
}

function mlst(session: Session, pathname: string): Reply {
  const place = at(session, pathname);
  if (place === undefined) return NO_SUCH;
  return reply(250, `Listing ${pathnameOf(place.path)}`, ` ${mlstLine(place, viewOf(session))}`, "End");
}

/** Returns "the exact number of octets that would be transmitted", so it depends on the type (RFC 3659 §4). */
function size(session: Session, pathname: string): Reply {
  const node = at(session, pathname)?.node;
  if (node === undefined) return NO_SUCH;
  if (node.kind === "folder") return reply(550, "A directory has no size.");
  const size = transferSize(node.content, session.type);
  return size === undefined ? reply(550, "Not available for type ASCII.") : reply(213, String(size));
}

function mdtm(session: Session, pathname: string): Reply {
  const node = at(session, pathname)?.node;
  if (node === undefined) return NO_SUCH;
  if (node.kind === "folder") return reply(550, "Not a plain file.");
  return reply(213, timeVal(node.modified));
}

/** During a transfer the session handles ABOR itself: the 426 was sent before this. */
function abor({ data }: Session): Reply {
  data.close();
  return reply(226, "Closing data connection; abort successful.");
}

function at({ world, cwd }: Session, pathname: string): Place | undefined {
  return resolve(world.tree.root, cwd, pathname);
}

function viewOf(session: Session): View {
  return { facts: session.facts, mayWrite: mayWrite(session) };
}
