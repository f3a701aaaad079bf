import { describe, expect, test } from "vitest";
import type { Io } from "../../src/io.ts";
import { drawView, formatView } from "../../src/terminal/draw-view.ts";
import { runInteractiveScreen } from "../../src/terminal/interactive-screen.ts";
import { KeyReader } from "../../src/terminal/key-reader.ts";
import { runPipedScreen } from "../../src/terminal/piped-screen.ts";
import { consoleWith, EchoScreen } from "./screen-world.ts";

/** The output of the command so far. */
function collectOutput(signal: AbortSignal = new AbortController().signal) {
  const written: string[] = [];
  const stdout = {
    ...{ isTerminal: true, columns: 80 },
    write: async (data: string | Uint8Array) => void written.push(String(data)),
  };
  const io = { stdout, stderr: stdout, env: {}, signal, now: () => 0, elapsed: () => 0 } as unknown as Io;
  return { io, text: () => written.join("") };
}

describe("the key reader", () => {
  const read = (...chunks: readonly string[]) => {
    const reader = new KeyReader();
    return chunks.flatMap((chunk) =>
      [...reader.read(new TextEncoder().encode(chunk))].map((typed) =>
        typed.is === "text" ? `'${typed.text}` : typed.key,
      ),
    );
  };

  test.each([
    ["ab\tc\r", ["'ab", "tab", "'c", "enter"]],
    ["a\r\nb\n", ["'a", "enter", "'b", "enter"]],
    ["\x7f\b\x03\x15", ["backspace", "backspace", "ctrl+c", "ctrl+u"]],
    ["\x1b[A\x1b[B\x1bOC\x1b[D", ["up", "down", "right", "left"]],
    ["\x1b[H\x1b[F\x1b[1~\x1b[4~", ["home", "end", "home", "end"]],
    ["\x1b[2~\x1b[3~\x1b[5~\x1b[6~", ["insert", "delete", "pageup", "pagedown"]],
    ["\x1bOP\x1b[15~\x1b[21~\x1b[24~\x1b[34~", ["f1", "f5", "f10", "f12", "f20"]],
    ["\x1b[1;2P\x1b[15;2~\x1b[1;5C\x1b[1;3A", ["shift+f1", "shift+f5", "ctrl+right", "alt+up"]],
    ["\x1b[[A\x1b[[E", ["f1", "f5"]],
    ["\x1b[Z\x1b1\x1bC", ["shift+tab", "alt+1", "alt+c"]],
    ["\x1b\x1b1", ["alt+1"]],
    ["\x1b\r", ["enter"]],
    ["\x1b[99~\x1b[?1;2cx", ["'x"]],
    ["日é", ["'日é"]],
  ])("reads %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(read(...text)).toEqual(
      expected.flatMap((each) => (each.startsWith("'") ? [...each.slice(1)].map((one) => `'${one}`) : each)),
    );
  });
});

describe("a drawn view", () => {
  const { view } = new EchoScreen();
  const size = { columns: 80, rows: 24 };

  test("has looks, a status line, and the cursor", () => {
    expect(drawView(view, { size, hasColor: true, notice: "" })).toBe(
      "\x1b[?25l\x1b[H\x1b[0m> \x1b[0;4m          \x1b[0m\x1b[K\r\n" +
        "\x1b[0;1;31mready       \x1b[0m\x1b[K\r\n\x1b[7m\x1b[0m\x1b[J\x1b[1;3H\x1b[?25h",
    );
    expect(drawView(view, { size, hasColor: false, notice: "look" })).toContain("\x1b[7mlook\x1b[0m");
  });

  test("scrolls with the cursor if the terminal is smaller", () => {
    const small = { columns: 4, rows: 1 };
    const below = { ...view, cursor: { row: 1, column: 4 } };
    const text = drawView(below, { size: small, hasColor: false, notice: "" });
    expect(text).toContain("\x1b[0;1meady\x1b[0m");
    expect(text).not.toContain(">");
  });

  test("has no control characters of the host", () => {
    const evil = { ...view, lines: [[{ text: "a\x1b[2J\u202eb" }]], status: "\x07" };
    expect(drawView(evil, { size, hasColor: false, notice: "" })).toContain("a?[2J?b");
    expect(formatView(evil)).toBe("a?[2J?b\n");
  });
});

describe("a screen between pipes", () => {
  test("prints each screen, and ends after the answer to the last key", async () => {
    const { io, text } = collectOutput();
    await runPipedScreen(new EchoScreen(), consoleWith(["hel", "lo\nyou\r\n"]), io);
    expect(text()).toBe(">\nready\n\f\n>\nHELLO\n\f\n>\nYOU\n");
  });

  test("ends when the server closes", async () => {
    const { io, text } = collectOutput();
    await runPipedScreen(new EchoScreen(), consoleWith(["bye\n", "more\n"]), io);
    expect(text()).toContain("BYE");
    expect(text()).not.toContain("MORE");
  });

  test("fails if input is not accepted, and if a key is unknown", async () => {
    const run = (input: string) => runPipedScreen(new EchoScreen(), consoleWith([input]), collectOutput().io);
    await expect(run("much too long\n")).rejects.toMatchObject({ code: "bad-argument" });
    await expect(run("\x1b[5~")).rejects.toMatchObject({ message: "the key pageup has no meaning here" });
  });

  test("ends when the command is interrupted", async () => {
    const { io } = collectOutput(AbortSignal.abort(new Error("interrupted")));
    await expect(runPipedScreen(new EchoScreen(), consoleWith([]), io)).rejects.toThrow("interrupted");
  });
});

describe("a screen at a terminal", () => {
  async function typed(...input: readonly string[]) {
    const { io, text } = collectOutput();
    const console = consoleWith(input, { isInteractive: true });
    const session = new EchoScreen();
    const init = {
      console,
      escapeKey: { octet: 0x1d, name: "^]" },
      where: "h.example",
      notice: "Connected.",
    };
    const endedBy = await runInteractiveScreen(session, init, io);
    return { endedBy, text: text(), session, raw: console.raw };
  }

  test("draws the screen, sends keys, and restores the terminal", async () => {
    const { endedBy, text, session, raw } = await typed("hi\r", "\x1bOR");
    expect(endedBy).toBe("server");
    expect(session.pressed).toEqual(["Enter", "PF3"]);
    expect(text.startsWith("\x1b[?1049h\x1b[2J")).toBe(true);
    expect(text).toContain("Connected.");
    expect(text).toContain("HI          ");
    expect(text.endsWith("\x1b[0m\x1b[?25h\x1b[?1049l")).toBe(true);
    expect(raw).toEqual([true, false]);
  });

  test("shows why input is not accepted, and goes on", async () => {
    const { endedBy, text } = await typed("much too long", "\x1b[5~", "\x1d", "close\r");
    expect(endedBy).toBe("person");
    expect(text).toContain("the field is full");
    expect(text).toContain("\x07");
    expect(text).toContain("the key pageup has no meaning here (type help at the prompt for a list of keys)");
  });

  test("has a prompt with help, and keys by their names", async () => {
    const { endedBy, text, session } = await typed("\x1dhelp\r", "what\r", "\r", "\x1d\x03", "\x1dpf3\r");
    expect(endedBy).toBe("server");
    expect(text).toContain("Connected to h.example.");
    expect(text).toContain("PF3    f3     leave\r\n");
    expect(text).toContain("Unknown command.");
    expect(session.pressed).toEqual(["PF3"]);
  });
});
