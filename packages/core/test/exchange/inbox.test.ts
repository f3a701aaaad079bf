import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concat, type Exchange, Inbox, readLine, readText } from "../../src/exchange/index.ts";
import { textOf } from "../../src/index.ts";

const latin1Bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const TOO_LARGE = expect.objectContaining({ name: "AccessError", code: "too-large" });

it.each([
  [{}, { do: "receive" }],
  [{ on: "data" }, { do: "receive", on: "data" }],
  [{ phase: "body" }, { do: "receive", phase: "body" }],
  [
    { on: "data", phase: "body" },
    { do: "receive", on: "data", phase: "body" },
  ],
] as const)("a line is received with %o, whose timeout the phase selects", (options, step) => {
  const exchange = readLine(new Inbox(), { maxLine: 10, ...options } as never);
  expect(exchange.next().value).toEqual(step);
});

/** Bytes with many line ends, and ways for an inbox to receive them: in chunks of any size. */
const stream = fc
  .array(fc.constantFrom("\n", "\r\n", "\r", "a", "bc", "\0", "é", "a longer piece of text"), {
    maxLength: 30,
  })
  .map((pieces) => latin1Bytes(pieces.join("")));
const cuts = fc.array(fc.nat({ max: 9 }), { maxLength: 60 });

function* pieces(octets: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield octets.subarray(at, at + size);
    at = Math.min(octets.length, at + size);
  }
  yield octets.subarray(at);
}

/** Reads all lines as they arrive, and the rest; or the error, with the lines before it. */
function linesOf(
  chunks: Iterable<Uint8Array>,
  maxLine: number,
): { lines: string[]; rest?: string; failed?: unknown } {
  const inbox = new Inbox();
  const lines: string[] = [];
  try {
    for (const chunk of chunks) {
      inbox.push(chunk);
      for (let line = inbox.takeLine(maxLine); line !== undefined; line = inbox.takeLine(maxLine))
        lines.push(textOf(line));
    }
  } catch (failed) {
    return { lines, failed };
  }
  return { lines, rest: textOf(inbox.take()) };
}

