import { readChunks, toNetworkLines } from "../library/content.ts";
import type { Document } from "../tree.ts";
import type { Command, Outcome } from "./command.ts";
import { joinPath, resolve, resolveNewNode } from "./path.ts";
import { requireWrite } from "./permission.ts";
import { createReply, NO_DATA_PORT, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";
import { createLineConverter, createPassThrough, getTransferSize, type LineConverter } from "./text.ts";
import type { Sink } from "./transfer.ts";
import { Upload } from "./upload.ts";

/* RFC 959 §4.1.3: STOR, APPE, STOU. */

export const STORE_COMMANDS: readonly (readonly [string, Command])[] = [
  [
    "STOR",
    {
      argument: "<pathname>",
      transfers: true,
      run: requireWrite((session, pathname) => store(session, pathname, false)),
    },
  ],
  [
    "APPE",
    {
      argument: "<pathname>",
      transfers: true,
      run: requireWrite((session, pathname) => store(session, pathname, true)),
    },
  ],
  ["STOU", { argument: "", transfers: true, run: requireWrite(storeUnique) }],
];

const BUSY_REPLY: Reply = createReply(450, "File busy: it is being written.");
const NO_SPACE_REPLY: Reply = createReply(452, "No space left.");
const LIMIT_REACHED_REPLY: Reply = createReply(552, "No space left: the limit of this server is reached.");

/**
 * "If APPE (append) is permitted, it MUST act identically to STOR when a restart marker has been set" (RFC 3659 §5.3).
 */
function store(session: Session, pathname: string, append: boolean): Outcome {
  const { world, cwd, data, restart, type } = session;
  if (!data.isOpen) return NO_DATA_PORT;
  const { root } = world.tree;
  const before = resolve(root, cwd, pathname)?.node;
  if (before?.kind === "folder") return createReply(553, "Is a directory.");
  const place = resolveNewNode(root, cwd, pathname);
  if (place === undefined) return createReply(553, "No such directory, or invalid name.");
  const opening = "Opening data connection to store a document.";
  if (restart > 0) {
    // The size of a generated text is unknown, and so is an offset in it.
    const size = before === undefined ? 0 : (getTransferSize(before.content, type) ?? 0);
    if (before === undefined || restart > size)
      return createReply(554, "The restart marker is beyond the end.");
    return receive(session, place, opening, readHead(before, type, restart), true);
  }
  return receive(session, place, opening, append && before ? readChunks(before.content) : [], append);
}

/** Sends "125 FILE: pppp" or "150 FILE: pppp", and nothing else (RFC 1123 §4.1.2.9). */
function storeUnique(session: Session): Outcome {
  const { world, cwd, data } = session;
  if (!data.isOpen) return NO_DATA_PORT;
  const { tree } = world;
  for (let i = 1; ; i++) {
    const name = `unique-${i}`;
    const place = resolveNewNode(tree.root, cwd, name);
    if (place === undefined)
      return createReply(553, "The working directory no longer exists, or its path is too long.");
    if (resolve(tree.root, cwd, name) !== undefined || tree.isBusy(place)) continue;
    return receive(session, place, `FILE: ${joinPath(place)}`, [], false);
  }
}

/**
 * Receives a document over the data connection. An incomplete one leaves the tree unchanged, unless it continues an
 * existing document (`goesOn`): then the received bytes are kept, so that the client can continue.
 *
 * @param kept the existing bytes, with local line ends.
 */
function receive(
  { world, type, restart }: Session,
  path: readonly string[],
  opening: string,
  kept: Iterable<Uint8Array>,
  resumes: boolean,
): Outcome {
  const upload = Upload.begin(world.tree, path);
  if (upload === "busy") return BUSY_REPLY;
  if (upload === "full") return NO_SPACE_REPLY;
  const lines = type === "A" ? createLineConverter() : createPassThrough();
  try {
    for (const octets of kept) {
      // The kept part of a text is counted in network line ends, as the rest will be.
      if (upload.add(restart > 0 ? lines.convert(octets) : octets)) continue;
      upload.drop();
      return NO_SPACE_REPLY;
    }
  } catch {
    upload.drop();
    return createReply(450, "The existing document cannot be read.");
  }
  return { opening, sink: createSink(upload, lines, resumes) };
}

function createSink(upload: Upload, lines: LineConverter, resumes: boolean): Sink {
  let came = false;
  function breakOff(): void {
    if (resumes && came) {
      upload.add(lines.end());
      upload.keep();
    } else upload.drop();
  }
  return {
    take(octets) {
      if (!upload.add(lines.convert(octets))) return false;
      came = true;
      return true;
    },
    end() {
      if (upload.add(lines.end())) {
        upload.keep();
        return createReply(226, "Closing data connection; the document is stored.");
      }
      breakOff();
      return LIMIT_REACHED_REPLY;
    },
    full() {
      breakOff();
      return LIMIT_REACHED_REPLY;
    },
    abort: breakOff,
  };
}

/** Returns the bytes before the marker, as the current type would send them. */
function* readHead({ content }: Document, type: "A" | "I", count: number): Generator<Uint8Array> {
  let left = count;
  for (const chunk of type === "A" ? toNetworkLines(readChunks(content)) : readChunks(content)) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
