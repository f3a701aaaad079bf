import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCommand, formatSubnegotiation } from "../src/commands.ts";
import { encodeNvt, NvtParser } from "../src/nvt.ts";
import { cuts, exchangeWith, hex, octets, outcomeOf, same } from "./world.ts";

/** The expected result, for all chunk boundaries. */
function comes(wire: string, events: readonly string[], answers = ""): void {
  for (const pieces of cuts(octets(wire))) {
    expect(outcomeOf(exchangeWith(), pieces)).toEqual({ events, answers });
  }
}

describe("what is received (RFC 854)", () => {
  it.each([
    ["IAC IAC is one byte", '"a" FF FF "b"', "61 FF 62"],
    ["CR NUL is a carriage return, CR LF a newline", "0D 00 0D 0A", "0D 0D 0A"],
    ["only one NUL belongs to a CR", '0D 00 00 "x"', "0D 00 78"],
    ["a NUL elsewhere is data", '"a" 00 "b"', "61 00 62"],
    ["CR and anything else stays what it is", '0D "x" 0D 0D 00', "0D 78 0D 0D"],
    ["a lone LF stays one", '"a" 0A', "61 0A"],
    ["IAC between CR and its NUL is data of its own", "0D FF FF 00", "0D FF 00"],
    ["eight bits pass", "80 FE C3 A4", "80 FE C3 A4"],
    ["many IACs", "FF FF FF FF FF FF", "FF FF FF"],
  ])("%s", (_, wire, data) => comes(wire, [`data ${data}`]));

  it("gives a command between CR and NUL, and still drops the NUL", () => {
    comes("0D FF F1 00 41", ["data 0D", "NOP", "data 41"]);
  });

  it("reports commands without a reply", () => {
    comes('"a" FF F6 "b" FF F3 FF F4 FF F5', ["data 61", "AYT", "data 62", "BRK", "IP", "AO"]);
    comes("FF F2 FF F7 FF F8 FF F9 FF EF", ["DM", "EC", "EL", "GA", "EOR"]);
  });

  it("ignores unknown codes", () => comes("41 FF 05 42", ["data 41 42"]));
  it("ignores an unmatched SE", () => comes("41 FF F0 42", ["data 41 42"]));

  it("abandons a subnegotiation at a command, and handles the command", () => {
    comes("FF FA 18 01 FF F6 41", ["AYT", "data 41"]);
    comes("FF FA 18 01 FF FD 63 41", ["data 41"], "FF FC 63");
    comes("FF FA FF F0 41", ["data 41"]);
    comes("FF FA 63 01 FF FA 63 FF F0 41", ["data 41"]);
  });

  it("undoubles IAC in a subnegotiation, its option included", () => {
    const reader = new NvtParser(10, () => false);
    const received = [...reader.read(octets("FF FA FF FF 01 FF FF 02 FF F0"))];
    expect(received).toEqual([{ is: "subnegotiation", option: 255, parameters: Uint8Array.of(1, 255, 2) }]);
  });

  it("buffers a subnegotiation of up to maxSubnegotiation bytes", () => {
    const of = (size: number) => formatSubnegotiation(99, new Uint8Array(size));
    const reader = () => new NvtParser(4096, () => false);
    expect([...reader().read(of(4096))]).toHaveLength(1);
    expect(() => [...reader().read(of(4097))]).toThrow(
      expect.objectContaining({ code: "protocol-error", hint: expect.stringContaining("maxSubnegotiation") }),
    );
    expect(() => [...reader().read(formatSubnegotiation(99, new Uint8Array(4097).fill(255)))]).toThrow(
      "4096",
    );
  });

  it("reads raw data in BINARY mode, from the first byte on", () => {
    // WILL BINARY stands between a CR NUL and a CR NUL.
    for (const pieces of cuts(octets("0D 00 41 FF FB 00 0D 00 FF FF FF FC 00 0D 00"))) {
      expect(outcomeOf(exchangeWith(), pieces)).toEqual({
        events: ["data 0D 41", "him +binary", "data 0D 00 FF", "him -binary", "data 0D"],
        answers: same("FF FD 00 FF FE 00"),
      });
    }
  });
});

