import { octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { ApduInbox } from "../src/apdu.ts";
import { decodeApdu, type Element } from "../src/ber.ts";
import {
  encodeBoolean,
  encodeConstructed,
  encodeInteger,
  encodeNested,
  encodeOid,
  encodePrimitive,
  encodeSequence,
  encodeTaggedOid,
  encodeText,
} from "../src/encode.ts";

/* BER (X.690), byte by byte, and the limits of a message. */

const hex = (octets: Uint8Array | undefined) => octets && Buffer.from(octets).toString("hex");
const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
const zeros = (length: number) => new Uint8Array(length);

describe("an encoded element (X.690 §8)", () => {
  it.each([
    [0, "00"],
    [1, "01"],
    [127, "7f"],
    [128, "0080"],
    [255, "00ff"],
    [256, "0100"],
    [32_767, "7fff"],
    [32_768, "008000"],
    [65_536, "010000"],
    [2 ** 31, "0080000000"],
    [2 ** 32, "0100000000"],
    [2 ** 53 - 1, "1fffffffffffff"],
  ])("of the number %i has the content %s (§8.3)", (value, content) => {
    const octets = encodeInteger(5, value);
    expect(hex(octets)).toBe(`850${content.length / 2}${content}`);
    if (content.length <= 12) expect(decode(octets).integer).toBe(value);
  });

  it.each([
    [0, "80", "a0"],
    [1, "81", "a1"],
    [30, "9e", "be"],
    [31, "9f1f", "bf1f"],
    [127, "9f7f", "bf7f"],
    [128, "9f8100", "bf8100"],
    [205, "9f814d", "bf814d"],
    [16_383, "9fff7f", "bfff7f"],
    [16_384, "9f818000", "bf818000"],
  ])(
    "with the context tag %i begins with %s, or %s if it is constructed (§8.1.2)",
    (tag, primitive, constructed) => {
      expect(hex(encodePrimitive(tag, zeros(0)))).toBe(`${primitive}00`);
      expect(hex(encodeConstructed(tag))).toBe(`${constructed}00`);
      expect(hex(encodeConstructed(tag, bytes("8000"), bytes("8101ff")))).toBe(`${constructed}0580008101ff`);
      expect(decode(encodePrimitive(tag, zeros(0))).tag).toBe(tag);
    },
  );

  it.each([
    [0, "00"],
    [1, "01"],
    [127, "7f"],
    [128, "8180"],
    [255, "81ff"],
    [256, "820100"],
    [65_535, "82ffff"],
    [65_536, "83010000"],
  ])("of %i bytes has the length %s (§8.1.3)", (length, written) => {
    expect(hex(encodePrimitive(1, zeros(length)).subarray(0, 1 + written.length / 2))).toBe(`81${written}`);
    expect(hex(encodeSequence(zeros(length)).subarray(0, 1 + written.length / 2))).toBe(`30${written}`);
    expect(encodePrimitive(1, zeros(length))).toHaveLength(1 + written.length / 2 + length);
  });

  it.each([
    ["0.0", "00"],
    ["0.39", "27"],
    ["1.0", "28"],
    ["1.2.3", "2a03"],
    ["1.39.127", "4f7f"],
    ["2.0", "50"],
    ["2.47.128", "7f8100"],
    ["2.48", "8100"],
    ["2.999.3", "883703"],
    ["1.2.840.10003.5.109.10", "2a8648ce13056d0a"],
  ])("of the object identifier %s has the content %s (§8.19)", (oid, content) => {
    const length = `0${content.length / 2}`;
    expect(hex(encodeOid(oid))).toBe(`06${length}${content}`);
    expect(hex(encodeTaggedOid(104, oid))).toBe(`9f68${length}${content}`);
    expect(decode(encodeOid(oid)).oid).toBe(oid);
  });

  it("of a BOOLEAN is 0 or 1, and of text its bytes (§8.2, §8.7)", () => {
    expect(hex(encodeBoolean(16, true))).toBe("900101");
    expect(hex(encodeBoolean(16, false))).toBe("900100");
    expect(hex(encodeText(105, "aé\udcff"))).toBe("9f690461c3a9ff");
  });

  it("in others with one tag has all of their lengths", () => {
    expect(hex(encodeNested(1, bytes("8000"), [], bytes("8100")))).toBe("8000");
    expect(hex(encodeNested(1, bytes("8000"), [bytes("82017f"), bytes("8300")], bytes("8100")))).toBe(
      "a10da107800082017f810083008100",
    );
    const long = encodePrimitive(2, zeros(130));
    expect(hex(encodeNested(31, bytes("8000"), [long, bytes("8300")], bytes("8100")))?.slice(0, 16)).toBe(
      "bf1f8191bf1f8189",
    );
  });
});

const LIMITS = { maxApdu: 100_000, maxElements: 100_000 };

/** The member of a message. */
function decode(octets: Uint8Array): Element {
  return decodeApdu(encodeConstructed(1, octets), LIMITS).members[0]!;
}

const INVALID = {
  code: "protocol-error",
  hint: "check that the host and the port are those of a Z39.50 server",
};

const invalid = (what: string) =>
  expect.objectContaining({ ...INVALID, message: `the server sent a message with ${what}` });

describe("a decoded element (X.690 §8)", () => {
  it.each([
    ["00", false],
    ["01", true],
    ["ff", true],
    ["0000", false],
    ["0001", true],
  ])("%s is the BOOLEAN %s: 0, or anything else (§8.2)", (content, value) => {
    expect(decode(encodePrimitive(1, bytes(content))).boolean).toBe(value);
  });

  it.each([
    ["ff", -1],
    ["80", -128],
    ["ff7f", -129],
    ["00ff", 255],
    ["0000000000ff", 255],
    ["7fffffffffff", 2 ** 47 - 1],
    ["800000000000", -(2 ** 47)],
  ])("%s is the number %i (§8.3)", (content, value) => {
    expect(decode(encodePrimitive(1, bytes(content))).integer).toBe(value);
  });

  it.each(["", "00000000000001"])("%j is not a number of 1 to 6 bytes", (content) => {
    expect(() => decode(encodePrimitive(1, bytes(content))).integer).toThrow(invalid("an invalid number"));
  });

  it.each([
    ["2a", "1.2"],
    ["2a80808080808001", "1.2.1"],
    [`2a${"01".repeat(63)}`, `1.2${".1".repeat(63)}`],
    ["2affffffffffff7f", `1.2.${2 ** 49 - 1}`],
    ["ffffffffffff7f", `2.${2 ** 49 - 1 - 80}`],
  ])("%s is the object identifier %s, of up to 64 bytes and 7 in an arc (§8.19)", (content, oid) => {
    expect(decode(encodePrimitive(1, bytes(content))).oid).toBe(oid);
  });

  it.each(["", "80", "2a81", `2a${"01".repeat(64)}`, "2a8080808080808001"])(
    "%j is not an object identifier",
    (content) => {
      expect(() => decode(encodePrimitive(1, bytes(content))).oid).toThrow(
        invalid("an invalid object identifier"),
      );
    },
  );

  it("has a context tag or a universal tag, members or content", () => {
    const [context, universal, sequence, nested] = decodeApdu(
      bytes("a10f 9f1f0161 040162 3003810163 a2028300"),
      LIMITS,
    ).members;
    expect([context, universal, sequence, nested].map((each) => [each?.tag, each?.universal])).toEqual([
      [31, -1],
      [-1, 4],
      [-1, 16],
      [2, -1],
    ]);
    expect([context, universal, sequence, nested].map((each) => each?.members.length)).toEqual([0, 0, 1, 1]);
    expect([context, universal].map((each) => each?.text)).toEqual(["a", "b"]);
    expect(hex(sequence?.octets)).toBe("3003810163");
    expect(sequence?.find(1)?.text).toBe("c");
    expect(sequence?.find(2)).toBeUndefined();
    // A string of bytes that is universal is not the context tag with its number.
    expect(decodeApdu(bytes("a103040162"), LIMITS).find(4)).toBeUndefined();
  });

  it("in parts has the content of all of them (§8.7.3)", () => {
    expect(hex(decode(bytes("a10681016181026263")).content)).toBe("616263");
    expect(decode(bytes("a180 810161 810162 0000")).text).toBe("ab");
  });
});

describe("a message of a server", () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }).reduce<Uint8Array>((inner) => encodeConstructed(1, inner), zeros(0));

  it("has up to 32 nested elements", () => {
    expect(decodeApdu(nested(32), LIMITS).tag).toBe(1);
    expect(() => decodeApdu(nested(33), LIMITS)).toThrow(invalid("more than 32 nested elements"));
  });

  it("has as many elements as the option maxElements says", () => {
    const octets = encodeConstructed(1, ...Array<Uint8Array>(9).fill(encodeInteger(1, 1)));
    expect(decodeApdu(octets, { ...LIMITS, maxElements: 10 }).members).toHaveLength(9);
    expect(() => decodeApdu(octets, { ...LIMITS, maxElements: 9 })).toThrow(
      invalid("more than 9 elements; increase the z39.50 option maxElements"),
    );
  });

  it.each(["b503810901", "b50381010100", "b5038101", "b5"])("%s is not BER", (octets) => {
    expect(() => decodeApdu(bytes(octets), LIMITS)).toThrow(invalid("invalid BER"));
  });
});

