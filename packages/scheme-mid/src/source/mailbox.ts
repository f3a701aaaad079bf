import { AccessError, textOf } from "@anyurl/core";
import type { Files, OpenFile } from "@anyurl/core/exchange";
import { type MboxMessage, readMbox, readMessageId, unquoteMbox } from "./mbox.ts";
import { checkSize, collect, readChunks } from "./read-all.ts";

/** What searching a mailbox needs of the context of a call. */
export interface MailboxCall {
  readonly files?: Files;
  readonly signal: AbortSignal;
  readonly options: {
    readonly maxSize: number;
    readonly maxHeaderSize: number;
    readonly maxMessages: number;
  };
}

/**
 * Finds a message in an mbox, a Maildir, or a file with one message.
 *
 * @param path absolute, below the roots of the policy.
 * @throws {AccessError} unsupported: the transport has no files; not-found, path-blocked, too-large.
 */
export async function findInMailbox(
  path: string,
  messageId: string,
  call: MailboxCall,
): Promise<Uint8Array | undefined> {
  const { signal } = call;
  const files = requireFiles(call);
  const { kind } = await files.facts(path, signal);
  if (kind === "directory") return findInMaildir(files, path, messageId, call);
  return withFile(files, path, signal, (file) => findInFile(file, messageId, call));
}

/** Reads a file with one message. */
export async function readMessageFile(path: string, call: MailboxCall): Promise<Uint8Array> {
  return withFile(requireFiles(call), path, call.signal, async (file) => {
    const size = await file.size();
    checkSize(size, call.options.maxSize);
    return collect(readChunks(file, 0, size), call.options.maxSize);
  });
}

/** Opens a file for one function. Not `await using`, for which the bundler imports a package that is not installed. */
async function withFile<T>(
  files: Files,
  path: string,
  signal: AbortSignal,
  read: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await files.open(path, signal);
  try {
    return await read(file);
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

function requireFiles({ files }: MailboxCall): Files {
  if (files !== undefined) return files;
  throw new AccessError("unsupported", "the transport has no access to files", {
    hint: "use a transport with files, such as @anyurl/transport-node",
  });
}

/** How an mbox begins (RFC 4155). */
const FROM = "From ";

async function findInFile(
  file: OpenFile,
  messageId: string,
  call: MailboxCall,
): Promise<Uint8Array | undefined> {
  const { maxSize, maxHeaderSize } = call.options;
  const size = await file.size();
  const first = await collect(readChunks(file, 0, FROM.length), FROM.length);
  if (textOf(first) !== FROM) return await findSingle(file, size, messageId, call);
  let count = 0;
  for await (const message of readMbox(readChunks(file, 0, size), maxHeaderSize)) {
    call.signal.throwIfAborted();
    countMessage(++count, call);
    if (message.messageId === messageId) return unquoteMbox(await readRange(file, message, maxSize));
  }
  return undefined;
}

/** Returns the only message of a file, if it is the one. */
async function findSingle(
  file: OpenFile,
  size: number,
  messageId: string,
  { options: { maxSize, maxHeaderSize } }: MailboxCall,
): Promise<Uint8Array | undefined> {
  const start = await collect(readChunks(file, 0, Math.min(size, maxHeaderSize)), maxHeaderSize);
  if (readMessageId([start]) !== messageId) return undefined;
  return readRange(file, { start: 0, end: size }, maxSize);
}

function readRange(
  file: OpenFile,
  { start, end }: Pick<MboxMessage, "start" | "end">,
  maxSize: number,
): Promise<Uint8Array> {
  checkSize(end - start, maxSize);
  return collect(readChunks(file, start, end), maxSize);
}

/** The directories of a Maildir with delivered messages. "tmp" has unfinished ones. */
const MAILDIR = ["cur", "new"] as const;

async function findInMaildir(
  files: Files,
  path: string,
  messageId: string,
  call: MailboxCall,
): Promise<Uint8Array | undefined> {
  const separator = files.system === "windows" ? "\\" : "/";
  const root = path.endsWith(separator) ? path : path + separator;
  let count = 0;
  for (const name of MAILDIR) {
    for await (const entry of files.entries(root + name, call.signal)) {
      if (entry.facts.kind !== "file") continue;
      countMessage(++count, call);
      const file = root + name + separator + entry.name;
      const found = await withFile(files, file, call.signal, async (opened) =>
        findSingle(opened, await opened.size(), messageId, call),
      );
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function countMessage(count: number, { options: { maxMessages } }: MailboxCall): void {
  if (count > maxMessages)
    throw new AccessError("too-large", `the mailbox has more than ${maxMessages} messages`, {
      hint: "increase the option maxMessages",
    });
}
