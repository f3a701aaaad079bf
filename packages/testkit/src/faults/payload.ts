import { octetsOf } from "@anyurl/core";
import { concat, joinBytes } from "@anyurl/core/exchange";
import type { HostileOperation } from "./server-steps.ts";

/** The server's address. Others may be dialled as well, by who believes what it says. */
export const SERVER = "10.0.0.1";
export const FOREIGN = "10.0.0.2";
/** Where the further connection is awaited, and a second such port. */
export const DATA_PORT = 40_000;

/** Octets that are said at once of what has no end. */
export const CHUNK: number = 16 * 1024;

/** A name that leads nowhere else, in front of which all others stand in a listing. */
export const LAST_NAME = "the last one.txt";

/** An entry's name, and what would come of it where it is believed. */
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

/** Sizes that are none, or none that a number can hold. */
export const EVIL_SIZES: readonly string[] = ["9".repeat(15), "9".repeat(30), "-1", "0x10", "1e9", "NaN", ""];

/** What a server has, as the client shall get it, and as it goes over the wire; and what the client has for it. */
export interface Payload {
  readonly octets: Uint8Array;
  /** What the client writes. */
  readonly upload?: Uint8Array;
  readonly names: readonly string[];
  /** @param to the line of the client that has asked for it. */
  readonly wire: (to: string) => Uint8Array;
}

/** Every octet there is, and line breaks of every kind. */
const OCTETS: Uint8Array = concat(
  octetsOf("first\r\nsecond\n\r.\r\n..\r\n\0"),
  Uint8Array.from({ length: 512 }, (_, i) => i & 0xff),
);
/** Lines that a protocol of lines has to be careful with, and octets that are not UTF-8. */
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
  return { octets, upload, names: [], wire: () => frame(octets) };
}

/** The same, with so much to write that it must wait for the server to take it. */
export function createLargePayload(operation: HostileOperation, least: number): Payload {
  const goods = createPayload(operation);
  const { upload = new Uint8Array(0) } = goods;
  const times = upload.length === 0 ? 0 : Math.ceil(least / upload.length);
  return { ...goods, upload: joinBytes(Array.from({ length: times }, () => upload)) };
}

/** 150,000 bytes, cut as finely as a framing allows: each line of the text begins with a dot, and a chunk has one byte. */
export function finelyCutGoodsOf({ frame = asIs }: HostileOperation): Payload {
  const octets = octetsOf(`a: b\r\n\r\n${".\r\n".repeat(50_000)}end\r\n`);
  return { octets, names: [], wire: () => frame(octets, 1) };
}

/** A listing of these names. `size`: of all but the last, which is as it should be. */
export function listing(
  { entry = asIs, frame = asIs }: HostileOperation,
  names: readonly string[],
  { size = "32", end = "\r\n" }: { readonly size?: string; readonly end?: string } = {},
): Payload {
  const lines = (to: string) =>
    names.map((name, i) => entry(name, i < names.length - 1 ? size : "32", to) + end);
  return { octets: new Uint8Array(0), names, wire: (to) => frame(octetsOf(lines(to).join(""))) };
}

function asIs<T>(it: T): T {
  return it;
}
