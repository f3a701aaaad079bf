import { describe, expect, it } from "vitest";
import { canShowPicture, drawPicture } from "../../src/browser/picture.ts";

describe("a picture", () => {
  it.each([
    ["image/png", { TERM: "xterm-kitty" }, true],
    ["image/png", { TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, true],
    ["image/png", { TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }, true],
    ["image/png", { TERM: "xterm-256color" }, false],
    ["image/png", { TERM: "screen", KITTY_WINDOW_ID: "1", TMUX: "/tmp/x" }, false],
    ["image/gif", { TERM: "xterm-kitty" }, false],
  ])("%s is shown with %j: %s", (mediaType, env, expected) => {
    expect(canShowPicture(mediaType, env)).toBe(expected);
  });

  it("reaches the terminal as base64, in sequences of limited length, and returns the cursor", () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i & 0xff);
    const [start, ...parts] = drawPicture(bytes, 3).split("\x1b_G");
    expect(start).toBe("\x1b7\x1b[3;1H");
    expect(parts).toHaveLength(2);
    const data = parts.map((part) => /^[^;]*;([A-Za-z0-9+/=]{1,4096})\x1b\\(?:\x1b8)?$/.exec(part)?.[1]);
    expect(Buffer.from(data.join(""), "base64")).toEqual(Buffer.from(bytes));
    expect(parts.map((part) => /m=[01]/.exec(part)?.[0])).toEqual(["m=1", "m=0"]);
    expect(parts.at(-1)!.endsWith("\x1b\\\x1b8")).toBe(true);
  });
});
