import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApduInbox } from "../src/apdu.ts";
import { decodeApdu } from "../src/ber.ts";
import { encodeConstructed, encodeInteger, encodeOid, encodePrimitive, encodeText } from "../src/encode.ts";
import { encodeQuery } from "../src/query.ts";
import { readResponse } from "../src/read-response.ts";
import { initResponse, presentResponse, record, recordOf, records, universal } from "./hostile-protocol.ts";

const LIMITS = { maxApdu: 1000, maxElements: 500 };

/** Returns the APDUs of bytes that arrive in parts, or the code of the error. */
function split(octets: Uint8Array, size: number): readonly Uint8Array[] | string {
  const inbox = new ApduInbox(LIMITS);
  const apdus: Uint8Array[] = [];
  try {
    for (let at = 0; at < octets.length; at += size) {
      inbox.push(octets.slice(at, at + size));
      for (let apdu = inbox.take(); apdu !== undefined; apdu = inbox.take()) apdus.push(apdu);
    }
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
  return apdus;
}

/** A constructed element of indefinite length. */
function indefinite(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.of(tag, 0x80, ...content.flatMap((octets) => [...octets]), 0, 0);
}

const leaf = fc
  .tuple(fc.constantFrom(0, 5, 30, 31, 131, 211), fc.uint8Array({ maxLength: 200 }))
  .map(([tag, content]) => encodePrimitive(tag, content));
const tree = fc.letrec<{ element: Uint8Array }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("element"), { maxLength: 3 }).map((members) => encodeConstructed(1, ...members)),
    fc.array(tie("element"), { maxLength: 3 }).map((members) => indefinite(0xa1, ...members)),
  ),
})).element;

describe("the bytes of a server", () => {
  it("are split into APDUs of definite and indefinite length, however they arrive", () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(tree, { maxLength: 3 }), { maxLength: 3 }),
        fc.nat({ max: 20 }),
        (lists, size) => {
          const apdus = lists.map((members, i) =>
            i % 2 === 0 ? indefinite(0xb9, ...members) : encodeConstructed(25, ...members),
          );
          fc.pre(apdus.every(({ length }) => length <= LIMITS.maxApdu));
          const octets = Uint8Array.from(apdus.flatMap((apdu) => [...apdu]));
          expect(split(octets, size + 1)).toEqual(apdus);
        },
      ),
    ));

  it.each([
    ["HTTP", "HTTP/1.0 400 Bad Request\r\n", "protocol-error"],
    ["WAIS", "0000000027z2wais        0", "protocol-error"],
  ])("are rejected if they are %s", (_, text, code) =>
    expect(split(new TextEncoder().encode(text), 1)).toBe(code),
  );

  it.each<[string, readonly number[], string]>([
    ["a length of 2^31 bytes", [0xb5, 0x84, 0x7f, 0xff, 0xff, 0xff], "too-large"],
    ["a member of 2^31 bytes", [0xb5, 0x80, 0x81, 0x84, 0x7f, 0xff, 0xff, 0xff], "too-large"],
    ["a length of 5 bytes", [0xb5, 0x85, 0, 0, 0, 0, 1], "protocol-error"],
    ["a tag of 5 bytes", [0xbf, 0x81, 0x81, 0x81, 0x81, 0x01, 0], "protocol-error"],
    ["a value of indefinite length", [0xb5, 0x80, 0x81, 0x80], "protocol-error"],
    ["40 nested elements of indefinite length", Array(40).fill([0xb5, 0x80]).flat(), "protocol-error"],
    ["members without an end", [0xb5, 0x80, ...Array(600).fill([0x81, 0]).flat()], "too-large"],
  ])("are rejected for %s", (_, octets, code) => {
    for (const size of [1, 7, 2000]) expect(split(Uint8Array.from(octets), size)).toBe(code);
  });
});

