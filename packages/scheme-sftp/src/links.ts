import { AccessError } from "@anyurl/core";
import { copyBytes, type Exchange, joinBytes } from "@anyurl/core/exchange";
import { DRAFT, expectReply, type Reply, type SftpDialogue, unexpected } from "./dialogue.ts";
import { directoryError, existsError, explain, type FileKind, kindOf, renamePath } from "./exchange.ts";
import { type FileAttributes, PACKET, string } from "./packet.ts";
import { readStatus, STATUS } from "./status.ts";

const CITE = `${DRAFT} §6.10`;
const SLASH = 0x2f;

/** An entry of a directory. */
export interface Listed {
  /** The bytes of the name. */
  readonly name: Uint8Array;
  readonly attributes: FileAttributes;
  /** The bytes of the target, if it is a symbolic link and the server tells it. */
  readonly linkTarget?: Uint8Array;
}

/** Adds the targets of the symbolic links to entries of a directory. A link that the server does not read has none. */
export function* readLinks(
  dialogue: SftpDialogue,
  directory: Uint8Array,
  entries: readonly Listed[],
): Exchange<never, readonly Listed[]> {
  const known: Listed[] = [];
  const waiting: (readonly [id: number | undefined, entry: Listed])[] = [];
  const finish = function* (): Exchange<never> {
    const [id, entry] = waiting.shift()!;
    const linkTarget = id === undefined ? undefined : toTarget(yield* dialogue.receive(id));
    known.push(linkTarget === undefined ? entry : { ...entry, linkTarget });
  };
  for (const entry of entries) {
    if (waiting.length >= dialogue.requests) yield* finish();
    const isRead = kindOf(entry.attributes) === "link" && isName(entry.name);
    const id = isRead ? yield* sendReadLink(dialogue, joinPath(directory, entry.name)) : undefined;
    waiting.push([id, entry]);
  }
  while (waiting.length > 0) yield* finish();
  return known;
}

function sendReadLink(dialogue: SftpDialogue, path: Uint8Array): Exchange<never, number> {
  return dialogue.send(PACKET.READLINK, [string(path)], { cite: CITE });
}

/** Returns the target in a reply to READLINK; `undefined` if the server refuses. */
function toTarget(reply: Reply): Uint8Array | undefined {
  if (reply.type === PACKET.STATUS) {
    if (readStatus(reply.reader).code === STATUS.OK) throw unexpected();
    return undefined;
  }
  const reader = expectReply(reply, PACKET.NAME);
  if (reader.uint32() !== 1)
    throw new AccessError("protocol-error", "the server sent another number of link targets than one");
  return copyBytes(reader.string());
}

function isName(name: Uint8Array): boolean {
  return name.length > 0 && !name.includes(SLASH) && !name.includes(0);
}

function joinPath(directory: Uint8Array, name: Uint8Array): Uint8Array {
  const slash = directory.at(-1) === SLASH ? [] : [Uint8Array.of(SLASH)];
  return joinBytes([directory, ...slash, name]);
}

/**
 * Creates a symbolic link, in place of an existing file or link.
 *
 * @param temporary a path in the same directory. The link has it until it takes the place of another file.
 * @throws {AccessError} is-a-directory; already-exists: the existing file is of another kind; not-found,
 *   permission-denied.
 */
export function* makeLink(
  dialogue: SftpDialogue,
  path: Uint8Array,
  target: Uint8Array,
  temporary: Uint8Array,
): Exchange<never> {
  yield* dialogue.begin();
  const existing = yield* findKind(dialogue, path);
  if (existing === undefined) return yield* createLink(dialogue, path, target);
  if (existing === "directory") throw directoryError();
  if (existing === "unknown") throw existsError(existing)!;
  yield* createLink(dialogue, temporary, target);
  try {
    if (!dialogue.renamesOver) yield* removePath(dialogue, path);
    yield* renamePath(dialogue, temporary, path);
  } catch (error) {
    yield* removePath(dialogue, temporary);
    throw error;
  }
}

/** Returns the kind of a file itself, also of a link; `undefined` if it does not exist. */
function* findKind(dialogue: SftpDialogue, path: Uint8Array): Exchange<never, FileKind | undefined> {
  try {
    const reader = yield* dialogue.ask(PACKET.LSTAT, [string(path)], PACKET.ATTRS, { cite: `${DRAFT} §6.8` });
    return kindOf(reader.attributes());
  } catch (error) {
    if ((error as AccessError).replyCode === STATUS.NO_SUCH_FILE) return undefined;
    throw error;
  }
}

/** Creates a link where nothing is, and checks that the server has understood which path is which. */
function* createLink(dialogue: SftpDialogue, path: Uint8Array, target: Uint8Array): Exchange<never> {
  const paths = dialogue.isOpenSsh ? [target, path] : [path, target];
  try {
    yield* dialogue.do(PACKET.SYMLINK, paths.map(string), { cite: CITE });
  } catch (error) {
    throw yield* explain(dialogue, path, error, existsError);
  }
  const made = toTarget(yield* dialogue.receive(yield* sendReadLink(dialogue, path)));
  if (made?.length !== target.length || made.some((octet, i) => octet !== target[i]))
    throw new AccessError("protocol-error", "the server created a link with another target");
}

function removePath(dialogue: SftpDialogue, path: Uint8Array): Exchange<never> {
  return dialogue.do(PACKET.REMOVE, [string(path)], { cite: `${DRAFT} §6.5` });
}
