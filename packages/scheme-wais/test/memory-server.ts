import { type ClientOptions, createClient } from "@anyurl/client";
import type { Limits } from "@anyurl/core";
import {
  type DocumentHeader,
  formatInitResponse,
  formatMessage,
  formatSearchResponse,
  type Message,
  MessageInbox,
  type ResponseRecord,
  readSearch,
  type Search,
} from "@anyurl/protocol-wais";
import { fakeClock, type MemoryPeer, memoryTransport } from "@anyurl/testkit";
import { wais } from "../src/index.ts";

// Load from disk first, because this takes real time, which the fake clock does not have.
await wais.access?.();

const ADDRESS = "10.0.0.1";

/** Answers a message; `undefined`: closes. What it says beyond the answer is its own affair. */
export type Answer = (
  message: Message,
  nth: number,
  peer: MemoryPeer,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** Creates a client for one in-memory server and a fake clock. */
export function worldOf(
  answer: Answer,
  limits: Partial<Limits> = {},
  options: Readonly<Record<string, unknown>> = {},
  connections: NonNullable<ClientOptions<readonly [typeof wais]>["connections"]> = {},
) {
  const transport = memoryTransport({ names: { "h.example": [ADDRESS] } });
  const clock = fakeClock();
  const asked: Message[] = [];
  transport.listen(ADDRESS, 210, async (peer) => {
    const inbox = new MessageInbox(1_000_000);
    for (;;) {
      const octets = await peer.receive();
      if (octets === undefined) return peer.end();
      inbox.push(octets);
      for (let message = inbox.take(); message !== undefined; message = inbox.take()) {
        asked.push(message);
        const said = await answer(message, asked.length - 1, peer);
        if (said === undefined) return peer.end();
        await peer.send(said);
      }
    }
  });
  const client = createClient({
    schemes: [wais],
    transport,
    clock,
    limits,
    connections,
    options: { wais: { ...options } },
  });
  return { client, clock, transport, asked };
}

export const ACCEPTED: Uint8Array = formatMessage(
  formatInitResponse({
    accepted: true,
    facilities: ["search"],
    preferredMessageSize: 100_000,
    maximumRecordSize: 100_000,
  }),
);

/** A server that accepts every Init, and returns these records for searches. */
export function searching(records: (search: Search) => readonly ResponseRecord[]): Answer {
  return ({ body }) =>
    body[2] === 20
      ? ACCEPTED
      : formatMessage(formatSearchResponse({ status: 0, records: records(readSearch(body)) }));
}

/** A server with one document. */
export function serving(document: Uint8Array): Answer {
  return searching(({ query }) => {
    if (query.is !== "retrieval") return [];
    const { start = 0, end = 0 } = query.part ?? {};
    const text: ResponseRecord = {
      is: "text",
      documentId: query.documentId,
      octets: document.subarray(start, end),
    };
    return end > document.length ? [text, OUT_OF_RANGE] : [text];
  });
}

export const OUT_OF_RANGE: ResponseRecord = {
  is: "diagnostic",
  code: "SF",
  text: "Request out of range",
  surrogate: true,
};

export function headerOf(header: Partial<DocumentHeader> = {}): DocumentHeader {
  return {
    is: "header",
    documentId: "\x03\x01a",
    score: 1000,
    length: 0,
    types: ["TEXT"],
    headline: "A",
    ...header,
  };
}

export async function all<T>(things: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const thing of things) list.push(thing);
  return list;
}
