import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { opaque, uint32, uint64, XdrReader } from "../src/xdr.ts";

/* The messages of a server (RFC 5531, RFC 1813), for peers in memory. */

export const HANDLE: Uint8Array = octetsOf("handle");
export const [FILE, DIRECTORY, LINK] = [1, 2, 5] as const;

/** A call, as the server reads it. */
export interface ReceivedCall {
  readonly xid: number;
  readonly program: number;
  readonly procedure: number;
  /** After the credential and the verifier. */
  readonly args: XdrReader;
}

export function readCall(record: Uint8Array): ReceivedCall {
  const reader = new XdrReader(record);
  reader.fixed(4);
  const xid = reader.uint32();
  reader.fixed(8);
  const program = reader.uint32();
  reader.uint32();
  const procedure = reader.uint32();
  for (let i = 0; i < 2; i++) {
    reader.uint32();
    reader.opaque();
  }
  return { xid, program, procedure, args: reader };
}

export function formatRecord(message: Uint8Array): Uint8Array {
  return joinBytes([uint32(0x8000_0000 + message.length), message]);
}

/** An accepted call that succeeded, as one record. Numbers are 32-bit integers. */
export function formatReply(xid: number, results: readonly (Uint8Array | number)[], status = 0): Uint8Array {
  const octets = results.map((each) => (typeof each === "number" ? uint32(each) : each));
  return formatRecord(joinBytes([...[xid, 1, 0, 0, 0, status].map(uint32), ...octets]));
}

export interface AttributesInit {
  readonly size?: number;
  readonly seconds?: number;
  readonly fileid?: number;
}

/** fattr3 */
export function formatAttributes(
  type: number,
  { size = 0, seconds = 787_924_800, fileid = 7 }: AttributesInit = {},
): Uint8Array {
  return joinBytes([
    ...[type, 0o644, 1, 65_534, 65_534].map(uint32),
    ...[size, size, 0, 1, fileid].map(uint64),
    ...[seconds, 0, seconds, 0, seconds, 0].map(uint32),
  ]);
}

export function lookupResults(type: number, init?: AttributesInit): readonly (Uint8Array | number)[] {
  return [0, opaque(HANDLE), 1, formatAttributes(type, init), 0];
}

/** The results of a READ of a whole document. */
export function readResults(document: Uint8Array, args: XdrReader): readonly (Uint8Array | number)[] {
  args.opaque();
  const start = Math.min(Number(args.uint64()), document.length);
  const end = Math.min(document.length, start + args.uint32());
  const octets = document.subarray(start, end);
  return [0, 0, octets.length, end === document.length ? 1 : 0, opaque(octets)];
}

export interface ListedEntry {
  readonly name: string;
  readonly size?: number;
  readonly cookie: number;
}

/** The results of a READDIRPLUS. */
export function directoryResults(
  entries: readonly ListedEntry[],
  isEnd = true,
): readonly (Uint8Array | number)[] {
  return [
    ...[0, 0, uint64(0)],
    ...entries.flatMap(({ name, size, cookie }) => [
      ...[1, uint64(cookie), opaque(octetsOf(name)), uint64(cookie)],
      ...[1, formatAttributes(FILE, size === undefined ? {} : { size }), 0],
    ]),
    ...[0, isEnd ? 1 : 0],
  ];
}
