import { type Entry, isAccessError, octetsOf } from "@anyurl/core";
import type { Archive, ArchiveOperations } from "./archive.ts";
import { findMessageId, formatMboxMessage, type MboxScan, scanMbox } from "./mbox-format.ts";

/** Added to the name of an mbox: the file that has its size before a message is appended. */
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
    await put(url + MARK, octetsOf(`${size}\n`));
    isMarked = true;
    await append(url, octets);
    size += octets.length;
    ending = "";
  };
  return {
    async find({ attributes }) {
      const id = attributes?.["message-id"];
      return id !== undefined && messageIds.has(toBareId(id)) ? url : undefined;
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

/** Reads an mbox, and removes the part of a message at its end. */
async function recover(url: string, operations: ArchiveOperations): Promise<MboxScan> {
  const { read, put, remove } = operations;
  const mark = await unlessMissing(readText(read(url + MARK)));
  const size = mark !== undefined && /^[0-9]{1,15}\n$/.test(mark) ? Number(mark) : undefined;
  const found = (await unlessMissing(scanMbox(read(url), size))) ?? (await scanMbox(nothing()));
  if (size === undefined || size >= found.size) return found;
  // Another program has appended since: everything stays.
  if (found.beginsAfter > 1) return found;
  await put(url, read(url, size));
  await remove(url + MARK);
  return scanMbox(read(url));
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isAccessError(error) && error.code === "not-found") return undefined;
    throw error;
  }
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += new TextDecoder().decode(chunk).slice(0, 100);
  return text;
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}

function toBareId(id: string): string {
  return id.replace(/^<|>$/g, "");
}