/** Takes a message from an inbox with a limit. `undefined`: it is not complete. */
function take(octets: Uint8Array, maxApdu = 100): string | undefined {
  const inbox = new ApduInbox({ maxApdu });
  inbox.push(octets);
  return hex(inbox.take());
}

describe("the inbox of messages", () => {
  it.each([
    ["a definite length", "b50381017f"],
    ["a length of 0", "b500"],
    ["a long length", "b58400000003 81017f"],
    ["a long tag", "bf817f00"],
    ["a tag of 4 bytes", "bf81817f00"],
    ["a tag with a byte of 0", "bf81800000"],
    ["a member with a tag of 4 bytes", "b580 9f81817f0105 0000"],
    ["an indefinite length", "b580 81017f 0000"],
    ["nested indefinite lengths", "b580 a180 81017f 0000 a280 0000 0000"],
    ["a definite length in an indefinite one", "b580 a1040000 0000 0000"],
    ["zeros that do not end it", "b580 81020000 0000"],
  ])("takes a message with %s", (_, octets) => {
    const whole = bytes(octets);
    expect(take(whole)).toBe(hex(whole));
    for (let length = 0; length < whole.length; length++)
      expect(take(whole.slice(0, length)), `${length} bytes`).toBeUndefined();
    const inbox = new ApduInbox({ maxApdu: 100 });
    expect(inbox.isEmpty).toBe(true);
    inbox.push(bytes(`${octets}${octets}b5`));
    expect([hex(inbox.take()), hex(inbox.take()), inbox.take()]).toEqual([hex(whole), hex(whole), undefined]);
    expect(inbox.isEmpty).toBe(false);
  });

  const depth = (count: number) => bytes(`b580${"a180".repeat(count - 1)}${"0000".repeat(count)}`);

  it("takes up to 32 nested elements of indefinite length", () => {
    expect(take(depth(32), 1000)).toBe(hex(depth(32)));
    expect(() => take(depth(33), 1000)).toThrow(invalid("more than 32 nested elements"));
  });

  const TOO_LARGE = expect.objectContaining({
    code: "too-large",
    message: "the server sent a message longer than 10 bytes",
    hint: "increase the z39.50 option maxApdu",
  });

  it.each([
    ["b508", "b509"],
    ["b508 8106000000000000", "b509 8107"],
    ["b58107", "b58108"],
    ["b580 8106", "b580 8107"],
    ["b580 8100 8100 8100 8100", "b580 8100 8100 8100 8100 81"],
  ])("takes %s of a message of up to 10 bytes, and fails after %s", (enough, tooMuch) => {
    expect(() => take(bytes(enough), 10)).not.toThrow();
    expect(() => take(bytes(tooMuch), 10)).toThrow(TOO_LARGE);
  });

  it.each([
    ["bf8181818100", "a tag of more than 4 bytes"],
    ["b580 9f8181818100", "a tag of more than 4 bytes"],
    ["b580 8180", "a value of indefinite length"],
    ["b585", "a length of more than 4 bytes"],
    ["b5ff", "a length of more than 4 bytes"],
  ])("fails for %s: %s", (octets, what) => {
    expect(() => take(bytes(octets))).toThrow(invalid(what));
  });

  it.each(["48545450", "80", "9f", "35", "e0", "c0", "75"])("takes %s for another protocol", (octets) => {
    expect(() => take(bytes(octets))).toThrow(
      expect.objectContaining({
        code: "protocol-error",
        message: "the server does not use Z39.50",
        hint: "check the host and the port",
      }),
    );
  });

  it("keeps bytes that do not end the tag", () => {
    expect(take(bytes("bf8181"))).toBeUndefined();
    expect(take(octetsOf(""))).toBeUndefined();
  });
});
