import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { parseEscapeKey } from "../../src/terminal/escape-key.ts";
import { Keyboard } from "../../src/terminal/keyboard.ts";
import { LineEditor } from "../../src/terminal/line-editor.ts";
import { createLiveScreen, createSafeScreen } from "../../src/terminal/screen.ts";
import type { TerminalSession } from "../../src/terminal/session.ts";

const octets = (text: string) => new TextEncoder().encode(text);
const latin1 = (data: Uint8Array | string) =>
  typeof data === "string" ? data : Buffer.from(data).toString("latin1");

describe("the escape key", () => {
  test.each([
    ["^]", 0x1d, "^]"],
    ["^a", 0x01, "^A"],
    ["^@", 0x00, "^@"],
    ["^?", 0x7f, "^?"],
    ["~", 0x7e, "~"],
    ["^", 0x5e, "^"],
  ])("%s is %i", (text, octet, name) => {
    expect(parseEscapeKey(text as string)).toEqual({ octet, name });
  });

  test("is disabled by none", () => expect(parseEscapeKey("none")).toBeUndefined());

  test.each(["", "ab", "^]]", "é", "\x1d", "^\n", "^1"])("cannot be %j", (text) => {
    expect(() => parseEscapeKey(text)).toThrow(UsageError);
  });
});

describe("LineEditor", () => {
  /** Types keys and returns the output and the lines. */
  function typed(keys: Uint8Array): { readonly shown: string; readonly lines: readonly string[] } {
    const editor = new LineEditor();
    let shown = "";
    const lines: string[] = [];
    for (const octet of keys) {
      const edited = editor.key(octet);
      if (edited?.is === "echo") shown += edited.text;
      if (edited?.is === "line") lines.push(Buffer.from(edited.octets).toString("latin1"));
      if (edited?.is === "key") lines.push(`^${String.fromCharCode(edited.octet | 0x40)}`);
    }
    return { shown, lines };
  }

  test.each([
    ["abc\r", "abc", ["abc"]],
    ["abc\x7f\x08d\r", "abc\b \b\b \bd", ["ad"]],
    ["\x7fa\r", "a", ["a"]],
    ["one two \x17x\r", `one two ${"\b \b".repeat(4)}x`, ["one x"]],
    ["ab\x15c\r", "ab\b \b\b \bc", ["c"]],
    ["a\tb\x7f\x7f\r", "a b\b \b\b \b", ["a"]],
    ["é\x7fx\r", "é\b \bx", ["x"]],
    ["海\x7fx\r", "海\b \b\b \bx", ["x"]],
    ["a\x03", "a", ["^C"]],
    ["a\x04\r\x04", "a", ["a", "^D"]],
    ["\x1b[A\x1b[1;5D\x1bOPx\r", "x", ["x"]],
  ])("%j", (keys, shown, lines) => {
    expect(typed(octets(keys as string))).toEqual({ shown, lines });
  });

  test("sends invalid UTF-8 unchanged", () => {
    expect(typed(Uint8Array.of(0x61, 0xe9, 0x62, 0x0d))).toEqual({ shown: "ab", lines: ["a\xe9b"] });
  });

  test("limits a line to 4096 bytes", () => {
    expect(typed(new Uint8Array(10_000).fill(0x61)).shown).toHaveLength(4096);
  });

  test("accepts any keys, and Ctrl-U deletes the line", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60, size: "max" }), (keys) => {
        const editor = new LineEditor();
        for (const octet of keys) editor.key(octet);
        editor.key(0x5c); // Ends an unfinished escape sequence.
        editor.key(0x5c);
        editor.key(0x15);
        expect(editor.take()).toHaveLength(0);
      }),
    );
  });
});

