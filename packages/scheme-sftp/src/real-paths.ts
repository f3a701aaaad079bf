import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { copyBytes, type Exchange } from "@anyurl/core/exchange";
import {
  DRAFT,
  expectReply,
  type PathRequest,
  type Reply,
  type SftpDialogue,
  unexpected,
} from "./dialogue.ts";
import { kindOf } from "./exchange.ts";
import { type FileAttributes, PACKET } from "./packet.ts";
import { readStatus, STATUS } from "./status.ts";

/** Where a link leads after all links on the way: to names below its tree, or why it is not followed. */
export type LinkEnd =
  | { readonly names: readonly string[]; readonly attributes: FileAttributes }
  | { readonly problem: string };

/** Why a link is not followed. */
export const LINK_PROBLEM = {
  OUTSIDE: "the link leads out of the tree",
  NOTHING: "the link leads to nothing",
  UNKNOWN: "the source does not tell where the link leads",
  DEEP: "the link leads to more nested directories than the limit maxDepth",
} as const;

type Problem = (typeof LINK_PROBLEM)[keyof typeof LINK_PROBLEM];

/** A path, or the code of a status. */
type PathAnswer = Uint8Array | number;

/** Asks for the path of a file without links. */
export function askRealPath(path: Uint8Array): PathRequest {
  return { type: PACKET.REALPATH, path, cite: `${DRAFT} §6.11` };
}

/** Returns the path in a reply to READLINK or REALPATH, or the code of the status if the server refuses. */
export function readPath(reply: Reply): PathAnswer {
  const status = readRefusal(reply);
  if (status !== undefined) return status;
  const reader = expectReply(reply, PACKET.NAME);
  if (reader.uint32() !== 1)
    throw new AccessError("protocol-error", "the server sent another number of paths than one");
  return copyBytes(reader.string());
}

/**
 * Finds where links lead in a tree. The server says it (REALPATH), but some servers do not follow links there: so no
 * directory on the way from the tree may be a link, as LSTAT says. These are the paths that are opened later.
 *
 * @param tree the path of the tree. @param root, real its real path, and those of the links.
 */
export function* findLinkEnds(
  dialogue: SftpDialogue,
  tree: Uint8Array,
  root: PathAnswer,
  real: readonly PathAnswer[],
): Exchange<never, readonly LinkEnd[]> {
  const { maxDepth } = dialogue.limits;
  const places = real.map((each) => findNames(root, each, maxDepth));
  const steps = places.map((place) => (typeof place === "string" ? [] : toSteps(tree, place)));
  const paths = [...new Set(steps.flat())];
  const asked = paths.map((path) => ({
    // The tree itself can be a link: the caller has named it.
    type: path === textOf(tree) ? PACKET.STAT : PACKET.LSTAT,
    path: octetsOf(path),
    cite: `${DRAFT} §6.8`,
  }));
  const found = yield* dialogue.askEach(asked, readAttributes);
  const byPath = new Map(paths.map((path, i) => [path, found[i]!]));
  return places.map((place, i): LinkEnd => {
    if (typeof place === "string") return { problem: place };
    const attributes = checkSteps(steps[i]!.map((path) => byPath.get(path)!));
    return typeof attributes === "string" ? { problem: attributes } : { names: place, attributes };
  });
}

/** Returns the names between two real paths, or the problem. */
function findNames(root: PathAnswer, real: PathAnswer, maxDepth: number): readonly string[] | Problem {
  if (real === STATUS.NO_SUCH_FILE) return LINK_PROBLEM.NOTHING;
  const [above, names] = [toNames(root), toNames(real)];
  if (above === undefined || names === undefined) return LINK_PROBLEM.UNKNOWN;
  if (!above.every((name, i) => names[i] === name)) return LINK_PROBLEM.OUTSIDE;
  const below = names.slice(above.length);
  // One more for a file in the deepest directory.
  return below.length > maxDepth + 1 ? LINK_PROBLEM.DEEP : below;
}

/** Returns the names of an absolute path; `undefined` if it is another one, or is not canonical. */
function toNames(answer: PathAnswer): readonly string[] | undefined {
  if (typeof answer === "number") return undefined;
  const text = textOf(answer);
  if (!text.startsWith("/")) return undefined;
  const names = text === "/" ? [] : text.slice(1).split("/");
  return names.some((name) => /^\.{0,2}$|\0/.test(name)) ? undefined : names;
}

/** Returns the paths of all directories below the tree that lead to a place in it, and its own. */
function toSteps(tree: Uint8Array, names: readonly string[]): readonly string[] {
  const root = textOf(tree);
  if (names.length === 0) return [root];
  const base = root.endsWith("/") ? root : `${root}/`;
  return names.map((_, i) => base + names.slice(0, i + 1).join("/"));
}

/** Returns the attributes of the last step, or why the steps do not lead there without links. */
function checkSteps(steps: readonly (FileAttributes | number)[]): FileAttributes | Problem {
  for (const [i, step] of steps.entries()) {
    if (typeof step === "number")
      return step === STATUS.NO_SUCH_FILE ? LINK_PROBLEM.NOTHING : LINK_PROBLEM.UNKNOWN;
    const kind = kindOf(step);
    const isLast = i === steps.length - 1;
    const isReal = isLast ? kind !== "link" && step.mode !== undefined : kind === "directory";
    if (!isReal) return LINK_PROBLEM.UNKNOWN;
  }
  return steps.at(-1) as FileAttributes;
}

function readAttributes(reply: Reply): FileAttributes | number {
  return readRefusal(reply) ?? expectReply(reply, PACKET.ATTRS).attributes();
}

/** Returns the code of a status; `undefined` for another reply. */
function readRefusal(reply: Reply): number | undefined {
  if (reply.type !== PACKET.STATUS) return undefined;
  const { code } = readStatus(reply.reader);
  if (code === STATUS.OK) throw unexpected();
  return code;
}
