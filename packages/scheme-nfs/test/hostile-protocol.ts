import { octetsOf, textOf } from "@anyurl/core";
import type { HostileProtocol, ServerStep } from "@anyurl/testkit";
import {
  DIRECTORY,
  directoryResults,
  FILE,
  formatReply,
  lookupResults,
  readCall,
  readResults,
} from "./rpc-replies.ts";

const [LOOKUP, MKDIR, REMOVE, RENAME] = [3, 9, 12, 14];

/** Returns the length of a call: a client sends it as one fragment. */
function requestLength(received: Uint8Array): number | undefined {
  if (received.length < 4) return undefined;
  const length = 4 + (Buffer.from(received).readUInt32BE(0) - 0x8000_0000);
  return received.length < length ? undefined : length;
}

/** Every path exists. What ends with "/", and the parent of what is changed, is a directory. */
function answer(request: string): readonly ServerStep[] {
  const { xid, procedure, args } = readCall(octetsOf(request));
  if (procedure === LOOKUP) {
    args.opaque();
    const path = textOf(args.opaque());
    const type = path.endsWith(".bin") ? FILE : DIRECTORY;
    return [{ is: "reply", text: textOf(formatReply(xid, lookupResults(type))) }];
  }
  const weak = procedure === RENAME ? [0, 0, 0, 0] : [0, 0];
  if (procedure === MKDIR || procedure === REMOVE || procedure === RENAME) {
    const made = procedure === MKDIR ? [0, 0] : [];
    return [{ is: "reply", text: textOf(formatReply(xid, [0, ...made, ...weak])), confirms: true }];
  }
  return [{ is: "body" }];
}

/** Returns the part of a document that the client requests. */
function documentPart(document: Uint8Array, _maxChunk?: number, to = ""): Uint8Array {
  if (to === "") return document;
  const { xid, args } = readCall(octetsOf(to));
  return formatReply(xid, readResults(document, args));
}

/** An entry is a line of hexadecimal digits until {@link directory} makes a record of it: a name may have line ends. */
function entry(name: string, size: string): string {
  return `${Buffer.from(octetsOf(name)).toString("hex")} ${size}`;
}

function directory(lines: Uint8Array, _maxChunk?: number, to = ""): Uint8Array {
  const entries = textOf(lines)
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line, i) => {
      const [digits = "", size = ""] = line.split(" ");
      const length = Number(size);
      const isSize = Number.isSafeInteger(length) && length >= 0;
      return { name: textOf(Buffer.from(digits, "hex")), cookie: i + 1, ...(isSize && { size: length }) };
    });
  const xid = to === "" ? 2 : readCall(octetsOf(to)).xid;
  return formatReply(xid, directoryResults(entries));
}

export const PROTOCOL: HostileProtocol = {
  requestLength,
  answer,
  operations: [
    { operation: "get", url: "nfs://h.example/pub/a.bin", end: "mark", frame: documentPart },
    { operation: "list", url: "nfs://h.example/pub/", end: "mark", entry, frame: directory },
    {
      ...{ operation: "stat", url: "nfs://h.example/pub/a.bin", end: "mark" },
      attributes: {
        ...{ kind: "file", size: 0, modified: new Date(787_924_800_000), modifiedPrecision: "millisecond" },
        mediaType: "application/octet-stream",
        attributes: { mode: "0644", uid: "65534", gid: "65534" },
      },
    },
    { operation: "remove", url: "nfs://h.example/pub/a.bin", end: "mark" },
    { operation: "rename", url: "nfs://h.example/pub/a.bin", to: "nfs://h.example/pub/b.bin", end: "mark" },
    { operation: "makeDirectory", url: "nfs://h.example/pub/new/", end: "mark" },
  ],
};
