import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccessError, type Limits, octetsOf, textOf } from "@anyurl/core";
import { type Exchange, perform, type SendStep } from "@anyurl/core/exchange";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MemoryContext, parseTranscript, type ReplayOptions, replayTranscripts } from "../src/index.ts";
import { collectingRunner } from "./collecting-runner.ts";
import { accessOf, type Echo, type EchoUrl, echo, echoScheme, line } from "./echo.ts";

const FOLDER = new URL("./transcripts/", import.meta.url);

replayTranscripts(FOLDER, { scheme: echoScheme() });

describe("replayTranscripts with only an exchange", () => {
  const files = ["echo.txt", "truncated.txt", "control.txt"].map((name) => new URL(name, FOLDER));
  replayTranscripts(files, {
    scheme: echoScheme(),
    exchange: (url, _transcript, limits) => echo(url, limits),
  });
});

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "anyurl-testkit-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the failures of replaying the transcript, one line each: "cut in two…: message". */
async function failures(text: string, options: Partial<ReplayOptions> = {}): Promise<readonly string[]> {
  const file = join(folder, "t.txt");
  writeFileSync(file, text);
  const runner = collectingRunner();
  replayTranscripts([file], { scheme: echoScheme(), runner, ...options });
  expect(runner.count).toBe(4);
  return [...(await runner.failures())].map(([name, message]) => `${name}: ${message}`);
}

const DIALOGUE = "URL: x-echo://h.example/hello\nC: hello\nS: one\nS: two\nS: .\n=> one\n=> two\n";

function broken(exchange: Echo): Partial<ReplayOptions> {
  return { scheme: echoScheme({ access: accessOf(exchange) }) };
}

describe("a replay catches", () => {
  it("no fault in a good client", async () => {
    expect(await failures(DIALOGUE)).toEqual([]);
  });

  it("a different command", async () => {
    const shouting: Echo = (url, limits) =>
      sending(echo(url, limits), (step) => ({
        ...step,
        octets: octetsOf(textOf(step.octets).toUpperCase()),
      }));
    const told = await failures(DIALOGUE, broken(shouting));
    expect(told).toHaveLength(3);
    expect(told[0]).toContain('t.txt:2: the client sends "HELLO", not "hello"');
  });

  it("half a command, but not one that is sent in several chunks", async () => {
    function* piecemeal({ parts }: EchoUrl, limits: Limits): ReturnType<Echo> {
      for (const octet of line("", parts.text)) yield { do: "send", octets: Uint8Array.of(octet) };
      const rest = echo({ parts } as EchoUrl, limits);
      rest.next(); // skip the send
      return yield* rest;
    }
    expect(await failures(DIALOGUE, broken(piecemeal))).toEqual([]);
    const half: Echo = (url, limits) =>
      sending(echo(url, limits), (step) => ({ ...step, octets: step.octets.subarray(0, -2) }));
    expect(await failures(DIALOGUE, broken(half))).not.toEqual([]);
  });

  it("an additional command, and a missing one", async () => {
    function* chatty(...args: Parameters<Echo>): ReturnType<Echo> {
      const result = yield* echo(...args);
      yield { do: "send", octets: line("", "bye") };
      return result;
    }
    expect((await failures(DIALOGUE, broken(chatty)))[0]).toContain('the client sends "bye"');
    const longer = `${DIALOGUE}C: bye\n`;
    expect((await failures(longer))[0]).toContain('t.txt:8: the client ended without sending "bye"');
  });

  it("a call that fails too early, with its error", async () => {
    function* failing(): ReturnType<Echo> {
      throw new AccessError("desync", "unexpected data");
    }
    expect((await failures(DIALOGUE, broken(failing)))[0]).toMatch(
      /without sending .*; the call failed with desync: unexpected data/,
    );
  });

  it("a mismatch that the exchange swallows", async () => {
    function* forgiving(...args: Parameters<Echo>): ReturnType<Echo> {
      const result = yield* echo(...args);
      try {
        yield { do: "send", octets: line("", "bye") };
      } catch {
        // Ignored, as for a farewell.
      }
      return result;
    }
    expect(await failures(DIALOGUE, broken(forgiving))).toHaveLength(3);
  });

  it("a client that takes a packet for a line, but only if the transcript is split", async () => {
    function* packets({ parts }: Parameters<Echo>[0]): ReturnType<Echo> {
      yield { do: "send", octets: line("", parts.text) };
      for (;;) {
        const octets = yield { do: "receive" };
        if (octets === undefined) return true;
        const text = textOf(octets);
        const end = text.endsWith(".\r\n") ? -3 : text.length;
        yield { do: "emit", event: octetsOf(text.slice(0, end).replace(/(?:\r\n)*$/, "\r\n")) };
      }
    }
    const told = await failures(DIALOGUE, broken(packets));
    expect(told).toHaveLength(2);
    expect(told.join()).toMatch(/byte by byte.*split in two at every offset: split after 1 bytes/s);
  });

  it("a client that replies before it has read everything", async () => {
    function* hasty({ parts }: Parameters<Echo>[0]): ReturnType<Echo> {
      yield { do: "receive" };
      yield { do: "send", octets: line("", parts.text) };
      yield { do: "receive" };
      return true;
    }
    const greeted = "URL: x-echo://h.example/hello\nS: hello to you\nC: hello\n";
    const told = await failures(greeted, broken(hasty));
    expect(told).toHaveLength(2);
    expect(told[0]).toContain("before it has read all bytes of the server");
  });

  it("a client that waits instead of sending, and one that never stops reading", async () => {
    function* waiting(): ReturnType<Echo> {
      yield { do: "receive" };
      return true;
    }
    expect((await failures(DIALOGUE, broken(waiting)))[0]).toContain('but it must send "hello"');
    function* endless({ parts }: Parameters<Echo>[0]): ReturnType<Echo> {
      yield { do: "send", octets: line("", parts.text) };
      for (;;) yield { do: "receive" };
    }
    expect((await failures(DIALOGUE, broken(endless)))[0]).toContain("does not stop reading");
  });

  it("a different outcome", async () => {
    expect(await failures(`${DIALOGUE}=> three\n`)).toHaveLength(3);
    expect(await failures(DIALOGUE.replace("=> two", "=> two\\c"))).toHaveLength(3);
    expect((await failures(`${DIALOGUE}=! not-found\n`))[0]).toContain("the call succeeds");
    expect((await failures(DIALOGUE.replace("S: .\n", "")))[0]).toContain("the call fails");
    expect((await failures(`${DIALOGUE}=. unknown\n`))[0]).toContain("completeness of the result");
    expect((await failures(DIALOGUE.replace("\nC:", "\nOPEN: h.example:8\nC:")))[0]).toContain("opens");
    expect((await failures(DIALOGUE.replace("\nC:", "\nOP: stat\nC:")))[0]).toContain('the operation "stat"');
  });

  it("an error without a code", async () => {
    function* faulty(): ReturnType<Echo> {
      throw new RangeError("off by one");
    }
    expect((await failures("URL: x-echo://h.example/x\n=! truncated\n", broken(faulty)))[0]).toContain(
      "off by one",
    );
  });

  it("a connection that stays open after a step fails", async () => {
    const careless = echoScheme({
      access: async () => ({
        async get(url: EchoUrl, context: MemoryContext) {
          const connection = await context.connect({ host: "h.example", port: 7 });
          await connection.send(line("", url.parts.text));
          return { body: perform(reading(context.limits), connection, context) };
        },
      }),
    });
    function* reading(limits: Limits): Exchange<Uint8Array, true> {
      const exchange = echo({ parts: { text: "" } } as EchoUrl, limits);
      exchange.next(); // skip the send
      return yield* exchange;
    }
    const told = await failures(DIALOGUE, { scheme: careless });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/each step failing in turn: .*left open after step 1 failed/);
  });

  it("a connection that stays open", async () => {
    const leaving = echoScheme({
      access: async () => ({
        async get(_url: unknown, context: MemoryContext) {
          await context.connect({ host: "h.example", port: 7 });
          return { body: (async function* () {})() };
        },
      }),
    });
    const told = await failures("URL: x-echo://h.example/x\n", { scheme: leaving });
    expect(told[0]).toContain("left 1 connections open");
  });

  it("a password that is recorded", async () => {
    const open: Echo = (url, limits) => sending(echo(url, limits), ({ secret: _secret, ...step }) => step);
    const login = DIALOGUE.replace("h.example", "u:s3cret@h.example").replace(
      "C:",
      "C: USER u\nC: PASS s3cret\nC:",
    );
    expect(await failures(login)).toEqual([]);
    expect((await failures(login, broken(open)))[0]).toContain("a recorded event contains a secret");
  });
});