describe("an APDU", () => {
  it.each<[string, Uint8Array]>([
    [
      "40 nested elements",
      Array.from({ length: 40 }).reduce<Uint8Array>(
        (inner) => encodeConstructed(1, inner),
        new Uint8Array(0),
      ),
    ],
    ["too many elements", encodeConstructed(1, ...Array(600).fill(encodeInteger(1, 1)))],
    ["a member that is longer than it", Uint8Array.of(0xb5, 3, 0x81, 9, 1)],
    ["bytes after its members", Uint8Array.of(0xb5, 3, 0x81, 1, 1, 0)],
    ["an empty EXTERNAL in a record", presentResponse(records(recordOf(Uint8Array.of(0x18, 0))))],
  ])("is rejected with %s", (_, octets) =>
    expect(() => decodeApdu(octets, LIMITS)).toThrow(expect.objectContaining({ code: "protocol-error" })),
  );

  it.each<[string, Uint8Array]>([
    ["no result", encodeConstructed(21, encodePrimitive(4, Uint8Array.of(0, 0xc0)))],
    ["no services", encodeConstructed(21, encodePrimitive(12, Uint8Array.of(1)))],
    ["a search without a number of records", encodeConstructed(23, encodePrimitive(22, Uint8Array.of(1)))],
    [
      "a negative number of records",
      encodeConstructed(23, encodePrimitive(23, Uint8Array.of(0xff)), encodePrimitive(22, Uint8Array.of(1))),
    ],
    [
      "an empty number of records",
      encodeConstructed(23, encodePrimitive(23, new Uint8Array(0)), encodePrimitive(22, Uint8Array.of(1))),
    ],
    ["a record of no kind", presentResponse(records(encodeConstructed(1)))],
    [
      "a record of an unknown kind",
      presentResponse(records(encodeConstructed(9, encodeConstructed(1, encodeConstructed(3))))),
    ],
    [
      "a record that is not an EXTERNAL",
      presentResponse(
        records(encodeConstructed(9, encodeConstructed(1, encodeConstructed(1, encodeOid("1.2"))))),
      ),
    ],
    [
      "an OID with an endless arc",
      presentResponse(
        records(
          encodeConstructed(
            9,
            encodeConstructed(
              1,
              encodeConstructed(
                1,
                Uint8Array.of(0x28, 12, 6, 10, 0x2a, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 1),
              ),
            ),
          ),
        ),
      ),
    ],
    ["a text in parts", presentResponse(records(Uint8Array.of(0x32, 4, 0x80, 0, 0x80, 0)))],
    [
      "an OID that does not end",
      presentResponse(
        records(
          encodeConstructed(
            9,
            encodeConstructed(1, encodeConstructed(1, Uint8Array.of(0x28, 4, 6, 2, 0x2a, 0x81))),
          ),
        ),
      ),
    ],
  ])("is not a response with %s", (_, octets) =>
    expect(() => readResponse(octets, LIMITS)).toThrow(expect.objectContaining({ code: "protocol-error" })),
  );

  it("says the name of the server's program, without control characters", () =>
    expect(
      readResponse(
        encodeConstructed(
          21,
          encodePrimitive(4, Uint8Array.of(0, 0xc0)),
          encodePrimitive(12, Uint8Array.of(1)),
          encodeText(111, "a\x1b[2J"),
        ),
        LIMITS,
      ),
    ).toMatchObject({ accepted: true, services: new Set([0, 1]), implementation: "a\\x1b[2J" }));

  it("can have members that are unknown (RFC 1729)", () => {
    expect(readResponse(encodeConstructed(33, encodeInteger(1, 1)), LIMITS)).toEqual({ is: "other" });
    expect(readResponse(initResponse(), LIMITS)).toMatchObject({ is: "init", accepted: true });
  });

  it("can send a value in parts (X.690 §8.7.3)", () => {
    const parts = Uint8Array.of(0xa1, 8, 4, 2, 0x61, 0x62, 4, 2, 0x63, 0x64);
    const octets = Uint8Array.of(0x28, 3 + 2 + parts.length - 1 + 0, 6, 2, 0x2a, 3, ...parts);
    octets[1] = octets.length - 2;
    const apdu = presentResponse(
      records(encodeConstructed(9, encodeConstructed(1, encodeConstructed(1, octets)))),
    );
    expect(readResponse(apdu, LIMITS)).toMatchObject({
      records: { found: [{ syntax: "1.2.3", octets: new TextEncoder().encode("abcd") }] },
    });
  });

  it("keeps the bytes of a record, and the encoding of one that has none", () => {
    const bytes = Uint8Array.of(0xff, 0, 1);
    expect(readResponse(presentResponse(records(record(bytes))), LIMITS)).toMatchObject({
      records: { found: [{ database: "db", octets: bytes }] },
    });
    const element = encodeConstructed(1, universal(2, Uint8Array.of(1)));
    expect(readResponse(presentResponse(records(recordOf(element, "1.2.3"))), LIMITS)).toMatchObject({
      records: { found: [{ octets: element }] },
    });
  });
});

describe("a query", () => {
  const term = (text: string) =>
    encodeConstructed(0, encodeConstructed(102, encodeConstructed(44), encodeText(45, text)));
  const or = encodeConstructed(46, encodePrimitive(1, new Uint8Array(0)));

  it("of several operands joins the first two, and then the result with each further one (ISO 23950 §3.7)", () => {
    for (let length = 0; length < 40; length++) {
      const others = Array.from({ length }, (_, i) => "x".repeat(i));
      const joined = others
        .map(term)
        .reduce((left, right) => encodeConstructed(1, left, right, or), term("a"));
      expect(encodeQuery({ or: [{ term: "a" }, ...others.map((text) => ({ term: text }))] })).toEqual(
        encodeConstructed(21, encodeConstructed(1, encodeOid("1.2.840.10003.3.1"), joined)),
      );
    }
  });
});
