import { octetsOf } from "@anyurl/core";
import { concat, joinBytes } from "@anyurl/core/exchange";
import type { HostileOperation } from "./server-steps.ts";

/** The address of the server, and one that a client must not connect to. */
export const SERVER = "10.0.0.1";
export const FOREIGN = "10.0.0.2";
/** The port for data connections. */
export const DATA_PORT = 40_000;

/** Bytes of one chunk of endless data. */
export const CHUNK: number = 16 * 1024;

/** A harmless name: the last entry of every listing. */
export const LAST_NAME = "the last one.txt";

/** Names of entries that are unsafe in paths, in URLs, in commands or on a terminal. */
export const UNSAFE_NAMES: readonly string[] = [
  ...["..", ".", "../x", "../../etc/passwd", "a/b", "a/../../x", "/etc/passwd", "//h2.example/x", "/"],
  ...["a\\b", "..\\x", "C:\\x", "C:x", "\\\\h2\\share", "CON", "nul.txt", "a:b", "x::$DATA"],
  ...["-rf", "~", "~root", "|id", ".htaccess", "x.", "x ", " x", " ", "*", "a\tb", "a%2Fb", "..%2Fx", "%00"],
  ...[
    "a%0D%0ADELE x",
    "http://h2.example/",
    "ftp://h2.example/",
    "javascript:alert(1)",
    "?x",
    "#x",
    ";type=a",
  ],
  ...["\0", "a\0b", "a\rb", "a\nb", "a\r\nDELE x", "\u001b]0;x\u0007", "\u007f", "\u202Etxt.exe", "\uFEFFx"],
  ...["\udcff", "a\udc80\udce9b", "é", "e\u0301", "日本", "__proto__", "constructor", "x".repeat(300)],
];

/** Invalid sizes, and sizes that a number cannot hold. */
export const EVIL_SIZES: readonly string[] = ["9".repeat(15), "9".repeat(30), "-1", "0x10", "1e9", "NaN", ""];

/** The bytes or names that the client must receive, their form on the wire, and the bytes that the client writes. */
export interface Payload {
  readonly octets: Uint8Array;
  /** The bytes that the client writes. */
  readonly upload?: Uint8Array;
  readonly names: readonly string[];
  /** Maximum bytes of a chunk on the wire. Default: unlimited. */
  readonly maxChunk?: number;
  /** @param to the client's line that requests the payload. */
  readonly wire: (to: string) => Uint8Array;
}

/** All byte values, and all kinds of line breaks. */
const OCTETS: Uint8Array = concat(
  octetsOf("first\r\nsecond\n\r.\r\n..\r\n\0"),
  Uint8Array.from({ length: 512 }, (_, i) => i & 0xff),
);
/** Lines that a line protocol must escape, and bytes that are not UTF-8. */
const TEXT: Uint8Array = concat(
  octetsOf("first\r\n..two dots\r\n...\r\nblank: \r\n\r\n226 no reply\r\n"),
  octetsOf("\udce9\udcff\r\n".repeat(40)),
);

export function createPayload(operation: HostileOperation): Payload {
  const { operation: name, frame = asIs } = operation;
  if (name === "list" || name === "search") {
    return listing(operation, ["one.txt", "two.txt", "three three.txt", "é.txt", "\udce9.txt", LAST_NAME]);
  }
  const { carries = name === "send" ? "text" : "octets" } = operation;
  const octets = carries === "text" ? TEXT : OCTETS;
  const upload = operation.octets ?? (name === "open" ? octetsOf("hello\r\n") : octets);
  return { octets, upload, names: [], wire: (to) => frame(octets, undefined, to) };
}

/** Returns the default payload with at least `least` bytes to write, so that the client must wait for the server. */
export function createLargePayload(operation: HostileOperation, least: number): Payload {
  const goods = createPayload(operation);
  const { upload = new Uint8Array(0) } = goods;
  const times = upload.length === 0 ? 0 : Math.ceil(least / upload.length);
  return { ...goods, upload: joinBytes(Array.from({ length: times }, () => upload)) };
}

/** 150,000 bytes of lines that begin with a dot. */
const MANY_LINES: Uint8Array = octetsOf(`a: b\r\n\r\n${".\r\n".repeat(50_000)}end\r\n`);

/** 1 MiB of lines, more than the limit of a body. */
const LARGE: Uint8Array = octetsOf(`${"x".repeat(126)}\r\n`.repeat(8 * 1024));

/** Returns a complete body that is larger than the limit. */
export function createLargeBody({ frame = asIs }: HostileOperation): Payload {
  return { octets: LARGE, names: [], wire: (to) => frame(LARGE, undefined, to) };
}

/** Returns 150,000 bytes in the smallest chunks of the framing: each line begins with a dot, and a chunk has one byte. */
export function createFinelyCutPayload({ frame = asIs }: HostileOperation): Payload {
  return { octets: MANY_LINES, names: [], maxChunk: 1, wire: (to) => frame(MANY_LINES, 1, to) };
}

/** Returns the default payload; for a body, one that needs several datagrams. */
export function createPayloadOfPackets(operation: HostileOperation): Payload {
  const { operation: name, frame = asIs } = operation;
  if (name !== "get" && name !== "request") return createPayload(operation);
  const octets = MANY_LINES.subarray(0, 4 * 1024);
  return { octets, names: [], wire: (to) => frame(octets, undefined, to) };
}

/** Returns the same bytes in the usual chunks of the framing. */
export function createCoarselyCutPayload({ frame = asIs }: HostileOperation): Payload {
  return { octets: MANY_LINES, names: [], wire: (to) => frame(MANY_LINES, undefined, to) };
}

/** Returns different names of the same length. */
export function createNames(count: number, length: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${i}`.padStart(length, "x"));
}

/** Creates a listing of names. `size` applies to all entries but the last. */
export function listing(
  { entry = asIs, frame = asIs, shown = asIs }: HostileOperation,
  names: readonly string[],
  { size = "32", end = "\r\n" }: { readonly size?: string; readonly end?: string } = {},
): Payload {
  const lines = (to: string) =>
    names.map((name, i) => entry(name, i < names.length - 1 ? size : "32", to) + end);
  return {
    octets: new Uint8Array(0),
    names: names.map(shown),
    wire: (to) => frame(octetsOf(lines(to).join("")), undefined, to),
  };
}

function asIs<T>(it: T): T {
  return it;
}