describe("Keyboard", () => {
  interface Seen {
    readonly keyboard: Keyboard;
    /** The bytes sent to the server, with commands in angle brackets. */
    readonly sent: () => string;
    readonly shown: () => string;
    readonly prompts: readonly boolean[];
  }

  function keys(echoes: boolean, escapeKey = "^]"): Seen {
    let sent = "";
    let shown = "";
    const prompts: boolean[] = [];
    const session: TerminalSession = {
      readable: (async function* () {})(),
      echoes,
      write: async (data) => {
        sent += latin1(data);
      },
      send: async (command) => {
        sent += `<${command}>`;
      },
      [Symbol.asyncDispose]: async () => {},
    };
    const keyboard = new Keyboard({
      session,
      escapeKey: parseEscapeKey(escapeKey),
      where: "h.example",
      show: async (text) => {
        shown += text;
      },
      onPrompt: (isThere) => prompts.push(isThere),
    });
    return { keyboard, sent: () => sent, shown: () => shown, prompts };
  }

  test("sends each key at once if the server echoes, including Ctrl-C", async () => {
    const seen = keys(true);
    await seen.keyboard.press(octets("ab\x03\x1b[A\r"));
    expect([seen.sent(), seen.shown()]).toEqual(["ab\x03\x1b[A\r", ""]);
  });

  test("sends lines if the server does not echo, and commands for Ctrl-C, Ctrl-Z, and Ctrl-\\", async () => {
    const seen = keys(false);
    await seen.keyboard.press(octets("ab\x7fc\rgone\x03\x1a\x1c\x04"));
    expect(seen.sent()).toBe("ac\n<IP><SUSP><BRK>\x04");
    expect(seen.shown()).toBe("ab\b \bc\ngone^C\n^Z\n^\\\n");
  });

  test("sends the unfinished line when the server starts to echo", async () => {
    const seen = keys(false);
    await seen.keyboard.press(octets("half"));
    await seen.keyboard.handOver();
    await seen.keyboard.handOver();
    expect(seen.sent()).toBe("half");
  });

  test.each([true, false])("opens the prompt on the escape key (server echoes: %s)", async (echoes) => {
    const seen = keys(echoes);
    await seen.keyboard.press(octets("\x1dsend ayt\r\x1d\x1d\x1d\x03\x1d\r\x1dsend escape\r"));
    expect(seen.sent()).toBe("<AYT>\x1d\x1d");
    expect(seen.prompts).toEqual([true, false, true, false, true, false, true, false, true, false]);
    expect(await seen.keyboard.press(octets("\x1dclose\rnever"))).toBe("close");
    expect(seen.sent()).not.toContain("never");
  });

  test("handles keys one by one like a whole chunk", async () => {
    const all = "ab\x1dsend brk\rc\r";
    const whole = keys(false);
    await whole.keyboard.press(octets(all));
    const each = keys(false);
    for (const octet of octets(all)) await each.keyboard.press(Uint8Array.of(octet));
    expect([each.sent(), each.shown()]).toEqual([whole.sent(), whole.shown()]);
  });

  test("sends every key to the server without an escape key", async () => {
    const seen = keys(true, "none");
    await seen.keyboard.press(octets("\x1dclose\r"));
    expect(seen.sent()).toBe("\x1dclose\r");
  });
});

describe("screen", () => {
  test("passes escape sequences through and resets the terminal", () => {
    const screen = createLiveScreen();
    expect(latin1(screen.show(octets("\x1b[31mred"), true))).toBe("\x1b[31mred");
    expect(screen.leave()).toMatch(/^\x1b\[!p/);
    expect(createLiveScreen().leave()).toBe("");
  });

  test("leaves the alternate screen, wherever the sequence was split", () => {
    const on = "text\x1b[?1049htext";
    for (let at = 0; at <= on.length; at++) {
      const screen = createLiveScreen();
      screen.show(octets(`\x1b[m${on.slice(0, at)}`), true);
      screen.show(octets(on.slice(at)), true);
      expect(screen.leave()).toMatch(/^\x1b\[\?1049l/);
      screen.show(octets("\x1b[?1049l"), true);
      expect(screen.leave()).not.toContain("1049");
    }
  });

  test("moves down without a carriage return for a bare line feed", () => {
    const screen = createLiveScreen();
    expect(latin1(screen.show(octets("a\nb\r\nc\r"), true))).toBe("a\x0bb\r\nc\r");
    expect(latin1(screen.show(octets("\n\nd"), true))).toBe("\n\x0bd");
    expect(latin1(screen.show(octets("a\nb"), false))).toBe("a\nb");
  });

  test("escapes control sequences in safe mode", () => {
    const screen = createSafeScreen();
    expect(screen.show(octets("\x1b]52;c;aGk=\x07a\r"), true)).toBe("\\x1b]52;c;aGk=\\x07a");
    expect(screen.show(octets("\nb"), true)).toBe("\nb");
    expect(screen.leave()).toBe("");
  });
});
