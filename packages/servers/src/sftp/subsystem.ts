import { octetsOf, textOf } from "@anyurl/core";
import { contentSize, readRange } from "../library/content.ts";
import { document, type Folder, isName, link, linkTarget, type Node } from "../tree.ts";
import { ENTRY_OVERHEAD_BYTES, type WritableTree } from "../writable-tree.ts";
import { bytes, join, Reader, reply, text, uint32, uint64 } from "./packet.ts";

/** Status codes (draft-ietf-secsh-filexfer-02 §7). */
const SFTP_STATUS = { OK: 0, EOF: 1, NO_SUCH_FILE: 2, DENIED: 3, FAILURE: 4, UNSUPPORTED: 8 } as const;

class SftpStatus extends Error {
  readonly status: number;

  constructor(status: number, text = "Failure") {
    super(text);
    this.status = status;
  }
}

export interface SftpState {
  readonly tree: WritableTree;
  readonly writable: boolean;
  /** The home directory. */
  readonly home: readonly string[];
  /** Announce posix-rename@openssh.com, and take the paths of SYMLINK in the order of OpenSSH? */
  readonly renamesOver: boolean;
  readonly realPath: "follow" | "text" | "refuse";
}

interface Handle {
  readonly path: readonly string[];
  /** The bytes of a file that is written. */
  content?: Uint8Array;
  /** The modification time that FSETSTAT gave it. */
  modified?: Date;
  /** The names of a directory that were not sent yet. */
  names?: readonly string[];
}

/** Links in the targets of links. */
const MAX_LINKS = 8;

/** Entries of one reply to READDIR. */
const NAMES_PER_REPLY = 100;

/** One session of SFTP version 3: a function from packets to replies. */
export class SftpSubsystem {
  readonly #state: SftpState;
  readonly #handles = new Map<string, Handle>();
  #count = 0;

  constructor(state: SftpState) {
    this.#state = state;
  }

