import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  encodeText,
  type Source,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { FileEntry, Stats } from "ssh2";
import type { SftpOptions } from "./options.ts";
import { openSession, type SftpSession } from "./session.ts";
import { pathOf, type SftpUrl } from "./syntax.ts";

type SftpContext = Context<SftpOptions>;

/** Bytes of a request: what every server takes (draft-ietf-secsh-filexfer-02 §3). */
const CHUNK = 32_768;

export async function get(url: SftpUrl, context: SftpContext): Promise<Entity> {
  const path = pathOf(url);
  const session = await openSession(url, context);
  try {
    const handle = await session.call<Buffer>((sftp, done) => sftp.open(path, "r", done));
    const { start = 0 } = context.range ?? {};
    const { size, modified, kind } = toAttributes(
      await session.call<Stats>((sftp, done) => sftp.fstat(handle, done)),
    );
    if (kind === "directory") throw new AccessError("is-a-directory", "the path is a directory");
    return {
      size: size!,
      modified: modified!,
      start,
      framing: "length",
      body: readFile(session, handle, start, size!),
    };
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
}

async function* readFile(session: SftpSession, handle: Buffer, start: number, size: number): Entity["body"] {
  await using _ = session;
  for (let at = start; at < size; ) {
    const buffer = Buffer.alloc(Math.min(CHUNK, size - at));
    const length = await session.call<number>((sftp, done) =>
      sftp.read(handle, buffer, 0, buffer.length, at, done),
    );
    if (length === 0)
      throw new AccessError("truncated", "the file ended before its size", { retryable: true });
    at += length;
    yield new Uint8Array(buffer.buffer, buffer.byteOffset, length);
  }
  return true;
}

export async function stat(url: SftpUrl, context: SftpContext): Promise<Attributes> {
  const path = pathOf(url);
  await using session = await openSession(url, context);
  return toAttributes(await session.call<Stats>((sftp, done) => sftp.stat(path, done)));
}

export async function* list(url: SftpUrl, context: SftpContext): AsyncGenerator<Entry, void, void> {
  const path = pathOf(url);
  await using session = await openSession(url, context);
  const handle = await session
    .call<Buffer>((sftp, done) => sftp.opendir(path, done))
    .catch(async (error: unknown) => {
      const { kind } = toAttributes(await session.call<Stats>((sftp, done) => sftp.stat(path, done)));
      throw kind === "file" ? new AccessError("not-a-directory", "the path is not a directory") : error;
    });
  const base = url.path.endsWith("/") ? url.path : `${url.path}/`;
  const { maxEntries, maxListing } = context.limits;
  let octets = 0;
  for (let count = 0; ; ) {
    const files = await session.call<FileEntry[] | false>((sftp, done) =>
      // ssh2 gives an error with the code 1 at the end (SSH_FX_EOF).
      sftp.readdir(handle, (error, entries) =>
        (error as { code?: unknown } | undefined)?.code === 1 ? done(null, false) : done(error, entries),
      ),
    );
    if (files === false || files.length === 0) return;
    for (const { filename, longname, attrs } of files) {
      octets += filename.length + longname.length;
      if (octets > maxListing)
        throw new AccessError("too-large", `the listing has more than ${maxListing} bytes`, {
          hint: "increase the limit maxListing",
        });
      if (filename === "." || filename === "..") continue;
      if (++count > maxEntries)
        throw new AccessError("too-large", `the listing has more than ${maxEntries} entries`, {
          hint: "increase the limit maxEntries",
        });
      yield toEntry(filename, toAttributes(attrs as Stats), url, base);
    }
  }
}

export async function put(url: SftpUrl, context: SftpContext, source: Source): Promise<void> {
  const path = pathOf(url);
  await using session = await openSession(url, context);
  const start = context.range?.start ?? 0;
  let handle: Buffer | undefined;
  // "w" empties the file, so a source that fails at once must come first.
  const open = async () => {
    handle ??= await session.call<Buffer>((sftp, done) => sftp.open(path, start === 0 ? "w" : "r+", done));
    return handle;
  };
  let at = start;
  for await (const octets of source) {
    const file = await open();
    for (let from = 0; from < octets.length; from += CHUNK) {
      // A copy: the caller owns its chunk, and ssh2 sends it later.
      const chunk = Buffer.from(octets.subarray(from, from + CHUNK));
      await session.call<void>((sftp, done) => sftp.write(file, chunk, 0, chunk.length, at, done));
      at += chunk.length;
    }
  }
  const file = await open();
  await session.call<void>((sftp, done) => sftp.close(file, done));
}

export async function remove(url: SftpUrl, context: SftpContext): Promise<void> {
  const path = pathOf(url);
  await using session = await openSession(url, context);
  await session.call<void>((sftp, done) =>
    path.endsWith("/") ? sftp.rmdir(path, done) : sftp.unlink(path, done),
  );
}

export async function rename(url: SftpUrl, context: SftpContext, to: Url): Promise<void> {
  const [from, target] = [pathOf(url), pathOf(to as SftpUrl)];
  await using session = await openSession(url, context);
  await session.call<void>((sftp, done) => sftp.rename(from, target, done));
}

export async function makeDirectory(url: SftpUrl, context: SftpContext): Promise<void> {
  const path = pathOf(url);
  await using session = await openSession(url, context);
  await session.call<void>((sftp, done) => sftp.mkdir(path, done));
}

function toAttributes({ mode, size, mtime }: Pick<Stats, "mode" | "size" | "mtime">): Attributes {
  const kind = KINDS.get(mode & 0o170000) ?? "unknown";
  return { kind, ...(kind === "file" && { size }), modified: new Date(mtime * 1000), modifiedZone: "UTC" };
}

const KINDS: ReadonlyMap<number, Attributes["kind"]> = new Map([
  [0o040000, "directory"],
  [0o100000, "file"],
  [0o120000, "link"],
]);

function toEntry(name: string, attributes: Attributes, url: SftpUrl, base: string): Entry {
  const entry = { name, ...attributes };
  if (name === "" || /[/\0\ufffd]/.test(name))
    return { ...entry, url: undefined, unsafe: "the name is not valid in a URL of this scheme" };
  const path = base + encodeText(name, UNRESERVED) + (attributes.kind === "directory" ? "/" : "");
  // The client gives the password again to URLs of the same login.
  return { ...entry, url: url.with({ password: undefined, path, fragment: undefined }).href };
}
