import { AccessError } from "@anyurl/core";
import { type Exchange, joinBytes } from "@anyurl/core/exchange";
import { DRAFT, type SftpDialogue } from "./dialogue.ts";
import { directoryError, existsError, explain, type FileKind, kindOf, renamePath } from "./exchange.ts";
import { type FileAttributes, PACKET, string } from "./packet.ts";
import { askRealPath, findLinkEnds, type LinkEnd, readPath } from "./real-paths.ts";
import { STATUS } from "./status.ts";

const CITE = `${DRAFT} §6.10`;
const SLASH = 0x2f;

/** An entry of a directory. */
export interface Listed {
  /** The bytes of the name. */
  readonly name: Uint8Array;
  readonly attributes: FileAttributes;
  /** The bytes of the target, if it is a symbolic link and the server tells it. */
  readonly linkTarget?: Uint8Array;
  /** Where it really leads, if it is a symbolic link and its tree is known. */
  readonly end?: LinkEnd;
}

/** How the links of a directory are read. */
export interface LinkReading {
  /** The path of the tree in which they are followed. Absent: only their targets are read. */
  readonly tree: Uint8Array | undefined;
  /** Counts bytes of the listing. */
  readonly count: (octets: number) => void;
}

/** Adds the targets of the symbolic links to entries of a directory. A link that the server does not read has none. */
export function* readLinks(
  dialogue: SftpDialogue,
  directory: Uint8Array,
  entries: readonly Listed[],
  { tree, count }: LinkReading,
): Exchange<never, readonly Listed[]> {
  const links = entries.filter(({ name, attributes }) => kindOf(attributes) === "link" && isName(name));
  if (links.length === 0) return entries;
  const paths = links.map(({ name }) => joinPath(directory, name));
  const realPaths = tree === undefined ? [] : [tree, ...paths].map(askRealPath);
  const asked = [...paths.map((path) => ({ type: PACKET.READLINK, path, cite: CITE })), ...realPaths];
  const answers = yield* dialogue.askEach(asked, (reply) => {
    const answer = readPath(reply);
    if (typeof answer !== "number") count(answer.length);
    return answer;
  });
  const [root, ...real] = answers.slice(links.length);
  const ends = tree === undefined ? [] : yield* findLinkEnds(dialogue, tree, root!, real);
  const known = new Map(links.map((link, i) => [link, addAnswers(link, answers[i]!, ends[i])]));
  return entries.map((entry) => known.get(entry) ?? entry);
}

function addAnswers(link: Listed, target: Uint8Array | number, end: LinkEnd | undefined): Listed {
  return {
    ...link,
    ...(typeof target !== "number" && { linkTarget: target }),
    ...(end !== undefined && { end }),
  };
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
  if (existing === "directory") throw directoryError("add a name");
  if (existing === "unknown") throw existsError(existing)!;
  yield* createLink(dialogue, temporary, target);
  try {
    if (!dialogue.renamesOver) yield* removePath(dialogue, path);
    yield* renamePath(dialogue, temporary, path);
  } catch (error) {
    try {
      yield* removePath(dialogue, temporary);
    } catch {
      // The first error says more.
    }
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

/**
 * Creates a link where nothing is. OpenSSH takes the two paths in another order than the draft, and so do servers that do
 * not tell it, such as Paramiko. So a look at the link shows the order; a link that was created at the target is removed.
 */
function* createLink(dialogue: SftpDialogue, path: Uint8Array, target: Uint8Array): Exchange<never> {
  let failure: unknown;
  for (const isTargetFirst of dialogue.isOpenSsh ? [true] : [false, true]) {
    const paths = isTargetFirst ? [target, path] : [path, target];
    try {
      yield* dialogue.do(PACKET.SYMLINK, paths.map(string), { cite: CITE });
    } catch (error) {
      failure ??= yield* explain(dialogue, path, error, existsError);
      // In the other order, the existing target was to be the link.
      if ((failure as AccessError).replyCode !== STATUS.FAILURE) throw failure;
      continue;
    }
    const made = yield* readLink(dialogue, path);
    if (isEqual(made, target)) return;
    failure ??= new AccessError("protocol-error", "the server created a link with another target");
    if (typeof made !== "number" || !isEqual(yield* readLink(dialogue, target), path)) break;
    yield* removePath(dialogue, target);
  }
  throw failure;
}

/** Returns the target of a link, or the code of the status. */
function* readLink(dialogue: SftpDialogue, path: Uint8Array): Exchange<never, Uint8Array | number> {
  const [target] = yield* dialogue.askEach([{ type: PACKET.READLINK, path, cite: CITE }], readPath);
  return target!;
}

function isEqual(made: Uint8Array | number, wanted: Uint8Array): boolean {
  return (
    typeof made !== "number" && made.length === wanted.length && made.every((octet, i) => octet === wanted[i])
  );
}

function removePath(dialogue: SftpDialogue, path: Uint8Array): Exchange<never> {
  return dialogue.do(PACKET.REMOVE, [string(path)], { cite: `${DRAFT} §6.5` });
}