describe("lines of an inbox", () => {
  it("end with LF or CR LF, but not with a lone CR", () => {
    const { lines, rest } = linesOf([latin1Bytes("a\nb\r\n\r\n\nc\rd\r\r\ne")], 100);
    expect(lines).toEqual(["a", "b", "", "", "c\rd\r"]);
    expect(rest).toBe("e");
  });

  it("are the same however the bytes are split, without loss", () => {
    fc.assert(
      fc.property(stream, cuts, (octets, sizes) => {
        const whole = linesOf([octets], 1000);
        expect(linesOf(pieces(octets, sizes), 1000)).toEqual(whole);
        expect(
          linesOf(
            Array.from(octets, (octet) => Uint8Array.of(octet)),
            1000,
          ),
        ).toEqual(whole);
        const expected = String.fromCharCode(...octets).split("\n");
        expect(whole.rest).toBe(textOf(latin1Bytes(expected.pop()!)));
        expect(whole.lines).toEqual(expected.map((line) => textOf(latin1Bytes(line.replace(/\r$/, "")))));
      }),
      { numRuns: 3_000 },
    );
  });

  it("have the same text, read as text and from adopted bytes", () => {
    fc.assert(
      fc.property(stream, cuts, (octets, sizes) => {
        const inbox = new Inbox();
        const texts: string[] = [];
        for (const piece of pieces(octets, sizes)) {
          inbox.adopt(piece.slice());
          for (let text = inbox.takeText(1000); text !== undefined; text = inbox.takeText(1000))
            texts.push(text);
        }
        const { lines, rest } = linesOf([octets], 1000);
        expect([texts, textOf(inbox.take())]).toEqual([lines, rest]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["an octet that is not ASCII", Uint8Array.of(0x41, 0x80, 0x0a), "A\udc80"],
    ["one at its beginning", Uint8Array.of(0xff, 0x41, 0x0a), "\udcffA"],
    ["a million characters", latin1Bytes(`${"x".repeat(1_000_000)}\n`), "x".repeat(1_000_000)],
  ])("have the text of %s", (_, octets, text) => {
    const inbox = new Inbox();
    inbox.adopt(octets);
    expect(inbox.takeText(2_000_000) === text).toBe(true);
  });

  it("continue after adopted bytes", () => {
    const inbox = new Inbox();
    inbox.adopt(latin1Bytes("a\nb"));
    expect(inbox.takeText(9)).toBe("a");
    inbox.adopt(latin1Bytes("c\nd"));
    expect([inbox.takeText(9), inbox.size]).toEqual(["bc", 1]);
  });

  it("fail at the same line, however the bytes are split", () => {
    fc.assert(
      fc.property(stream, cuts, fc.nat({ max: 6 }), (octets, sizes, maxLine) => {
        const ended = concat(octets, latin1Bytes("\n"));
        const whole = linesOf([ended], maxLine);
        const cut = linesOf(pieces(ended, sizes), maxLine);
        expect(cut.lines).toEqual(whole.lines);
        expect(cut.failed === undefined).toBe(whole.failed === undefined);
        if (whole.failed !== undefined) expect([whole.failed, cut.failed]).toEqual([TOO_LARGE, TOO_LARGE]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["12345\n", 5, ["12345"]],
    ["12345\r\n", 5, ["12345"]],
    ["\r\n", 0, [""]],
  ])("%j fits into %i bytes", (text, maxLine, lines) =>
    expect(linesOf([latin1Bytes(text)], maxLine).lines).toEqual(lines),
  );

  it.each([
    ["123456\n", 5],
    ["123456\r\n", 5],
    ["1234567", 5],
    ["a\n", 0],
    ["12345\r7", 5],
  ])("%j does not fit into %i bytes, with or without its end", (text, maxLine) => {
    expect(linesOf([latin1Bytes(text)], maxLine).failed).toEqual(TOO_LARGE);
  });

  it("name the exceeded limit", () => {
    const inbox = new Inbox();
    inbox.push(latin1Bytes("too long"));
    expect(() => inbox.takeLine(3)).toThrow(expect.objectContaining({ hint: "increase the limit maxLine" }));
    expect(() => inbox.takeLine(3, "maxEntryLine")).toThrow(
      expect.objectContaining({ hint: "increase the limit maxEntryLine" }),
    );
  });

  it("belong to the reader: later data does not change them", () => {
    const inbox = new Inbox();
    const pushed = latin1Bytes("ab\n");
    inbox.push(pushed);
    pushed.fill(0);
    const line = inbox.takeLine(9)!;
    inbox.push(latin1Bytes("xyxyxyxyxy\n"));
    inbox.takeLine(99);
    inbox.push(latin1Bytes("zz"));
    expect(textOf(line)).toBe("ab");
  });
});

describe("an inbox", () => {
  it("is a queue for every way of reading", () => {
    const action = fc.oneof(
      stream.map((octets) => ({ do: "push", octets }) as const),
      fc.nat({ max: 9 }).map((max) => ({ do: "take", max }) as const),
      fc.constant({ do: "line" } as const),
      fc.constant({ do: "skip" } as const),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const inbox = new Inbox();
        let model = "";
        for (const act of actions) {
          const lf = model.indexOf("\n");
          if (act.do === "push") {
            inbox.push(act.octets);
            model += String.fromCharCode(...act.octets);
          } else if (act.do === "take") {
            expect(String.fromCharCode(...inbox.take(act.max))).toBe(model.slice(0, act.max));
            model = model.slice(act.max);
          } else if (act.do === "line") {
            const line = inbox.takeLine(10_000);
            expect(line && String.fromCharCode(...line)).toBe(
              lf < 0 ? undefined : model.slice(0, lf).replace(/\r$/, ""),
            );
            model = lf < 0 ? model : model.slice(lf + 1);
          } else {
            expect(inbox.skipLine()).toBe(lf >= 0);
            model = lf < 0 ? "" : model.slice(lf + 1);
          }
          expect(inbox.size).toBe(model.length);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("takes a moment for a long line that arrives byte by byte", () => {
    const inbox = new Inbox();
    const octet = latin1Bytes("a");
    for (let i = 0; i < 1 << 19; i++) {
      inbox.push(octet);
      if (inbox.takeLine(1 << 20) !== undefined) expect.fail("no line has ended");
    }
    expect(inbox.size).toBe(1 << 19);
  });
});

describe.each([
  ["readLine", readLine],
  ["readText", readText],
])("%s", (_, read) => {
  function drive(
    exchange: Exchange<never, Uint8Array | string | undefined>,
    replies: readonly (string | undefined)[],
  ) {
    const steps: unknown[] = [];
    const waiting = [...replies];
    let next = exchange.next();
    while (next.done !== true) {
      steps.push(next.value);
      const reply = waiting.shift();
      next = exchange.next(reply === undefined ? undefined : latin1Bytes(reply));
    }
    return { steps, line: next.value instanceof Uint8Array ? textOf(next.value) : next.value };
  }

  it("receives until a line is complete, and keeps the rest", () => {
    const inbox = new Inbox();
    expect(drive(read(inbox, { maxLine: 9 }), ["2", "20 hi\r", "\nmore"])).toEqual({
      line: "220 hi",
      steps: [{ do: "receive" }, { do: "receive" }, { do: "receive" }],
    });
    expect(drive(read(inbox, { maxLine: 9, on: "data", phase: "body" }), [undefined])).toEqual({
      line: undefined,
      steps: [{ do: "receive", on: "data", phase: "body" }],
    });
    expect(textOf(inbox.take())).toBe("more");
  });

  it("receives nothing if a line is complete", () => {
    const inbox = new Inbox();
    inbox.push(latin1Bytes("a\nb\n"));
    expect(drive(read(inbox, { maxLine: 9 }), [])).toEqual({ line: "a", steps: [] });
    expect(drive(read(inbox, { maxLine: 9 }), [])).toEqual({ line: "b", steps: [] });
  });

  it("fails with the given limit", () => {
    const inbox = new Inbox();
    expect(() => drive(read(inbox, { maxLine: 2, limit: "maxTextLine" }), ["abcd"])).toThrow(
      expect.objectContaining({ code: "too-large", hint: "increase the limit maxTextLine" }),
    );
  });
});

describe("reading an inbox in place", () => {
  it("never changes a view that a reader has, whatever arrives later, and however it was split", () => {
    fc.assert(
      fc.property(stream, cuts, fc.array(fc.nat({ max: 12 }), { maxLength: 60 }), (octets, sizes, counts) => {
        const inbox = new Inbox();
        const views: Uint8Array[] = [];
        const copies: Uint8Array[] = [];
        const read = (count: number) => {
          const view = inbox.peek().subarray(0, count);
          inbox.skip(view.length);
          views.push(view);
          copies.push(view.slice());
        };
        for (const [at, piece] of [...pieces(octets, sizes)].entries()) {
          if (at % 2 === 0) inbox.adopt(piece.slice());
          else inbox.push(piece);
          read(counts[at] ?? 3);
        }
        read(inbox.size);
        expect(concat(...views)).toEqual(octets);
        expect(views).toEqual(copies);
      }),
    );
  });

  it("goes on with lines after the bytes that were skipped", () => {
    const inbox = new Inbox();
    inbox.push(latin1Bytes("ab"));
    expect(inbox.takeLine(10)).toBeUndefined();
    inbox.push(latin1Bytes("c\nd\n"));
    inbox.skip(2);
    expect(textOf(inbox.takeLine(10)!)).toBe("c");
    inbox.skip(99);
    expect(inbox.size).toBe(0);
  });
});
