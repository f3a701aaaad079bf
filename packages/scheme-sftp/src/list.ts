import { AccessError, textOf } from "@anyurl/core";
import { copyBytes, type Exchange, listingTooLargeError } from "@anyurl/core/exchange";
import { DRAFT, expectReply, type SftpDialogue, type Shown, unexpected } from "./dialogue.ts";
import { kindOf, readHandle, stat, TYPE_BITS } from "./exchange.ts";
import { type Listed, readLinks } from "./links.ts";
import { type FileAttributes, PACKET, string } from "./packet.ts";
import { readStatus, STATUS, statusError } from "./status.ts";

/** How a directory is listed. */
export interface ListInit {
  /** The path of the tree in which its links are followed. */
  readonly tree?: Uint8Array | undefined;
  readonly part?: string | undefined;
}

/**
 * Lists a directory, without "." and "..".
 *
 * @throws {AccessError} not-a-directory, not-found, permission-denied, too-large: maxListing, maxEntries.
 */
export function* list(
  dialogue: SftpDialogue,
  path: Uint8Array,
  { tree, part }: ListInit = {},
): Exchange<Listed> {
  yield* dialogue.begin();
  const { maxEntries, maxListing } = dialogue.limits;
  const shown = { cite: `${DRAFT} §6.7` };
  const handle = yield* openDirectory(dialogue, path, { ...shown, ...(part !== undefined && { part }) });
  let octets = 0;
  const measure = (more: number) => {
    octets += more;
    if (octets > maxListing) throw listingTooLargeError("bytes", "maxListing", maxListing);
  };
  for (let count = 0; ; ) {
    const id = yield* dialogue.send(PACKET.READDIR, [handle], shown);
    const reply = yield* dialogue.receive(id, "body");
    if (reply.type === PACKET.STATUS) {
      const status = readStatus(reply.reader);
      if (status.code === STATUS.EOF) break;
      throw status.code === STATUS.OK ? unexpected() : statusError(status);
    }
    const reader = expectReply(reply, PACKET.NAME);
    const entries = reader.uint32();
    // Some servers end a listing like this. One that went on would never have to end.
    if (entries === 0) break;
    const listed: Listed[] = [];
    for (let i = 0; i < entries; i++) {
      const name = copyBytes(reader.string());
      const line = reader.string();
      const attributes = addType(reader.attributes(), line);
      measure(name.length + line.length);
      if (isDots(name)) continue;
      if (++count > maxEntries) throw listingTooLargeError("entries", "maxEntries", maxEntries);
      listed.push({ name, attributes });
    }
    for (const entry of yield* readLinks(dialogue, path, listed, { tree, count: measure }))
      yield { do: "emit", event: entry };
  }
  yield* dialogue.do(PACKET.CLOSE, [handle], { cite: `${DRAFT} §6.3` });
}

function* openDirectory(dialogue: SftpDialogue, path: Uint8Array, shown: Shown): Exchange<never, Uint8Array> {
  try {
    return string(readHandle(yield* dialogue.ask(PACKET.OPENDIR, [string(path)], PACKET.HANDLE, shown)));
  } catch (error) {
    // OpenSSH reports a file as NO_SUCH_FILE or FAILURE.
    const { replyCode } = error as AccessError;
    if (replyCode !== STATUS.FAILURE && replyCode !== STATUS.NO_SUCH_FILE) throw error;
    let found: FileAttributes;
    try {
      found = yield* stat(dialogue, path);
    } catch {
      throw error;
    }
    // Without a mode, the server does not tell what it is.
    if (found.mode === undefined || kindOf(found) === "directory") throw error;
    throw new AccessError("not-a-directory", "the path is not a directory", { hint: "use get" });
  }
}

/** Some servers tell the type of an entry only in its line, which looks like one of "ls -l" (§7). */
function addType(attributes: FileAttributes, line: Uint8Array): FileAttributes {
  const { mode } = attributes;
  if (mode !== undefined && (mode & TYPE_BITS) !== 0) return attributes;
  const [letter = ""] = /^[-dl](?=[-rwxsStTlL]{9}[ .+@])/.exec(textOf(line.subarray(0, 11))) ?? [];
  return { ...attributes, type: TYPES[letter] };
}

/** The first letter of a line, and the type in a mode. */
const TYPES: Readonly<Record<string, number>> = { "-": 0o100000, d: 0o040000, l: 0o120000 };

const DOT = 0x2e;

function isDots(name: Uint8Array): boolean {
  return name.length <= 2 && name.length > 0 && name.every((octet) => octet === DOT);
}
