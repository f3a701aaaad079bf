import { describe, expect, it } from "vitest";
import type { TelnetSettings } from "../src/exchange.ts";
import type { TelnetOption } from "../src/index.ts";
import { cuts, exchangeWith, hex, octets, outcomeOf, same } from "./world.ts";

/** Returns the replies, for all chunk boundaries. */
function answers(wire: string, changes: Partial<TelnetSettings> = {}): string {
  const given = new Set<string>();
  for (const pieces of cuts(octets(wire))) given.add(outcomeOf(exchangeWith(changes), pieces).answers);
  expect(given.size).toBe(1);
  return [...given].join();
}

const SIZE = { columns: 80, rows: 24 };

describe("the replies of the client", () => {
  it.each<[string, string, string, Partial<TelnetSettings>?]>([
    ["DO TERMINAL-TYPE (RFC 1091)", "FF FD 18", "FF FB 18"],
    ["a repeated request gets one reply (RFC 854)", "FF FD 18 FF FD 18", "FF FB 18"],
    ["SEND: UNKNOWN", "FF FD 18 FF FA 18 01 FF F0", 'FF FB 18 FF FA 18 00 "UNKNOWN" FF F0'],
    ["no SEND without DO", "FF FA 18 01 FF F0", ""],
    ["an IS is for servers", 'FF FD 18 FF FA 18 00 "X" FF F0', "FF FB 18"],
    ["no terminal name", "FF FD 18", "FF FC 18", { terminalTypes: [] }],
    ["DO NAWS (RFC 1073)", "FF FD 1F", "FF FB 1F FF FA 1F 00 50 00 18 FF F0", { size: SIZE }],
    [
      "255 is doubled",
      "FF FD 1F",
      "FF FB 1F FF FA 1F 00 FF FF 00 FF FF FF F0",
      { size: { columns: 255, rows: 255 } },
    ],
    [
      "each size has two bytes, the high one first",
      "FF FD 1F",
      "FF FB 1F FF FA 1F 01 2C 02 00 FF F0",
      { size: { columns: 300, rows: 512 } },
    ],
    ["no window", "FF FD 1F", "FF FC 1F"],
    ["WILL ECHO (RFC 857)", "FF FB 01", "FF FD 01"],
    ["the client never echoes", "FF FD 01", "FF FC 01"],
    ["WILL and DO SUPPRESS-GO-AHEAD (RFC 858)", "FF FB 03 FF FD 03", "FF FD 03 FF FB 03"],
    ["BINARY on request (RFC 856)", "FF FD 00 FF FB 00", "FF FB 00 FF FD 00"],
    ["no END-OF-RECORD by default (RFC 885)", "FF FB 19 FF FD 19", "FF FE 19 FF FC 19"],
    ["END-OF-RECORD", "FF FB 19 FF FD 19", "FF FD 19 FF FB 19", { endOfRecord: true }],
    ["an unknown option", "FF FB 63 FF FD 63", "FF FE 63 FF FC 63"],
    ["a rejection of an option that is off", "FF FE 03 FF FC 01", ""],
    ["on, then off", "FF FB 01 FF FC 01", "FF FD 01 FF FE 01"],
    [
      "no private data: TSPEED XDISPLOC LINEMODE AUTH ENCRYPT",
      "FF FD 20 FF FD 23 FF FD 22 FF FB 25 FF FB 26",
      "FF FC 20 FF FC 23 FF FC 22 FF FE 25 FF FE 26",
    ],
    ["no environment, old or new", "FF FD 24 FF FD 27 FF FA 27 01 FF F0", "FF FC 24 FF FC 27"],
  ])("%s", (_, wire, expected, changes) => {
    expect(answers(wire, changes)).toBe(same(expected));
  });

  it("sends terminal names in order, the last one twice, then restarts (RFC 1091 §6)", () => {
    const exchange = exchangeWith({ terminalTypes: ["DEC-VT220", "DEC-VT100", "DEC-VT52"] });
    outcomeOf(exchange, [octets("FF FD 18")]);
    const names = Array.from({ length: 6 }, () => {
      const { answers: said } = outcomeOf(exchange, [octets("FF FA 18 01 FF F0")]);
      return Buffer.from(said.replaceAll(" ", ""), "hex").subarray(4, -2).toString();
    });
    expect(names).toEqual(["DEC-VT220", "DEC-VT100", "DEC-VT52", "DEC-VT52", "DEC-VT220", "DEC-VT100"]);
  });
});

