import { concat } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import {
  formatInit,
  formatInitResponse,
  formatMessage,
  formatSearch,
  formatSearchResponse,
  fromPrintable,
  type Message,
  MessageInbox,
  readInit,
  readInitResponse,
  readSearch,
  readSearchResponse,
  toPrintable,
} from "../src/index.ts";
import { fixture, recorded } from "./fixtures.ts";

/** Each complete message from real software, with its session. */
const MESSAGES = recorded().flatMap(({ name, frames }) =>
  frames
    .filter(({ octets }) => octets.length > 0)
    .map((frame) => [`${name}: ${frame.from}, ${frame.what}`, frame] as const),
);

/** Parses and formats a message, which must give the same bytes. */
function again(body: Uint8Array): Uint8Array {
  if (body.length === 0) return body;
  switch (body[2]) {
    case 20:
      return formatInit(readInit(body));
    case 21:
      return formatInitResponse(readInitResponse(body));
    case 22:
      return formatSearch(readSearch(body));
    default:
      return formatSearchResponse(readSearchResponse(body, 1000));
  }
}

/** Messages that violate the protocol, and that a server rejects: they are not formatted again. */
const NOT_OURS = ["PDU type 24 (Present)", "Search with unknown tag 200"];

describe("messages of real software", () => {
  it("include more than fifty", () => expect(MESSAGES.length).toBeGreaterThan(80));

  it.each(MESSAGES.filter(([, { what }]) => !NOT_OURS.includes(what)))("%s", (_, { octets }) => {
    const [message] = messagesIn([octets]);
    const { header, body } = message!;
    const printable = header.encoding === "h";
    const plain = printable ? fromPrintable(body) : body;
    const written = again(plain);
    expect(hex(written)).toBe(hex(plain));
    expect(hex(formatMessage(printable ? toPrintable(written) : written, header))).toBe(hex(octets));
  });

  it.each(NOT_OURS)("rejects %s", (what) => {
    const { octets } = fixture("server-cannot-answer").frames.find((frame) => frame.what === what)!;
    expect(() => readSearch(messagesIn([octets])[0]!.body)).toThrow(
      expect.objectContaining({ name: "AccessError", code: "protocol-error" }),
    );
  });

  it("parses the same result however the bytes are split", () => {
    const octets = concat(...MESSAGES.slice(0, 6).map(([, frame]) => frame.octets));
    const whole = messagesIn([octets]);
    expect(whole).toHaveLength(6);
    expect(messagesIn(Array.from(octets, (octet) => Uint8Array.of(octet)))).toEqual(whole);
    for (let cut = 0; cut <= octets.length; cut += 7)
      expect(messagesIn([octets.subarray(0, cut), octets.subarray(cut)])).toEqual(whole);
  });
});

function messagesIn(packets: readonly Uint8Array[]): readonly Message[] {
  const inbox = new MessageInbox(1_000_000);
  const messages: Message[] = [];
  for (const packet of packets) {
    inbox.push(packet);
    for (let message = inbox.take(); message !== undefined; message = inbox.take()) messages.push(message);
  }
  expect(inbox.empty).toBe(true);
  return messages;
}

function hex(octets: Uint8Array): string {
  return Buffer.from(octets).toString("hex");
}
