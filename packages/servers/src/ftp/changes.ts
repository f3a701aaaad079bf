import { timeVal } from "../time-val.ts";
import type { Command } from "./commands.ts";
import { newPlace, quoted, resolve, withoutSlash } from "./path.ts";
import { writing } from "./permission.ts";
import { type Reply, reply } from "./reply.ts";
import type { Session } from "./session.ts";

/* RFC 959 §4.1.3: DELE, RMD, MKD, RNFR, RNTO. MFMT is in no RFC, and behaves as on other servers. */

const RMD: Command = { argument: "<pathname>", run: writing(removeFolder) };
const MKD: Command = { argument: "<pathname>", run: writing(makeFolder) };

export const CHANGE_COMMANDS: readonly (readonly [string, Command])[] = [
  ["DELE", { argument: "<pathname>", run: writing(remove) }],
  ["RMD", RMD],
  ["XRMD", RMD],
  ["MKD", MKD],
  ["XMKD", MKD],
  ["RNFR", { argument: "<pathname>", run: writing(renameFrom) }],
  ["RNTO", { argument: "<pathname>", run: writing(renameTo) }],
  ["MFMT", { argument: "<time-val pathname>", feature: "MFMT", run: writing(modify) }],
];

const DONE: Reply = reply(250, "Requested file action okay, completed.");
const NO_SUCH: Reply = reply(550, "No such file or directory.");

function remove({ world, cwd }: Session, pathname: string): Reply {
  const { tree } = world;
  const place = resolve(tree.root, cwd, pathname);
  if (place === undefined) return NO_SUCH;
  if (place.node.kind === "folder") return reply(550, "Is a directory.");
  if (tree.isBusy(place.path)) return reply(450, "File busy: it is being written.");
  tree.remove(place.path);
  return DONE;
}

function removeFolder({ world, cwd }: Session, pathname: string): Reply {
  const { tree } = world;
  const place = resolve(tree.root, cwd, pathname);
  if (place === undefined) return NO_SUCH;
  if (place.node.kind === "document") return reply(550, "Not a directory.");
  if (place.path.length === 0) return reply(550, "Cannot remove the root.");
  if (place.node.entries.size > 0) return reply(550, "Directory not empty.");
  if (tree.isBusy(place.path)) return reply(550, "Directory not empty: something is being written there.");
  tree.remove(place.path);
  return DONE;
}

function makeFolder({ world, cwd }: Session, pathname: string): Reply {
  const { tree } = world;
  const path = newPlace(tree.root, cwd, withoutSlash(pathname));
  const there = resolve(tree.root, cwd, pathname)?.node ?? (path && tree.at(path));
  if (there !== undefined) return reply(550, there.kind === "folder" ? "Directory exists." : "File exists.");
  if (path === undefined) return reply(550, "No such directory, or invalid name.");
  if (tree.isBusy(path)) return reply(550, "File exists: it is being written.");
  if (!tree.makeFolder(path)) return reply(552, "No space left: the limit of this server is reached.");
  return reply(257, `${quoted(path)} created.`);
}

function renameFrom(session: Session, pathname: string): Reply {
  const { tree } = session.world;
  const place = resolve(tree.root, session.cwd, pathname);
  if (place === undefined) return NO_SUCH;
  if (place.path.length === 0) return reply(550, "Cannot rename the root.");
  if (tree.isBusy(place.path)) return reply(450, "File busy: it is being written.");
  session.renaming = place.path;
  return reply(350, "Ready for the new name.");
}

/** RNTO can replace a document, as on Unix, but not a directory. */
function renameTo({ world, cwd, renaming }: Session, pathname: string): Reply {
  const { tree } = world;
  if (renaming === undefined) return reply(503, "Bad sequence of commands: RNFR comes first.");
  const node = tree.at(renaming);
  if (node === undefined || tree.isBusy(renaming))
    return reply(553, "The file to rename no longer exists, or is busy.");
  const isFolder = node.kind === "folder";
  const path = newPlace(tree.root, cwd, isFolder ? withoutSlash(pathname) : pathname);
  if (path === undefined) return reply(553, "No such directory, or invalid name.");
  const there = tree.at(path);
  if (there === node) return DONE;
  if (there?.kind === "folder") return reply(553, "Directory exists.");
  if (there !== undefined && isFolder) return reply(553, "File exists.");
  if (tree.isBusy(path)) return reply(553, "File exists: it is being written.");
  if (renaming.every((name, i) => name === path[i]))
    return reply(553, "Cannot move a directory into itself.");
  tree.move(renaming, path);
  return DONE;
}

/** Parses time-val SP pathname (draft-somers-ftp-mfxx §3.1). */
function modify({ world, cwd }: Session, argument: string): Reply {
  const space = argument.indexOf(" ");
  const time = timeOf(space < 0 ? "" : argument.slice(0, space));
  const pathname = argument.slice(space + 1);
  if (time === undefined || pathname === "") return reply(501, "MFMT takes YYYYMMDDHHMMSS and a pathname.");
  const place = resolve(world.tree.root, cwd, pathname);
  if (place === undefined) return NO_SUCH;
  world.tree.touch(place.path, time);
  return reply(213, `Modify=${timeVal(time)}; ${pathname}`);
}

/** Checks time-val = 14DIGIT [ "." 1*DIGIT ], for an existing date and time (RFC 3659 §2.3). */
function timeOf(text: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{1,9})?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // Date accepts the 30th of February as the 1st or 2nd of March.
  return Number.isNaN(time.getTime()) || timeVal(time) !== text.slice(0, 14) ? undefined : time;
}