describe("parseTranscript", () => {
  it.each([
    ["X: y", 't.txt:1: unknown line "X:"'],
    ["S:x", "t.txt:1: invalid line: expected"],
    ["URL: x:y\nS: \\q", "t.txt:2: invalid escape"],
    ["URL: x:y\nLIMIT: maxLines=1", 't.txt:2: unknown limit "maxLines"'],
    ["URL: x:y\n=. perhaps", "t.txt:2"],
    ["URL: x:y\nOPEN: nowhere", "t.txt:2"],
    ["URL: x:y\nNOW: soon", "t.txt:2"],
    ["# nothing", 't.txt: missing "URL:" line'],
  ])("reports what is wrong with %j", (text, message) => {
    expect(() => parseTranscript(text, "t.txt")).toThrow(message);
  });

  it("reads every kind of line", () => {
    const text =
      "# Title\n\nURL: x:y\nOP: list\nOPTION: a=b=c\nANSWER: password p w\nNOW: 2001-02-03T04:05:06Z\n" +
      "OPEN/data: [::1]:40000 refused\nS/data: \\c\nC/data: x\\\\c\nRESET/data:\n";
    const { title, operation, options, answers, now, script } = parseTranscript(text, "t.txt");
    expect({ title, operation, options, now }).toEqual({
      title: "Title",
      operation: "list",
      options: { a: "b=c" },
      now: Date.UTC(2001, 1, 3, 4, 5, 6),
    });
    expect(answers.get("password")).toBe("p w");
    expect(script.openings).toEqual([
      { on: "data", host: "::1", port: 40_000, refused: true, where: "t.txt:8" },
    ]);
    expect(script.lines.map(({ from, on, octets }) => [from, on, textOf(octets)])).toEqual([
      ["server", "data", ""],
      ["client", "data", "x\\c\r\n"],
      ["reset", "data", ""],
    ]);
  });
});

/** Returns the exchange with each of its sends changed. */
function* sending(
  exchange: Exchange<Uint8Array, true>,
  change: (step: SendStep) => SendStep,
): Exchange<Uint8Array, true> {
  let next = exchange.next();
  while (next.done !== true) {
    const step = next.value;
    next = exchange.next(yield step.do === "send" ? change(step) : step);
  }
  return next.value;
}