describe("NEW-ENVIRON (RFC 1572)", () => {
  const env = new Map([
    ["USER", "joe"],
    ["EDITOR", "a\u0000\u0001\u0002\u0003b"],
    ["Y", "\u{dcff}"],
  ]);
  const USER = '00 "USER" 01 "joe"';
  const EDITOR = '03 "EDITOR" 01 "a" 02 00 02 01 02 02 02 03 "b"';
  const Y = '03 "Y" 01 FF FF';

  it.each([
    ["everything", "", `${USER} ${EDITOR} ${Y}`],
    ["all well-known variables", "00", USER],
    ["all user variables", "03", `${EDITOR} ${Y}`],
    ["one by name", '00 "USER"', USER],
    ["one by name, as another kind", '03 "USER"', ""],
    ["an unknown one", '03 "SECRET" 00 "ACCT"', ""],
    ["a repeated one is sent once", '00 "USER" 00 "USER" 00', USER],
    ["a name with an escape", '03 02 "Y"', Y],
  ])("%s", (_, asked, told) => {
    expect(answers(`FF FD 27 FF FA 27 01 ${asked} FF F0`, { env })).toBe(
      same(`FF FB 27 FF FA 27 00 ${told} FF F0`),
    );
  });

  it("ignores subnegotiations other than SEND", () => {
    expect(answers("FF FD 27 FF FA 27 00 FF F0 FF FA 27 02 FF F0", { env })).toBe("FF FB 27");
  });
});

describe("BINARY requested by the caller", () => {
  it("is requested only after a Telnet command of the server", () => {
    expect(answers('"hello" 0D 0A FF FF', { binary: true })).toBe("");
    expect(answers("FF FB 03", { binary: true })).toBe(same("FF FB 00 FF FD 00 FF FD 03"));
    expect(answers("FF F1", { binary: true })).toBe(same("FF FB 00 FF FD 00"));
  });

  it("applies after the server agrees", () => {
    const exchange = exchangeWith({ binary: true });
    outcomeOf(exchange, [octets("FF FB 03")]);
    expect(hex(exchange.write(octets("0A")))).toBe("0D 0A");
    outcomeOf(exchange, [octets("FF FD 00 FF FB 00")]);
    expect(hex(exchange.write(octets("0A 0D")))).toBe("0A 0D");
    expect(exchange.inUse).toEqual([
      { option: "binary", side: "us" },
      { option: "binary", side: "him" },
      { option: "suppress-go-ahead", side: "him" },
    ]);
  });

  it("does not apply and is not requested again if the server rejects it", () => {
    const exchange = exchangeWith({ binary: true });
    outcomeOf(exchange, [octets("FF FB 03 FF FE 00 FF FC 00")]);
    expect(outcomeOf(exchange, [octets("FF FC 00 FF FB 01")]).answers).toBe("FF FD 01");
    expect(hex(exchange.write(octets("0A")))).toBe("0D 0A");
  });
});

describe("the window", () => {
  const resized = exchangeWith;

  it("is reported after a change if the option is on", () => {
    const exchange = resized({ size: SIZE });
    expect(exchange.resize(100, 40)).toBeUndefined();
    expect(outcomeOf(exchange, [octets("FF FD 1F")]).answers).toBe(
      same("FF FB 1F FF FA 1F 00 64 00 28 FF F0"),
    );
    expect(hex(exchange.resize(0, 65_535)!)).toBe(same("FF FA 1F 00 00 FF FF FF FF FF F0"));
  });

  it("is offered if it was unknown when the server requested it", () => {
    const exchange = resized();
    outcomeOf(exchange, [octets("FF FD 1F")]);
    expect(hex(exchange.resize(80, 24)!)).toBe(same("FF FB 1F"));
    expect(exchange.resize(81, 24)).toBeUndefined();
    expect(outcomeOf(exchange, [octets("FF FD 1F")]).answers).toBe(same("FF FA 1F 00 51 00 18 FF F0"));
  });

  it("is not offered without a Telnet command of the server, or after a rejection", () => {
    expect(resized().resize(80, 24)).toBeUndefined();
    const exchange = resized({ size: SIZE });
    outcomeOf(exchange, [octets("FF FD 1F FF FE 1F")]);
    expect(exchange.resize(80, 25)).toBeUndefined();
  });

  it.each([
    [-1, 24],
    [80, 65_536],
    [80.5, 24],
    [Number.NaN, 24],
    ["80" as never, 24],
  ])("rejects the size %s × %s", (columns, rows) => {
    expect(() => resized().resize(columns, rows)).toThrow(RangeError);
  });

  it("may change without a limit", () => {
    const exchange = resized({ size: SIZE, maxNegotiation: 12 });
    outcomeOf(exchange, [octets("FF FD 1F")]);
    for (let i = 0; i < 1000; i++) expect(exchange.resize(i, i)).toBeDefined();
  });
});

describe("the state of the server", () => {
  it("includes whether it echoes", () => {
    const exchange = exchangeWith();
    expect(exchange.echoes).toBe(false);
    expect(outcomeOf(exchange, [octets("FF FB 01")]).events).toEqual(["him +echo"]);
    expect(exchange.echoes).toBe(true);
    expect(outcomeOf(exchange, [octets("FF FC 01")]).events).toEqual(["him -echo"]);
    expect(exchange.echoes).toBe(false);
  });
});

