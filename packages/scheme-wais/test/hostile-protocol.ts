import { octetsOf, textOf } from "@anyurl/core";
import {
  formatMessage,
  formatSearchResponse,
  HEADER_BYTES,
  type ResponseRecord,
  readSearch,
} from "@anyurl/protocol-wais";
import type { HostileProtocol, ServerStep } from "@anyurl/testkit";
import { ACCEPTED, headerOf, OUT_OF_RANGE } from "./memory-server.ts";

const INIT = 20;

/** Returns the length of a message: its header begins with the length of its body. */
function requestLength(received: Uint8Array): number | undefined {
  if (received.length < HEADER_BYTES) return undefined;
  const length = HEADER_BYTES + Number(textOf(received.subarray(0, 10)));
  return received.length < length ? undefined : length;
}

function readRequest(request: string): Uint8Array {
  return octetsOf(request).subarray(HEADER_BYTES);
}

function answer(request: string): readonly ServerStep[] {
  return readRequest(request)[2] === INIT ? [{ is: "reply", text: textOf(ACCEPTED) }] : [{ is: "body" }];
}

function formatResponse(records: readonly ResponseRecord[]): Uint8Array {
  return formatMessage(formatSearchResponse({ status: 0, records }));
}

/** Returns the part of a document that the client requests. */
function documentPart(document: Uint8Array, _maxChunk?: number, to = ""): Uint8Array {
  if (to === "") return document;
  const { query } = readSearch(readRequest(to));
  if (query.is !== "retrieval") return formatResponse([]);
  const { start = 0, end = 0 } = query.part ?? {};
  const text = { is: "text", documentId: query.documentId, octets: document.subarray(start, end) } as const;
  return formatResponse(end > document.length ? [text, OUT_OF_RANGE] : [text]);
}

/** An entry is a line of hexadecimal digits until {@link hits} makes a record of it: a name may have line ends. */
function entry(name: string, size: string): string {
  return `${Buffer.from(octetsOf(name)).toString("hex")} ${size}`;
}

function hits(lines: Uint8Array): Uint8Array {
  const records = textOf(lines)
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [digits = "", size = ""] = line.split(" ");
      const headline = textOf(Buffer.from(digits, "hex"));
      const length = Number(size);
      return headerOf({
        headline,
        ...(Number.isInteger(length) && length >= 0 && length < 2 ** 31 && { length }),
      });
    });
  return formatResponse(records);
}

export const PROTOCOL: HostileProtocol = {
  requestLength,
  answer,
  operations: [
    { operation: "get", url: "wais://h.example/db/TEXT/3=x;", end: "mark", frame: documentPart },
    { operation: "list", url: "wais://h.example/db?tide", end: "mark", entry, frame: hits },
    { operation: "search", url: "wais://h.example/db", words: "tide", end: "mark", entry, frame: hits },
  ],
};
