import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCancel, formatPacket, parsePacket } from "../src/ardp-packet.ts";
import headers from "./fixtures/headers.json" with { type: "json" };
import { hexOf, octetsOfHex } from "./scripted-datagrams.ts";

interface Fields {
  readonly cid: number;
  readonly packet: number;
  readonly total: number;
  readonly receivedThrough: number | null;
  readonly wait: number | null;
  readonly flags: number;
  readonly option: number;
  readonly beyond?: readonly number[];
  readonly address?: string;
  readonly port?: number;
  readonly queuePosition?: number;
  readonly queueSeconds?: number;
}

describe("an ARDP header", () => {
  it.each(headers.cases.map(({ what, hex, fields }) => [what, hex, fields as Fields] as const))(
    "parses %s",
    (_what, hex, fields) => {
      const packet = parsePacket(octetsOfHex(hex));
      expect(packet).toMatchObject({
        connectionId: fields.cid,
        number: fields.packet,
        total: fields.total,
        receivedThrough: fields.receivedThrough ?? undefined,
        wait: fields.wait ?? undefined,
        acknowledge: (fields.flags & 0x80) !== 0,
        isControl: (fields.flags & 0x40) !== 0,
        option: optionOf(fields),
      });
    },
  );

  it("may end after any field, and its length sets the start of the text", () => {
    const whole = octetsOfHex("0c5a5a00020003000100078041");
    expect(parsePacket(whole)).toMatchObject({ number: 2, total: 3, content: Uint8Array.of(0x41) });
    for (const length of [1, 3, 5, 7, 9, 11]) {
      const cut = Uint8Array.of(length, ...whole.subarray(1, length), 0x41);
      expect(parsePacket(cut)).toMatchObject({ content: Uint8Array.of(0x41) });
    }
  });

  it.each([
    ["nothing at all", ""],
    ["no octet", "00"],
    ["half an id", "025a41"],
    ["half a number", "045a5a0041"],
    ["longer than the datagram", "095a5a00010001"],
    ["an address beyond its end", "105a5a0001000100000000010001ff00"],
    ["flags without their fields", "0d5a5a0001000100000000ff00"],
    ["a redirect without a port", "115a5a0000000000000000000400000000"],
    ["a queue without its seconds", "0f5a5a000000000000000000fe0200"],
  ])("is undefined if it contradicts itself: %s", (_what, hex) => {
    expect(parsePacket(octetsOfHex(hex))).toBeUndefined();
  });

  it.each(["40", "80", "c9", "20", "ff", "56"])("is foreign in another version: %s", (first) => {
    expect(parsePacket(octetsOfHex(`${first}${"00".repeat(300)}`))).toBe("foreign");
  });

  it("is formatted in 9 bytes, or 12 with a request for an acknowledgement", () => {
    const header = { connectionId: 0x1234, number: 1, total: 2, receivedThrough: 0 };
    expect(hexOf(formatPacket(header))).toBe("091234000100020000");
    expect(hexOf(formatPacket({ ...header, acknowledge: true }, Uint8Array.of(0x41)))).toBe(
      "0c123400010002000000008041",
    );
    expect(hexOf(formatCancel(0x5a5a))).toBe("0d5a5a00000000000000000001");
  });

  it("parses what it formats", () => {
    const short = fc.nat(0xffff);
    const header = fc.record({
      connectionId: short,
      number: short,
      total: short,
      receivedThrough: short,
      acknowledge: fc.boolean(),
    });
    fc.assert(
      fc.property(header, fc.uint8Array(), (written, content) => {
        expect(parsePacket(formatPacket(written, content))).toMatchObject({ ...written, content });
      }),
    );
  });

  it("parses or rejects any bytes without reading past their end", () => {
    const likely = fc
      .tuple(fc.nat(40), fc.uint8Array({ maxLength: 40 }))
      .map(([first, rest]) => Uint8Array.of(first, ...rest));
    fc.assert(
      fc.property(fc.oneof(likely, fc.uint8Array({ maxLength: 64 })), (octets) => {
        const packet = parsePacket(octets);
        if (packet === undefined || packet === "foreign") return;
        expect(packet.content.length).toBeLessThan(octets.length);
      }),
    );
  });
});

function optionOf({ option, beyond, address, port, queuePosition, queueSeconds }: Fields): unknown {
  if (beyond !== undefined) return { kind: "beyond", numbers: beyond };
  if (address !== undefined) return { kind: "redirect", host: address, port };
  if (option === 254) {
    return {
      kind: "queue",
      ...(queuePosition !== undefined && { position: queuePosition }),
      ...(queueSeconds !== undefined && { seconds: queueSeconds }),
    };
  }
  return option === 1 ? { kind: "refused" } : option === 2 ? { kind: "reset" } : undefined;
}
