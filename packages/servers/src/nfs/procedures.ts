import { octetsOf, textOf } from "@anyurl/core";
import { linkTarget } from "../tree.ts";
import { NFS3, type NfsExport, NfsStatus } from "./export.ts";
import type { NfsServerState } from "./server-state.ts";
import { type ArgumentReader, formatValues, type Value } from "./xdr.ts";

/** Reads the arguments, and returns the results after the status NFS3_OK. @throws {NfsStatus} another status. */
export type Procedure = (state: NfsServerState, args: ArgumentReader) => Value;

const MAX_HANDLE = 64;
const MAX_NAME = 255;
const MAX_PATH = 1024;
const NOTHING: Value = 0;
const FILE_SYNC = 2;
/** createmode3 */
const GUARDED = 1;
const EXCLUSIVE = 2;

const handle = (args: ArgumentReader): Uint8Array => args.opaque(MAX_HANDLE);
const name = (args: ArgumentReader): Uint8Array => args.opaque(MAX_NAME);

/** post_op_attr */
const after = ({ files }: NfsServerState, path: readonly string[]): Value => [1, files.attributes(path)];

/** wcc_data without the attributes before the change. */
const change = (state: NfsServerState, path: readonly string[]): Value => [0, after(state, path)];

/** The procedures of version 3 (RFC 1813 §3.3), by number. SETATTR, MKNOD, SYMLINK, and LINK are not supported. */
export const PROCEDURES: ReadonlyMap<number, Procedure> = new Map<number, Procedure>([
  [1, ({ files }, args) => files.attributes(files.pathOf(handle(args)))],
  [3, lookup],
  [4, access],
  [5, readLink],
  [6, read],
  [7, write],
  [8, create],
  [9, makeDirectory],
  [12, (state, args) => remove(state, args, false)],
  [13, (state, args) => remove(state, args, true)],
  [14, rename],
  [16, (state, args) => readDirectory(state, args, false)],
  [17, (state, args) => readDirectory(state, args, true)],
  [18, fileSystemStatus],
  [19, fileSystemInformation],
  [21, commit],
]);

function lookup(state: NfsServerState, args: ArgumentReader): Value {
  const { files, publicPath } = state;
  const directory = handle(args);
  const octets = args.opaque(MAX_PATH);
  if (directory.length > 0) {
    const above = files.pathOf(directory);
    if (files.at(above).kind !== "folder") throw new NfsStatus(NFS3.NOTDIR);
    const text = textOf(octets);
    if (text.includes("/")) throw new NfsStatus(NFS3.INVAL);
    const path = text === "." ? above : text === ".." ? above.slice(0, -1) : [...above, text];
    return [files.handleOf(exists(files, path)), after(state, path), after(state, above)];
  }
  if (publicPath === undefined) throw new NfsStatus(NFS3.BADHANDLE);
  const path = files.resolve(readPublicPath(octets, publicPath));
  return [files.handleOf(path), after(state, path), NOTHING];
}

function exists(files: NfsExport, path: readonly string[]): readonly string[] {
  files.at(path);
  return path;
}

/** Reads a canonical path, or a native one after the byte 80 (RFC 2055 §6.1). */
function readPublicPath(octets: Uint8Array, publicPath: readonly string[]): readonly string[] {
  const [first = 0] = octets;
  if (first > 0x80) throw new NfsStatus(NFS3.IO);
  const text = Buffer.from(first === 0x80 ? octets.subarray(1) : octets).toString("latin1");
  const names = text
    .split("/")
    .map((each) => textOf(Buffer.from(first === 0x80 ? each : decodeEscapes(each), "latin1")));
  return text.startsWith("/") ? names : [...publicPath, ...names];
}

