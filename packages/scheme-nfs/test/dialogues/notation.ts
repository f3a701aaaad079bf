/*
 * Messages of ONC RPC and NFS as words (RFC 4506, RFC 5531, RFC 1813), encoded without the code of the package:
 *
 *   5          a 32-bit integer          5n     a 64-bit integer
 *   'text'     opaque<> or string<>      'x'*9  the same, repeated
 *   xCAFE      bytes                     file   fattr3, also directory, link, device: file(size=5,id=8)
 */

interface Procedure {
  readonly on: string;
  readonly program: number;
  readonly version: number;
  readonly number: number;
}

const nfs = (number: number): Procedure => ({ on: "control", program: 100_003, version: 3, number });
const mount = (number: number): Procedure => ({ on: "mount", program: 100_005, version: 3, number });

/** RFC 1813 §3.3 and §5.2, RFC 1833 §3.2. */
const PROCEDURES: Readonly<Record<string, Procedure>> = {
  ...{ GETATTR: nfs(1), LOOKUP: nfs(3), READLINK: nfs(5), READ: nfs(6), WRITE: nfs(7), CREATE: nfs(8) },
  ...{ MKDIR: nfs(9), REMOVE: nfs(12), RMDIR: nfs(13), RENAME: nfs(14), READDIR: nfs(16) },
  ...{ READDIRPLUS: nfs(17), FSINFO: nfs(19), COMMIT: nfs(21) },
  ...{ MNT: mount(1), UMNT: mount(3) },
  GETPORT: { on: "portmapper", program: 100_000, version: 2, number: 3 },
};

const TYPES: Readonly<Record<string, number>> = { file: 1, directory: 2, link: 5, device: 3 };

export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function long(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

function opaque(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  return Buffer.concat([word(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** fattr3 (RFC 1813 §2.6). Each field that a client does not use has another value. */
function attributes(type: number, fields: string): Buffer {
  const given = new Map(fields.split(",").map((field) => field.split("=") as [string, string]));
  const field = (name: string, usual: number) => BigInt(given.get(name) ?? usual);
  const [size, id] = [field("size", 18), field("id", 7)];
  const [mode, uid, gid] = [Number(field("mode", 0o100_644)), Number(field("uid", 1_000)), 100];
  const [seconds, nanoseconds] = [Number(field("s", 787_924_800)), Number(field("ns", 123_999_999))];
  return Buffer.concat([
    ...[type, mode, 2, uid, gid].map(word),
    ...[size, 8_192n].map(long),
    ...[3, 4].map(word),
    ...[5n, id].map(long),
    ...[11, 12, seconds, nanoseconds, 13, 14].map(word),
  ]);
}

function encodeWord(text: string): Buffer {
  const repeated = /^'(.*)'(?:\*(\d+))?$/s.exec(text);
  if (repeated !== null) return opaque(repeated[1]!.repeat(Number(repeated[2] ?? 1)));
  if (/^x(?:[0-9A-F]{2})*$/.test(text)) return Buffer.from(text.slice(1), "hex");
  if (/^\d+n$/.test(text)) return long(BigInt(text.slice(0, -1)));
  if (/^\d+$/.test(text)) return word(Number(text));
  const [, type = "", fields = ""] = /^(\w+)(?:\((.*)\))?$/.exec(text) ?? [];
  const code = TYPES[type];
  if (code === undefined) throw new Error(`not a word: ${text}`);
  return attributes(code, fields);
}

/** Encodes words that are separated by blanks. "\x2F" in them is a byte. */
export function encode(text: string): Buffer {
  const words = text.match(/'[^']*'(?:\*\d+)?|\S+/g) ?? [];
  const unescaped = (each: string) =>
    each.replace(/\\x([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.concat(words.map((each) => encodeWord(unescaped(each))));
}

/** Encodes one record (RFC 5531 §11), in fragments of a size. */
export function record(message: Buffer, size = message.length): Buffer {
  const fragments: Buffer[] = [];
  for (let at = 0; at < Math.max(1, message.length); at += Math.max(1, size)) {
    const part = message.subarray(at, at + size);
    const isLast = at + size >= message.length;
    fragments.push(word((isLast ? 0x8000_0000 : 0) + part.length), part);
  }
  return Buffer.concat(fragments);
}

/** opaque_auth: AUTH_NONE, or AUTH_SYS of "machine,uid,gid" (RFC 5531 §10.1, appendix A). */
function credential(user: string | undefined): Buffer {
  if (user === undefined) return encode("0 ''");
  const [machine, uid, gid] = user.split(",");
  const body = encode(`0 '${machine}' ${uid} ${gid} 0`);
  return Buffer.concat([word(1), opaque(body.toString("latin1"))]);
}

/** Encodes a call: "LOOKUP 'handle' 'name'", after "@machine,uid,gid " with AUTH_SYS. */
export function encodeCall(text: string, xid: number): { readonly on: string; readonly bytes: Buffer } {
  const [, user, name = "", words = ""] = /^(?:@(\S+) )?(\w+) ?(.*)$/s.exec(text) ?? [];
  const procedure = PROCEDURES[name];
  if (procedure === undefined) throw new Error(`no such procedure: ${name}`);
  const { on, program, version, number } = procedure;
  const head = [xid, 0, 2, program, version, number].map(word);
  return { on, bytes: record(Buffer.concat([...head, credential(user), encode("0 ''"), encode(words)])) };
}
