import { chunksOf, networkLines } from "./content.ts";
import type { Command, Outcome } from "./ftp-commands.ts";
import { newPlace, pathnameOf, resolve } from "./ftp-path.ts";
import { writing } from "./ftp-permission.ts";
import { NO_DATA_PORT, type Reply, reply } from "./ftp-reply.ts";
import type { Session } from "./ftp-session.ts";
import { asSent, type LocalLines, localLines, transferSize } from "./ftp-text.ts";
import type { Sink } from "./ftp-transfer.ts";
import { Upload } from "./ftp-upload.ts";
import type { Document } from "./tree.ts";

/* RFC 959 §4.1.3: STOR, APPE, STOU. */

export const STORE_COMMANDS: readonly (readonly [string, Command])[] = [
  [
    "STOR",
    {
      argument: "<pathname>",
      transfers: true,
      run: writing((session, pathname) => store(session, pathname, false)),
    },
  ],
  [
    "APPE",
    {
      argument: "<pathname>",
      transfers: true,
      run: writing((session, pathname) => store(session, pathname, true)),
    },
  ],
  ["STOU", { argument: "", transfers: true, run: writing(storeUnique) }],
];

const BUSY: Reply = reply(450, "File busy: it is being written.");
const NO_ROOM: Reply = reply(452, "No room left.");
const NO_ROOM_FOR_MORE: Reply = reply(552, "No room left: the limit of this server is reached.");

/**
 * "If APPE (append) is permitted, it MUST act identically to STOR when a restart marker has been set" (RFC 3659 §5.3).
 */
function store(session: Session, pathname: string, append: boolean): Outcome {
  const { world, cwd, data, restart, type } = session;
  if (!data.isOpen) return NO_DATA_PORT;
  const { root } = world.tree;
  const before = resolve(root, cwd, pathname)?.node;
  if (before?.kind === "folder") return reply(553, "Is a directory.");
  const place = newPlace(root, cwd, pathname);
  if (place === undefined) return reply(553, "No such directory, or a name that cannot be.");
  const opening = "Opening data connection to store a document.";
  if (restart > 0) {
    // Of a text that is made while it is sent the size is not known, and so no place within it.
    const size = before === undefined ? 0 : (transferSize(before.content, type) ?? 0);
    if (before === undefined || restart > size) return reply(554, "The restart marker is beyond the end.");
    return receive(session, place, opening, head(before, type, restart), true);
  }
  return receive(session, place, opening, append && before ? chunksOf(before.content) : [], append);
}

/** "125 FILE: pppp" or "150 FILE: pppp", and nothing else (RFC 1123 §4.1.2.9). */
function storeUnique(session: Session): Outcome {
  const { world, cwd, data } = session;
  if (!data.isOpen) return NO_DATA_PORT;
  const { tree } = world;
  for (let i = 1; ; i++) {
    const name = `unique-${i}`;
    const place = newPlace(tree.root, cwd, name);
    if (place === undefined) return reply(553, "The working directory is no more, or its path is too long.");
    if (resolve(tree.root, cwd, name) !== undefined || tree.isBusy(place)) continue;
    return receive(session, place, `FILE: ${pathnameOf(place)}`, [], false);
  }
}

/**
 * Takes a document over the data connection. One that breaks off leaves the tree as it was, unless it goes on from
 * what is there (`goesOn`): then what has come is kept, for the client to go on from.
 *
 * @param kept what is there already, in the lines of this machine.
 */
function receive(
  { world, type, restart }: Session,
  path: readonly string[],
  opening: string,
  kept: Iterable<Uint8Array>,
  goesOn: boolean,
): Outcome {
  const upload = Upload.begin(world.tree, path);
  if (upload === "busy") return BUSY;
  if (upload === "full") return NO_ROOM;
  const lines = type === "A" ? localLines() : asSent();
  try {
    for (const octets of kept) {
      // What is kept of a text up to a marker is in the network's lines, as the rest of it will be.
      if (upload.add(restart > 0 ? lines.turn(octets) : octets)) continue;
      upload.drop();
      return NO_ROOM;
    }
  } catch {
    upload.drop();
    return reply(450, "What is there cannot be read.");
  }
  return { opening, sink: sinkOf(upload, lines, goesOn) };
}

function sinkOf(upload: Upload, lines: LocalLines, goesOn: boolean): Sink {
  let came = false;
  function breakOff(): void {
    if (goesOn && came) {
      upload.add(lines.end());
      upload.keep();
    } else upload.drop();
  }
  return {
    take(octets) {
      if (!upload.add(lines.turn(octets))) return false;
      came = true;
      return true;
    },
    end() {
      if (upload.add(lines.end())) {
        upload.keep();
        return reply(226, "Closing data connection; the document is stored.");
      }
      breakOff();
      return NO_ROOM_FOR_MORE;
    },
    full() {
      breakOff();
      return NO_ROOM_FOR_MORE;
    },
    breakOff,
  };
}

/** The octets up to the marker, as this type would send them. */
function* head({ content }: Document, type: "A" | "I", count: number): Generator<Uint8Array> {
  let left = count;
  for (const chunk of type === "A" ? networkLines(chunksOf(content)) : chunksOf(content)) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
