import { octetsOf } from "@anyurl/core";
import { readChunks, skipBytes, toNetworkLines } from "../library/content.ts";
import { formatTimeVal } from "../time-val.ts";
import type { Command, Outcome } from "./command.ts";
import { formatList, formatMlsd, formatMlst, formatNames, type View } from "./listings.ts";
import { isFolder, joinPath, type ResolvedNode, resolve } from "./path.ts";
import { canWrite } from "./permission.ts";
import { createReply, NO_DATA_PORT, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";
import { getTransferSize } from "./text.ts";

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

const NO_SUCH: Reply = createReply(550, "No such file or directory.");

function retr(session: Session, pathname: string): Outcome {
  const { data, restart, type } = session;
  if (!data.isOpen) return NO_DATA_PORT;
  const node = resolvePath(session, pathname)?.node;
  if (node === undefined) return NO_SUCH;
  if (node.kind === "folder") return createReply(550, "Not a plain file.");
  const size = getTransferSize(node.content, type);
  if (size !== undefined && restart > size) return createReply(554, "The restart marker is beyond the end.");
  const chunks = type === "A" ? toNetworkLines(readChunks(node.content)) : readChunks(node.content);
  const octets = size === undefined ? "" : ` (${size} bytes)`;
  return { opening: `Opening data connection for a document${octets}.`, chunks: skipBytes(chunks, restart) };
}

function list(session: Session, argument: string): Outcome {
  // "-a" and similar are options of ls: clients send them, although no RFC defines them. An existing name has priority.
  const options = argument.startsWith("-") && resolvePath(session, argument) === undefined;
  const space = argument.indexOf(" ");
  const pathname = options ? (space < 0 ? "" : argument.slice(space + 1)) : argument;
  return sendListing(session, pathname, formatList);
}

function nlst(session: Session, pathname: string): Outcome {
  // RFC 1123 §4.1.2.7 requires pathnames that later commands can use; plain names work only after a CWD.
  const prefix = session.world.nlst === "names" || pathname === "" ? "" : pathname.replace(/\/?$/, "/");
  return sendListing(session, pathname, (place) => formatNames(place, prefix));
}

function mlsd(session: Session, pathname: string): Outcome {
  const place = resolvePath(session, pathname);
  if (place !== undefined && !isFolder(place)) return createReply(501, "Not a directory.");
  return sendListing(session, pathname, () =>
    isFolder(place) ? formatMlsd(place, createView(session)) : [],
  );
}

function sendListing(
  session: Session,
  pathname: string,
  lines: (place: ResolvedNode) => readonly string[],
): Outcome {
  if (!session.data.isOpen) return NO_DATA_PORT;
  const place = resolvePath(session, pathname);
  if (place === undefined) return NO_SUCH;
  const text = lines(place).map((line) => `${line}\r\n`);
  return { opening: "Here comes the listing.", chunks: readChunks(octetsOf(text.join(""))) };
}

function mlst(session: Session, pathname: string): Reply {
  const place = resolvePath(session, pathname);
  if (place === undefined) return NO_SUCH;
  return createReply(
    250,
    `Listing ${joinPath(place.path)}`,
    ` ${formatMlst(place, createView(session))}`,
    "End",
  );
}

/** Returns "the exact number of octets that would be transmitted", so it depends on the type (RFC 3659 §4). */
function size(session: Session, pathname: string): Reply {
  const node = resolvePath(session, pathname)?.node;
  if (node === undefined) return NO_SUCH;
  if (node.kind === "folder") return createReply(550, "A directory has no size.");
  const size = getTransferSize(node.content, session.type);
  return size === undefined
    ? createReply(550, "Not available for type ASCII.")
    : createReply(213, String(size));
}

function mdtm(session: Session, pathname: string): Reply {
  const node = resolvePath(session, pathname)?.node;
  if (node === undefined) return NO_SUCH;
  if (node.kind === "folder") return createReply(550, "Not a plain file.");
  return createReply(213, formatTimeVal(node.modified));
}

/** During a transfer the session handles ABOR itself: the 426 was sent before this. */
function abor({ data }: Session): Reply {
  data.close();
  return createReply(226, "Closing data connection; abort successful.");
}

function resolvePath({ world, cwd }: Session, pathname: string): ResolvedNode | undefined {
  return resolve(world.tree.root, cwd, pathname);
}

function createView(session: Session): View {
  return { facts: session.facts, mayWrite: canWrite(session) };
}
