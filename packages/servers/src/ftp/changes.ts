import { formatTimeVal } from "../time-val.ts";
import type { Command } from "./command.ts";
import { quotePath, removeTrailingSlash, resolve, resolveNewNode } from "./path.ts";
import { requireWrite } from "./permission.ts";
import { createReply, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";

/* RFC 959 §4.1.3: DELE, RMD, MKD, RNFR, RNTO. MFMT is in no RFC, and behaves as on other servers. */

const RMD: Command = { argument: "<pathname>", run: requireWrite(removeFolder) };
const MKD: Command = { argument: "<pathname>", run: requireWrite(makeFolder) };

export const CHANGE_COMMANDS: readonly (readonly [string, Command])[] = [
  ["DELE", { argument: "<pathname>", run: requireWrite(remove) }],
  ["RMD", RMD],
  ["XRMD", RMD],
  ["MKD", MKD],
  ["XMKD", MKD],
  ["RNFR", { argument: "<pathname>", run: requireWrite(renameFrom) }],
  ["RNTO", { argument: "<pathname>", run: requireWrite(renameTo) }],
  ["MFMT", { argument: "<time-val pathname>", feature: "MFMT", run: requireWrite(setModified) }],
];

const DONE: Reply = createReply(250, "Requested file action okay, completed.");
const NO_SUCH: Reply = createReply(550, "No such file or directory.");

function remove({ world, cwd }: Session, pathname: string): Reply {
  const { tree } = world;
  const place = resolve(tree.root, cwd, pathname);
  if (place === undefined) return NO_SUCH;
  if (place.node.kind === "folder") return createReply(550, "Is a directory.");
  if (tree.isBusy(place.path)) return createReply(450, "File busy: it is being written.");
  tree.remove(place.path);
  return DONE;
}

function removeFolder({ world, cwd }: Session, pathname: string): Reply {
  const { tree } = world;
  const place = resolve(tree.root, cwd, pathname);
  if (place === undefined) return NO_SUCH;
  if (place.node.kind === "document") return createReply(550, "Not a directory.");
  if (place.path.length === 0) return createReply(550, "Cannot remove the root.");
  if (place.node.entries.size > 0) return createReply(550, "Directory not empty.");
  if (tree.isBusy(place.path))
    return createReply(550, "Directory not empty: something is being written there.");
  tree.remove(place.path);
  return DONE;
}

function makeFolder({ world, cwd }: Session, pathname: string): Reply {
  const { tree } = world;
  const path = resolveNewNode(tree.root, cwd, removeTrailingSlash(pathname));
  const there = resolve(tree.root, cwd, pathname)?.node ?? (path && tree.at(path));
  if (there !== undefined)
    return createReply(550, there.kind === "folder" ? "Directory exists." : "File exists.");
  if (path === undefined) return createReply(550, "No such directory, or invalid name.");
  if (tree.isBusy(path)) return createReply(550, "File exists: it is being written.");
  if (!tree.makeFolder(path)) return createReply(552, "No space left: the limit of this server is reached.");
  return createReply(257, `${quotePath(path)} created.`);
}

function renameFrom(session: Session, pathname: string): Reply {
  const { tree } = session.world;
  const place = resolve(tree.root, session.cwd, pathname);
  if (place === undefined) return NO_SUCH;
  if (place.path.length === 0) return createReply(550, "Cannot rename the root.");
  if (tree.isBusy(place.path)) return createReply(450, "File busy: it is being written.");
  session.renaming = place.path;
  return createReply(350, "Ready for the new name.");
}

/** RNTO can replace a document, as on Unix, but not a directory. */
function renameTo({ world, cwd, renaming }: Session, pathname: string): Reply {
  const { tree } = world;
  if (renaming === undefined) return createReply(503, "Bad sequence of commands: RNFR comes first.");
  const node = tree.at(renaming);
  if (node === undefined || tree.isBusy(renaming))
    return createReply(553, "The file to rename no longer exists, or is busy.");
  const isFolder = node.kind === "folder";
  const path = resolveNewNode(tree.root, cwd, isFolder ? removeTrailingSlash(pathname) : pathname);
  if (path === undefined) return createReply(553, "No such directory, or invalid name.");
  const there = tree.at(path);
  if (there === node) return DONE;
  if (there?.kind === "folder") return createReply(553, "Directory exists.");
  if (there !== undefined && isFolder) return createReply(553, "File exists.");
  if (tree.isBusy(path)) return createReply(553, "File exists: it is being written.");
  if (renaming.every((name, i) => name === path[i]))
    return createReply(553, "Cannot move a directory into itself.");
  tree.move(renaming, path);
  return DONE;
}

/** Parses time-val SP pathname (draft-somers-ftp-mfxx §3.1). */
function setModified({ world, cwd }: Session, argument: string): Reply {
  const space = argument.indexOf(" ");
  const time = parseTimeVal(space < 0 ? "" : argument.slice(0, space));
  const pathname = argument.slice(space + 1);
  if (time === undefined || pathname === "")
    return createReply(501, "MFMT takes YYYYMMDDHHMMSS and a pathname.");
  const place = resolve(world.tree.root, cwd, pathname);
  if (place === undefined) return NO_SUCH;
  world.tree.touch(place.path, time);
  return createReply(213, `Modify=${formatTimeVal(time)}; ${pathname}`);
}

/** Checks time-val = 14DIGIT [ "." 1*DIGIT ], for an existing date and time (RFC 3659 §2.3). */
function parseTimeVal(text: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{1,9})?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // Date accepts the 30th of February as the 1st or 2nd of March.
  return Number.isNaN(time.getTime()) || formatTimeVal(time) !== text.slice(0, 14) ? undefined : time;
}
