import { AccessError, isAccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { DRAFT, expectReply, type SftpDialogue, type Shown, unexpected } from "./dialogue.ts";
import { CHUNK_BYTES, FLAG, openFile } from "./exchange.ts";
import { formatTimes, PACKET, string, uint64 } from "./packet.ts";

/** Asks for the next bytes of an upload: the performer sets `octets`, `undefined` at the end. */
export interface Wanted {
  octets: Uint8Array | undefined;
}

/** How a file is written. */
export interface StoreInit {
  readonly start?: number;
  readonly isAppend?: boolean;
  /** The modification time that the file gets, if the server can set it. */
  readonly modified?: Date | undefined;
  readonly part?: string | undefined;
}

/**
 * Writes a file: from its beginning, from an offset, or at its end. Emits a Wanted for the first chunk before OPEN, which
 * empties the file, so that a source that fails at once changes nothing.
 *
 * @throws {AccessError} is-a-directory, permission-denied, no-space, …
 */
export function* store(
  dialogue: SftpDialogue,
  path: Uint8Array,
  { start = 0, isAppend = false, modified, part }: StoreInit,
): Exchange<Wanted> {
  yield* dialogue.begin();
  const flags = isAppend ? FLAG.APPEND | FLAG.CREATE : start > 0 ? 0 : FLAG.CREATE | FLAG.TRUNCATE;
  const shown = { cite: `${DRAFT} §6.3`, ...(part !== undefined && { part }) };
  const first = yield* pull();
  const handle = yield* openTarget(dialogue, path, FLAG.WRITE | flags, shown);
  const at = isAppend || start > 0 ? yield* sizeOf(dialogue, handle) : 0;
  if (start > at)
    throw new AccessError("bad-argument", `cannot resume at byte ${start}: the file has ${at} bytes`, {
      target: "unchanged",
    });
  yield* writeAll(dialogue, handle, first, isAppend ? at : start);
  const times = modified && formatTimes(modified);
  if (times !== undefined) yield* setTimes(dialogue, handle, times);
  yield* dialogue.do(PACKET.CLOSE, [handle], { cite: `${DRAFT} §6.3` });
}

/** Opens a file to write. If the server refuses, the error says that the file is unchanged. */
function* openTarget(
  dialogue: SftpDialogue,
  path: Uint8Array,
  flags: number,
  shown: Shown,
): Exchange<never, Uint8Array> {
  try {
    return yield* openFile(dialogue, path, flags, shown);
  } catch (error) {
    // Without a reply, the server may have emptied the file.
    if (!isAccessError(error) || (error.replyCode === undefined && error.code !== "is-a-directory"))
      throw error;
    throw new AccessError(error.code, error.message, { ...error, cause: error.cause, target: "unchanged" });
  }
}

/** Sets the times of an open file. A server that refuses leaves it with the time of the upload. */
function* setTimes(dialogue: SftpDialogue, handle: Uint8Array, times: Uint8Array): Exchange<never> {
  const id = yield* dialogue.send(PACKET.FSETSTAT, [handle, times], { cite: `${DRAFT} §6.9` });
  const reply = yield* dialogue.receive(id);
  if (reply.type !== PACKET.STATUS) throw unexpected();
}

function* sizeOf(dialogue: SftpDialogue, handle: Uint8Array): Exchange<never, number> {
  const reader = yield* dialogue.ask(PACKET.FSTAT, [handle], PACKET.ATTRS, { cite: `${DRAFT} §6.8` });
  const { size } = reader.attributes();
  if (size === undefined)
    throw new AccessError("unsupported", "the server does not tell the size of the file");
  return size;
}

function* pull(): Exchange<Wanted, Uint8Array | undefined> {
  const wanted: Wanted = { octets: undefined };
  yield { do: "emit", event: wanted };
  return wanted.octets;
}

function* writeAll(
  dialogue: SftpDialogue,
  handle: Uint8Array,
  first: Uint8Array | undefined,
  start: number,
): Exchange<Wanted> {
  const writes: number[] = [];
  const finish = function* (): Exchange<never> {
    expectReply(yield* dialogue.receive(writes.shift()!), PACKET.STATUS);
  };
  let at = start;
  for (let octets = first; octets !== undefined; octets = yield* pull()) {
    for (let from = 0; from < octets.length; from += CHUNK_BYTES) {
      const chunk = octets.subarray(from, from + CHUNK_BYTES);
      if (writes.length >= dialogue.requests) yield* finish();
      const fields = [handle, uint64(at), string(chunk)];
      writes.push(yield* dialogue.send(PACKET.WRITE, fields, { body: true, cite: `${DRAFT} §6.4` }));
      at += chunk.length;
    }
  }
  while (writes.length > 0) yield* finish();
}