describe("real negotiations", () => {
  const WITH_ALL = { size: { columns: 100, rows: 40 }, binary: true };

  it("handle inetutils telnetd 2.4, which accepts BINARY and then disables its own", () => {
    const wire = [
      "FF FB 25 FF FB 26 FF FD 18 FF FD 20 FF FD 23 FF FD 27 FF FD 24",
      "FF FD 00 FF FB 00 FF FA 18 01 FF F0",
      "FF FA 18 01 FF F0",
      "FF FB 03 FF FD 01 FF FD 22 FF FD 1F FF FB 05 FF FD 21",
      "FF FB 01 FF FD 06 FF FC 00",
    ];
    const name = 'FF FA 18 00 "UNKNOWN" FF F0';
    expect(answers(wire.join(" "), WITH_ALL)).toBe(
      same(
        `FF FB 00 FF FD 00 FF FE 25 FF FE 26 FF FB 18 FF FC 20 FF FC 23 FF FC 27 FF FC 24 ${name} ${name} ` +
          "FF FD 03 FF FC 01 FF FC 22 FF FB 1F FF FA 1F 00 64 00 28 FF F0 FF FE 05 FF FC 21 FF FD 01 FF FC 06 FF FE 00",
      ),
    );
  });
});

it("reports a change once, and replies once", () => {
  const outcome = outcomeOf(exchangeWith({ size: SIZE }), [octets("FF FB 01 FF FB 01 FF FD 1F FF FD 1F")]);
  expect(outcome.events).toEqual(["him +echo", "us +naws"]);
  expect(outcome.answers).toBe(same("FF FD 01 FF FB 1F FF FA 1F 00 50 00 18 FF F0"));
});

describe("limits", () => {
  it.each([
    ["DO and DONT in turn", "FF FD 03 FF FE 03"],
    ["WILL and WONT in turn", "FF FB 01 FF FC 01"],
    ["unknown options", "FF FD 63"],
    ["repeated SEND", "FF FA 18 01 FF F0"],
    ["repeated size", "FF FD 1F FF FE 1F"],
  ])("maxNegotiation: %s", (_, storm) => {
    const exchange = exchangeWith({ size: SIZE });
    outcomeOf(exchange, [octets("FF FD 18")]);
    let sent = 3;
    const run = () => {
      for (let i = 0; i < 10_000; i++) {
        for (const event of exchange.receive(octets(storm))) {
          if (event.is === "answer") sent += event.octets.length;
        }
      }
    };
    expect(run).toThrow(
      expect.objectContaining({ code: "protocol-error", hint: expect.stringContaining("maxNegotiation") }),
    );
    expect(sent).toBeLessThanOrEqual(2048);
    expect(sent).toBeGreaterThan(2000);
  });

  it("a limit of Infinity is disabled", () => {
    const octetsOfServer = 3;
    const rounds = 2000;
    const refusedAt = (maxNegotiation: number) => {
      const exchange = exchangeWith({ maxNegotiation });
      for (let i = 0; i < rounds; i++) {
        try {
          outcomeOf(exchange, [octets("FF FD 63")]);
        } catch {
          return i;
        }
      }
      return undefined;
    };
    expect(refusedAt(rounds * octetsOfServer - 1)).toBe(rounds - 1);
    expect(refusedAt(Number.POSITIVE_INFINITY)).toBeUndefined();
  });
});

describe("an option of the caller", () => {
  const given = (changes: Partial<TelnetOption> = {}): Partial<TelnetSettings> => ({
    options: [{ code: 40, name: "x", cite: "RFC 2355", agrees: (side) => side === "us", ...changes }],
  });

  it("is negotiated, and answers subnegotiations", () => {
    const answer = ([first]: Uint8Array) => (first === 8 ? [2, 255] : undefined);
    const wire = "FF FD 28 FF FA 28 08 FF F0 FF FA 28 09 FF F0";
    expect(answers(wire, given({ answer }))).toBe(same("FF FB 28 FF FA 28 02 FF FF FF F0"));
  });

  it("is disabled with WONT, and the server's DONT gets no reply", () => {
    const wire = "FF FD 28 FF FA 28 08 FF F0 FF FE 28";
    expect(answers(wire, given({ answer: () => "disable" }))).toBe(same("FF FB 28 FF FC 28"));
  });

  it("can make both directions binary", () => {
    for (const pieces of cuts(octets("0D 00 41 FF FD 28 0D 00 FF FF FF FE 28 0D 00 42"))) {
      const exchange = exchangeWith(given({ impliesBinary: true }));
      const { events } = outcomeOf(exchange, pieces);
      expect(events.filter((event) => event.startsWith("data"))).toEqual([
        "data 0D 41",
        "data 0D 00 FF",
        "data 0D 42",
      ]);
      expect(hex(exchange.write(octets("0D 0A FF")))).toBe("0D 0A FF FF");
      outcomeOf(exchange, [octets("FF FD 28")]);
      expect(hex(exchange.write(octets("0A FF")))).toBe("0A FF FF");
    }
  });
});