/** Decodes "%hh". A "%" without two hexadecimal digits stands for itself. */
function decodeEscapes(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function access(state: NfsServerState, args: ArgumentReader): Value {
  const path = state.files.pathOf(handle(args));
  const readable = 0x01 | 0x02;
  return [after(state, path), args.uint() & (state.writable ? 0x1f : readable)];
}

function readLink(state: NfsServerState, args: ArgumentReader): Value {
  const path = state.files.pathOf(handle(args));
  const target = linkTarget(state.files.at(path));
  if (target === undefined) throw new NfsStatus(NFS3.INVAL);
  return [after(state, path), octetsOf(target)];
}

function read(state: NfsServerState, args: ArgumentReader): Value {
  const path = state.files.pathOf(handle(args));
  const [offset, count] = [args.hyper(), Math.min(args.uint(), state.transferSize)];
  const { octets, isEnd } = state.files.read(path, offset, count);
  return [after(state, path), octets.length, isEnd, octets];
}

/** Data are in the tree at once, so a client need not COMMIT them. */
function write(state: NfsServerState, args: ArgumentReader): Value {
  requireWritable(state);
  const path = state.files.pathOf(handle(args));
  const offset = args.hyper();
  args.uint();
  const how = args.uint();
  const octets = args.opaque(state.maxMessage).subarray(0, state.transferSize);
  state.files.write(path, offset, octets);
  return [change(state, path), octets.length, state.unstable ? how : FILE_SYNC, state.verifier];
}

function create(state: NfsServerState, args: ArgumentReader): Value {
  requireWritable(state);
  const { files } = state;
  const path = files.entry(handle(args), name(args));
  const how = args.uint();
  if (how === EXCLUSIVE) throw new NfsStatus(NOTSUPP);
  if (how === GUARDED && files.names(path.slice(0, -1)).includes(path.at(-1)!))
    throw new NfsStatus(NFS3.EXIST);
  files.create(path);
  return made(state, path);
}

function makeDirectory(state: NfsServerState, args: ArgumentReader): Value {
  requireWritable(state);
  const path = state.files.entry(handle(args), name(args));
  state.files.makeDirectory(path);
  return made(state, path);
}

function made(state: NfsServerState, path: readonly string[]): Value {
  return [1, state.files.handleOf(path), after(state, path), change(state, path.slice(0, -1))];
}

function remove(state: NfsServerState, args: ArgumentReader, isDirectory: boolean): Value {
  requireWritable(state);
  const path = state.files.entry(handle(args), name(args));
  state.files.remove(path, isDirectory);
  return change(state, path.slice(0, -1));
}

function rename(state: NfsServerState, args: ArgumentReader): Value {
  requireWritable(state);
  const from = state.files.entry(handle(args), name(args));
  const to = state.files.entry(handle(args), name(args));
  state.files.rename(from, to);
  return [change(state, from.slice(0, -1)), change(state, to.slice(0, -1))];
}

/** READDIR and READDIRPLUS. A cookie is the number of entries before the next one. */
function readDirectory(state: NfsServerState, args: ArgumentReader, isPlus: boolean): Value {
  const { files } = state;
  const path = files.pathOf(handle(args));
  const start = args.hyper();
  args.hyper();
  if (isPlus) {
    if (!state.readDirPlus) throw new NfsStatus(NOTSUPP);
    args.uint();
  }
  const max = Math.min(args.uint(), state.transferSize);
  const names = [".", "..", ...files.names(path)];
  const entries: Value[] = [];
  let size = REPLY_OVERHEAD;
  for (const [i, each] of names.entries()) {
    if (i < start) continue;
    const there = each === "." ? path : each === ".." ? path.slice(0, -1) : [...path, each];
    const entry = [1, BigInt(files.idOf(there)), octetsOf(each), BigInt(i + 1)];
    const value: Value = isPlus ? [...entry, after(state, there), 1, files.handleOf(there)] : entry;
    size += formatValues(value).length;
    if (size > max) {
      if (entries.length === 0) throw new NfsStatus(TOOSMALL);
      break;
    }
    entries.push(value);
  }
  return [after(state, path), 0n, entries, 0, start + entries.length >= names.length];
}

const REPLY_OVERHEAD = 128;
const NOTSUPP = 10_004;
const TOOSMALL = 10_005;

function fileSystemStatus(state: NfsServerState, args: ArgumentReader): Value {
  const path = state.files.pathOf(handle(args));
  return [after(state, path), 0n, 0n, 0n, 0n, 0n, 0n, 0];
}

/** FSINFO: the transfer sizes, no maximum size of files, times in milliseconds, and the properties FSF3_SYMLINK and HOMOGENEOUS. */
function fileSystemInformation(state: NfsServerState, args: ArgumentReader): Value {
  const path = state.files.pathOf(handle(args));
  const { transferSize: size } = state;
  return [
    after(state, path),
    size,
    size,
    1,
    size,
    size,
    1,
    size,
    (1n << 63n) - 1n,
    0,
    1_000_000,
    0x02 | 0x08,
  ];
}

function commit(state: NfsServerState, args: ArgumentReader): Value {
  const path = state.files.pathOf(handle(args));
  return [change(state, path), state.verifier];
}

function requireWritable({ writable }: NfsServerState): void {
  if (!writable) throw new NfsStatus(NFS3.ROFS);
}