  /** Returns the reply to a packet without its length; `undefined`: it is malformed. */
  answer(packet: Uint8Array): Uint8Array | undefined {
    try {
      const reader = new Reader(packet);
      const type = reader.byte();
      const id = reader.uint32();
      if (type === 1) {
        const extensions = this.#state.renamesOver ? [text("posix-rename@openssh.com"), text("1")] : [];
        return reply(2, uint32(3), ...extensions);
      }
      return this.#answerRequest(type, uint32(id), reader);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #answerRequest(type: number, id: Uint8Array, reader: Reader): Uint8Array {
    try {
      const run = REQUESTS.get(type);
      if (run === undefined) throw new SftpStatus(SFTP_STATUS.UNSUPPORTED, "Operation unsupported");
      const [kind, ...fields] = run(this, reader) ?? [101, uint32(SFTP_STATUS.OK), text("Success"), text("")];
      return reply(kind as number, id, ...(fields as Uint8Array[]));
    } catch (error) {
      if (!(error instanceof SftpStatus)) throw error;
      return reply(101, id, uint32(error.status), text(error.message), text(""));
    }
  }

  get isOpenSsh(): boolean {
    return this.#state.renamesOver;
  }

  /** Returns the path where the links of a path lead. */
  path(octets: Uint8Array): readonly string[] {
    return this.#resolve(textOf(octets), this.#state.home);
  }

  /** The same, but the last name can be that of a link. */
  ownPath(octets: Uint8Array): readonly string[] {
    const text = textOf(octets).replace(/\/+$/, "");
    const at = text.lastIndexOf("/") + 1;
    const name = text.slice(at);
    if (name === "" || name === "." || name === "..") return this.path(octets);
    return [...this.#resolve(text.slice(0, at), this.#state.home), name];
  }

  /** Resolves "." and "..", and links unless they stay. */
  #resolve(text: string, from: readonly string[], follows = true, depth = 0): readonly string[] {
    // OpenSSH says so of a loop, too.
    if (depth > MAX_LINKS) throw new SftpStatus(SFTP_STATUS.NO_SUCH_FILE, "No such file");
    let names: readonly string[] = text.startsWith("/") ? [] : from;
    for (const each of text.split("/")) {
      if (each === "..") names = names.slice(0, -1);
      else if (each !== "" && each !== ".") {
        const path = [...names, each];
        const target = follows ? linkTarget(this.#state.tree.at(path)) : undefined;
        names = target === undefined ? path : this.#resolve(target, names, true, depth + 1);
      }
    }
    return names;
  }

  at(path: readonly string[]): Node {
    const node = this.#state.tree.at(path);
    if (node === undefined) throw new SftpStatus(SFTP_STATUS.NO_SUCH_FILE, "No such file");
    return node;
  }

  /** The directory of a path that is about to be changed. */
  change(path: readonly string[]): WritableTree {
    if (!this.#state.writable) throw new SftpStatus(SFTP_STATUS.DENIED, "Permission denied");
    if (path.length === 0 || this.at(path.slice(0, -1)).kind !== "folder" || !isName(path.at(-1)!))
      throw new SftpStatus(SFTP_STATUS.FAILURE);
    return this.#state.tree;
  }

  /** Returns the path in a reply to REALPATH. */
  realPath(octets: Uint8Array): readonly string[] {
    const { realPath, home } = this.#state;
    if (realPath === "refuse") throw new SftpStatus(SFTP_STATUS.UNSUPPORTED, "Operation unsupported");
    return this.#resolve(textOf(octets), home, realPath === "follow");
  }

  open(handle: Handle): readonly [number, Uint8Array] {
    // As those of OpenSSH.
    const name = uint32(this.#count++);
    this.#handles.set(textOf(name), handle);
    return [102, bytes(name)];
  }

  handle(octets: Uint8Array): Handle {
    const found = this.#handles.get(textOf(octets));
    if (found === undefined) throw new SftpStatus(SFTP_STATUS.FAILURE, "Invalid handle");
    return found;
  }

  close(octets: Uint8Array): void {
    const { path, content, modified = new Date() } = this.handle(octets);
    if (content !== undefined) this.change(path).put(path, document(content, { modified }));
    this.#handles.delete(textOf(octets));
  }
}

type Run = (session: SftpSubsystem, reader: Reader) => readonly [number, ...Uint8Array[]] | undefined;

const FLAGS = { WRITE: 0x2, CREATE: 0x8, TRUNCATE: 0x10 } as const;

/** The requests by type (§3). */
const REQUESTS: ReadonlyMap<number, Run> = new Map<number, Run>([
  [3, openFile],
  [4, (session, reader) => void session.close(reader.string())],
  [5, read],
  [6, write],
  [7, (session, reader) => attributesOf(session.at(session.ownPath(reader.string())))],
  [
    8,
    (session, reader) => {
      const { path, content } = session.handle(reader.string());
      return content === undefined ? attributesOf(session.at(path)) : attributesOf(document(content));
    },
  ],
  [10, setAttributes],
  [11, openDirectory],
  [12, readDirectory],
  [13, (session, reader) => removeNode(session, session.ownPath(reader.string()), "document")],
  [14, makeDirectory],
  [15, (session, reader) => removeNode(session, session.path(reader.string()), "folder")],
  [16, realPath],
  [17, (session, reader) => attributesOf(session.at(session.path(reader.string())))],
  [
    18,
    (session, reader) =>
      renameNode(session, session.ownPath(reader.string()), session.ownPath(reader.string()), false),
  ],
  [19, readLink],
  [20, makeLink],
  [200, extended],
]);

function openFile(session: SftpSubsystem, reader: Reader): readonly [number, Uint8Array] {
  const path = session.path(reader.string());
  const flags = reader.uint32();
  if ((flags & FLAGS.WRITE) === 0) {
    // OpenSSH opens a directory for reading as well.
    session.at(path);
    return session.open({ path });
  }
  const tree = session.change(path);
  const node = tree.at(path);
  if (node?.kind === "folder") throw new SftpStatus(SFTP_STATUS.FAILURE);
  if (node === undefined && (flags & FLAGS.CREATE) === 0)
    throw new SftpStatus(SFTP_STATUS.NO_SUCH_FILE, "No such file");
  const isKept = node !== undefined && (flags & FLAGS.TRUNCATE) === 0;
  const content = isKept
    ? join([...readRange(node.content, 0, contentSize(node.content))])
    : new Uint8Array(0);
  tree.put(path, document(content, { modified: new Date() }));
  return session.open({ path, content });
}

function read(session: SftpSubsystem, reader: Reader): readonly [number, Uint8Array] {
  const node = session.at(session.handle(reader.string()).path);
  if (node.kind === "folder") throw new SftpStatus(SFTP_STATUS.FAILURE);
  const start = reader.uint64();
  const end = Math.min(start + reader.uint32(), contentSize(node.content));
  if (start >= end) throw new SftpStatus(SFTP_STATUS.EOF, "End of file");
  return [103, bytes(join([...readRange(node.content, start, end)]))];
}

function write(session: SftpSubsystem, reader: Reader): undefined {
  const handle = session.handle(reader.string());
  const start = reader.uint64();
  const octets = reader.string();
  const { content, path } = handle;
  if (content === undefined) throw new SftpStatus(SFTP_STATUS.DENIED, "Permission denied");
  const size = Math.max(content.length, start + octets.length);
  const tree = session.change(path);
  if (!tree.reserve(size - content.length))
    throw new SftpStatus(SFTP_STATUS.FAILURE, "No space left on device");
  tree.release(size - content.length);
  const after = new Uint8Array(size);
  after.set(content);
  after.set(octets, start);
  handle.content = after;
  tree.put(path, document(after, { modified: new Date() }));
  return undefined;
}

/** FSETSTAT: only the times (§5, §6.9). */
function setAttributes(session: SftpSubsystem, reader: Reader): undefined {
  const handle = session.handle(reader.string());
  if (handle.content === undefined) throw new SftpStatus(SFTP_STATUS.DENIED, "Permission denied");
  if (reader.uint32() !== ATTRIBUTE_TIMES)
    throw new SftpStatus(SFTP_STATUS.UNSUPPORTED, "Operation unsupported");
  reader.uint32();
  handle.modified = new Date(reader.uint32() * 1000);
  return undefined;
}

const ATTRIBUTE_TIMES = 0x8;

function openDirectory(session: SftpSubsystem, reader: Reader): readonly [number, Uint8Array] {
  const path = session.path(reader.string());
  const node = session.at(path);
  if (node.kind !== "folder") throw new SftpStatus(SFTP_STATUS.FAILURE);
  return session.open({ path, names: [".", "..", ...node.entries.keys()] });
}

function readDirectory(session: SftpSubsystem, reader: Reader): readonly [number, ...Uint8Array[]] {
  const handle = session.handle(reader.string());
  const { names = [], path } = handle;
  if (names.length === 0) throw new SftpStatus(SFTP_STATUS.EOF, "End of file");
  handle.names = names.slice(NAMES_PER_REPLY);
  const folder = session.at(path) as Folder;
  const sent = names.slice(0, NAMES_PER_REPLY).flatMap((name) => {
    const node = folder.entries.get(name) ?? folder;
    const [, attributes] = attributesOf(node);
    return [bytes(octetsOf(name)), bytes(octetsOf(`${node.kind} ${name}`)), attributes];
  });
  return [104, uint32(sent.length / 3), ...sent];
}

function removeNode(session: SftpSubsystem, path: readonly string[], kind: Node["kind"]): undefined {
  const tree = session.change(path);
  const node = session.at(path);
  if (node.kind !== kind || (node.kind === "folder" && node.entries.size > 0))
    throw new SftpStatus(SFTP_STATUS.FAILURE);
  tree.remove(path);
  return undefined;
}

function makeDirectory(session: SftpSubsystem, reader: Reader): undefined {
  const path = session.path(reader.string());
  const tree = session.change(path);
  if (tree.at(path) !== undefined || !tree.makeFolder(path)) throw new SftpStatus(SFTP_STATUS.FAILURE);
  return undefined;
}

function renameNode(
  session: SftpSubsystem,
  from: readonly string[],
  to: readonly string[],
  isOver: boolean,
): undefined {
  const tree = session.change(to);
  session.at(from);
  const isInside = from.every((name, i) => to[i] === name);
  if (isInside || (!isOver && tree.at(to) !== undefined)) throw new SftpStatus(SFTP_STATUS.FAILURE);
  tree.move(from, to);
  return undefined;
}

function extended(session: SftpSubsystem, reader: Reader): undefined {
  if (textOf(reader.string()) !== "posix-rename@openssh.com")
    throw new SftpStatus(SFTP_STATUS.UNSUPPORTED, "Operation unsupported");
  return renameNode(session, session.ownPath(reader.string()), session.ownPath(reader.string()), true);
}

function readLink(session: SftpSubsystem, reader: Reader): readonly [number, ...Uint8Array[]] {
  const node = session.at(session.ownPath(reader.string()));
  const target = linkTarget(node);
  if (target === undefined) throw new SftpStatus(SFTP_STATUS.FAILURE);
  return [104, uint32(1), text(target), text(target), uint32(0)];
}

/** REALPATH (§6.11). Like OpenSSH, it follows links, and takes a last name that does not exist. */
function realPath(session: SftpSubsystem, reader: Reader): readonly [number, ...Uint8Array[]] {
  const path = text(`/${session.realPath(reader.string()).join("/")}`);
  return [104, uint32(1), path, path, uint32(0)];
}

/** SYMLINK (§6.10): OpenSSH has its two paths in another order than the draft. */
function makeLink(session: SftpSubsystem, reader: Reader): undefined {
  const [first, second] = [reader.string(), reader.string()];
  const [target, own] = session.isOpenSsh ? [first, second] : [second, first];
  const path = session.ownPath(own);
  const tree = session.change(path);
  if (tree.at(path) !== undefined) throw new SftpStatus(SFTP_STATUS.FAILURE);
  tree.put(path, link(textOf(target)));
  return undefined;
}

/** ATTRS: size, owner, mode, and times (§5). */
function attributesOf(node: Node): readonly [number, Uint8Array] {
  const isFolder = node.kind === "folder";
  const size = isFolder ? node.entries.size * ENTRY_OVERHEAD_BYTES : contentSize(node.content);
  const seconds = uint32(Math.floor(node.modified.getTime() / 1000));
  const mode = isFolder ? 0o040755 : linkTarget(node) !== undefined ? 0o120777 : 0o100644;
  const fields = [uint32(0xf), uint64(size), uint32(65_534), uint32(65_534), uint32(mode), seconds, seconds];
  return [105, join(fields)];
}
