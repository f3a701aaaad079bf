import { describe, expect, test } from "vitest";
import { fitColumns, wrapToWidth } from "../../src/render/columns.ts";
import { stringWidth } from "../../src/render/string-width.ts";
import { run } from "../captured.ts";

const LONG =
  "a-long-name-of-a-file-that-goes-on-and-on-and-on-and-does-not-end-before-it-is-100-columns-wide.txt";

describe("on a terminal", () => {
  const commands: readonly (readonly [...argv: string[]])[] = [
    ["plan", `ftp://alice@ftp.example/%2Fetc/${LONG};type=a`],
    ["same", `ftp://ftp.example:21/%7Ejoe/${LONG}`, `FTP://ftp.example/~joe/${LONG}`],
    ["same", "ftp://h/a", "ftp://h/b"],
    ["check", `http://h.example/~joe/${LONG}#top`],
    ["doctor"],
  ];

  test.each([40, 80, 200].flatMap((columns) => commands.map((argv) => [columns, argv] as const)))(
    "no line is longer than %s columns: %j",
    async (columns, argv) => {
      const { out } = await run(argv, { terminal: true, columns, env: { NO_COLOR: "1" } });
      // A whole URL has a line of its own, so that it can be copied.
      const lines = out.split("\n").filter((line) => !/^(?: {2})?(?:ftp|http):\S+$/.test(line));
      expect(lines.length).toBeGreaterThan(3);
      for (const line of lines) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    },
  );

  test("a plan in a pipe is a table, whatever its width", async () => {
    const { out } = await run(["plan", `ftp://ftp.example/${LONG}`]);
    expect(out).toMatch(new RegExp(`^C: RETR ${LONG} +name +RFC 1738 §3\\.2\\.2$`, "m"));
  });
});

const rows = (...texts: readonly (readonly string[])[]) => texts.map((row) => row.map((text) => ({ text })));

describe("fitColumns", () => {
  test("wraps another column than the first between words", () => {
    const table = rows(["ok", "the quick brown fox jumps", "z"]);
    expect(fitColumns(table, { width: 27, flexible: 1 })).toEqual([
      "ok  the quick brown fox  z",
      "    jumps",
    ]);
  });

  test("lets a row flow if its columns are too narrow", () => {
    const table = rows(["first", "the second one", "third"]);
    expect(fitColumns(table, { width: 20, flexible: 1 })).toEqual([
      "first",
      "    the second one",
      "    third",
    ]);
  });
});

test("wrapToWidth breaks between words, and in a word that is too long", () => {
  expect(wrapToWidth("ab cd", 10)).toEqual(["ab cd"]);
  expect(wrapToWidth("ab cdefghij k", 4)).toEqual(["ab", "cdef", "ghij", "k"]);
  expect(wrapToWidth("海海海", 5)).toEqual(["海海", "海"]);
  expect(wrapToWidth("", 5)).toEqual([""]);
});
