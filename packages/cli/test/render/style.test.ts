import { describe, expect, test } from "vitest";
import { createPainter, READABLE_COLORS } from "../../src/render/style.ts";

const TERMINAL = { isTerminal: true };

describe("the colors of a terminal with 256 colors", () => {
  test.each(Object.entries(READABLE_COLORS))("%s has a contrast of 4:1 on black and on white", (_, index) => {
    const luminance = relativeLuminance(index);
    expect((luminance + 0.05) / 0.05).toBeGreaterThan(4);
    expect(1.05 / (luminance + 0.05)).toBeGreaterThan(4);
  });

  test("are used if TERM or COLORTERM says so, and the first 16 otherwise", () => {
    expect(createPainter(TERMINAL, { TERM: "xterm-256color" })("red", "x")).toBe("\x1b[38;5;161mx\x1b[0m");
    expect(createPainter(TERMINAL, { COLORTERM: "truecolor" })(["bold", "red"], "x")).toBe(
      "\x1b[1;38;5;161mx\x1b[0m",
    );
    expect(createPainter(TERMINAL, { TERM: "xterm" })("red", "x")).toBe("\x1b[31mx\x1b[39m");
  });
});

/** The luminance of a color of the palette, from 0 to 1 (WCAG 2.2). */
function relativeLuminance(index: number): number {
  const linear = (value: number) =>
    value <= 0.03928 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const cube = [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6];
  const gray = 8 + 10 * (index - 232);
  const [red, green, blue] =
    index >= 232 ? [gray, gray, gray] : cube.map((level) => level && 55 + 40 * level);
  return 0.2126 * linear(red!) + 0.7152 * linear(green!) + 0.0722 * linear(blue!);
}
