import { type Entry, isAccessError, octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import type { Archive, ArchiveOperations } from "./archive.ts";
import { findMessageId, formatMboxMessage, type MboxScan, scanMbox } from "./mbox-format.ts";

/** Added to the name of an mbox: the file that has its size before a message is appended, a line feed, and the message. */
const MARK = ".anyurl-append";

/**
 * Opens an mbox for appending. A message that it has, by its Message-ID, is not appended again. If an earlier run was
 * killed while it appended a message, that part of a message is removed.
 */
export async function openMbox(url: string, operations: ArchiveOperations): Promise<Archive> {
  const { put, append, remove } = operations;
  let { size, messageIds, ending } = await recover(url, operations);
  let isMarked = false;
  let last: Promise<unknown> = Promise.resolve();
  const appendOne = async (text: string, entry: Entry) => {
    // After an incomplete line, "From " would not begin a message.
    const octets = octetsOf(ending + formatMboxMessage(text, entry.modified));
    await put(url + MARK, concat(octetsOf(`${size}\n`), octets));
    isMarked = true;
    await append(url, octets);
    size += octets.length;
    ending = "";
  };
  return {
    async find({ attributes }) {
      const id = attributes?.["message-id"];
      return id !== undefined && messageIds.has(id.replace(/^<|>$/g, "")) ? url : undefined;
    },
    add({ entry, text }) {
      const adding = last.then(async () => {
        const id = findMessageId(text);
        if (id !== undefined && messageIds.has(id)) return { to: url, existed: true };
        await appendOne(text, entry);
        if (id !== undefined) messageIds.add(id);
        return { to: url, existed: false };
      });
      // After a failure, the end of the file is not known.
      last = adding;
      return adding;
    },
    async end() {
      if (isMarked) await remove(url + MARK);
    },
  };
}

/** Reads an mbox, after it has removed the part of a message that an earlier run may have left at its end. */
async function recover(url: string, operations: ArchiveOperations): Promise<MboxScan> {
  const { read, remove } = operations;
  const mark = await unlessMissing(collect(read(url + MARK)));
  if (mark !== undefined) {
    await unlessMissing(removePart(url, mark, operations));
    await remove(url + MARK);
  }
  return (await unlessMissing(scanMbox(read(url)))) ?? (await scanMbox(nothing()));
}

/** Removes the part of a message at the end of an mbox. What does not begin that message is of another program, and stays. */
async function removePart(url: string, mark: Uint8Array, { read, put }: ArchiveOperations): Promise<void> {
  const lineEnd = mark.indexOf(LF);
  const line = textOf(mark.subarray(0, Math.max(0, lineEnd)));
  if (!/^[0-9]{1,15}$/.test(line)) return;
  const [size, message] = [Number(line), mark.subarray(lineEnd + 1)];
  const tail = await collect(read(url), size, message.length);
  const isPart = tail.length < message.length && tail.every((byte, i) => byte === message[i]);
  if (isPart && tail.length > 0) await put(url, read(url, size));
}

const LF = 0x0a;

/** Returns `most` bytes at most, from an offset. */
async function collect(
  chunks: AsyncIterable<Uint8Array>,
  from: number = 0,
  most: number = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let at = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.slice(Math.max(0, from - at), Math.max(0, from + most - at)));
    at += chunk.length;
    if (at >= from + most) break;
  }
  return concat(...parts);
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isAccessError(error) && error.code === "not-found") return undefined;
    throw error;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}