it("keeps a NUL after a CR if BINARY begins between them", () => {
  comes("0D FF FB 00 00", ["data 0D", "him +binary", "data 00"], "FF FD 00");
});

it("returns data with many IACs in one chunk", () => {
  const pieces = [...new NvtParser(0, () => false).read(new Uint8Array(60_000).fill(255))];
  expect(pieces.map((one) => one.is === "data" && one.octets.length)).toEqual([30_000]);
});

describe("what is sent (RFC 854)", () => {
  it.each([
    ["LF is a newline", '"x" 0A', '"x" 0D 0A'],
    ["so is CR LF", '"x" 0D 0A', '"x" 0D 0A'],
    ["a CR is CR NUL", '0D "x"', '0D 00 "x"'],
    ["also a CR at the end", '"x" 0D', '"x" 0D 00'],
    ["CR CR LF is one of each", "0D 0D 0A", "0D 00 0D 0A"],
    ["LF LF are two newlines", "0A 0A", "0D 0A 0D 0A"],
    ["IAC is doubled", "FF 41 FF FF", "FF FF 41 FF FF FF FF"],
    ["a NUL is a NUL", "00", "00"],
  ])("%s", (_, data, wire) => {
    expect(hex(encodeNvt(octets(data), false))).toBe(same(wire));
  });

  it("doubles only IAC in BINARY mode (RFC 856)", () => {
    expect(hex(encodeNvt(octets("0D 0A 0D 00 0A FF"), true))).toBe("0D 0A 0D 00 0A FF FF");
  });

  it("finds the commands of RFC 854 by name", () => {
    expect(hex(formatCommand("AYT"))).toBe("FF F6");
    expect(hex(formatCommand("BRK"))).toBe("FF F3");
    expect(() => formatCommand("constructor" as never)).toThrow(TypeError);
  });
});

describe("there and back", () => {
  const data = fc.array(fc.constantFrom(0x00, 0x0a, 0x0d, 0x41, 0xf0, 0xfa, 0xff), {
    maxLength: 24,
    size: "max",
  });
  const read = (wire: Uint8Array, binary: boolean, sizes: readonly number[]) => {
    const reader = new NvtParser(0, () => binary);
    const got: number[] = [];
    for (let at = 0, i = 0; at < wire.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      for (const one of reader.read(wire.subarray(at, at + size))) {
        if (one.is !== "data") throw new Error(one.is);
        got.push(...one.octets);
      }
      at += size;
    }
    return got;
  };
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

  it("BINARY preserves any bytes for all chunk boundaries", () => {
    fc.assert(
      fc.property(data, sizes, (given, cut) => {
        expect(read(encodeNvt(Uint8Array.from(given), true), true, cut)).toEqual(given);
      }),
    );
  });

  it("the NVT preserves any bytes, with newlines as CR LF, for all chunk boundaries", () => {
    fc.assert(
      fc.property(data, sizes, (given, cut) => {
        const newlines = given.flatMap((octet, i) =>
          octet === 0x0a && given[i - 1] !== 0x0d ? [0x0d, 0x0a] : [octet],
        );
        expect(read(encodeNvt(Uint8Array.from(given), false), false, cut)).toEqual(newlines);
      }),
    );
  });

  it("any bytes have the same result for all chunk boundaries", () => {
    const wire = fc.array(
      fc.constantFrom(0, 1, 3, 0x0a, 0x0d, 24, 31, 0x41, 240, 241, 250, 251, 252, 253, 254, 255),
      {
        maxLength: 40,
        size: "max",
      },
    );
    const size = { columns: 255, rows: 24 };
    fc.assert(
      fc.property(wire, sizes, (given, cut) => {
        const whole = Uint8Array.from(given);
        const pieces: Uint8Array[] = [];
        for (let at = 0, i = 0; at < whole.length; i++) {
          const length = cut[i % cut.length] ?? 1;
          pieces.push(whole.subarray(at, at + length));
          at += length;
        }
        const one = outcomeOf(exchangeWith({ size, binary: true }), [whole]);
        expect(outcomeOf(exchangeWith({ size, binary: true }), pieces)).toEqual(one);
      }),
      { numRuns: 500 },
    );
  });
});
