import { DEFAULT_STYLE } from "@anyurl/core/presentation";
import { document, folder, startFtpServer, startGopherServer } from "@anyurl/servers";
import { anyUnicode } from "@anyurl/testkit";
import type { Entry } from "anyurl";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatDay, formatShortSize } from "../../src/render/facts.ts";
import { linkText } from "../../src/render/link.ts";
import { listingLines } from "../../src/render/listing.ts";
import { stringWidth } from "../../src/render/string-width.ts";
import { sortEntries } from "../../src/verbs/read/arrange-entries.ts";
import { run } from "../captured.ts";

const NOW = Date.parse("2026-11-28T00:00:00Z");
const paint = (_: unknown, text: string) => text;

function entry(name: string, more: Partial<Entry> = {}): Entry {
  return { name, kind: "file", url: `ftp://h/${encodeURIComponent(name)}`, ...more };
}

const lines = (entries: readonly Entry[], width: number) =>
  listingLines(entries, DEFAULT_STYLE, { paint, width, now: NOW });

const day = (text: string) => ({ modified: new Date(text), modifiedZone: "unknown" }) as const;

describe("a listing on a terminal", () => {
  const entries = [
    entry("docs", { kind: "directory", size: 4096, ...day("2026-11-01T10:05:00Z") }),
    entry("a.txt", { size: 2000, ...day("2026-11-20T10:05:00Z") }),
    entry("a-name-that-is-longer-than-the-others-and-than-40-columns.tar.gz", {
      size: 5,
      ...day("2020-01-02"),
    }),
  ];

  test("has names first, sizes with units, dates, and / after directories", () => {
    expect(lines(entries.slice(0, 2), 80)).toEqual([
      "docs/           Nov 01, 10:05",
      "a.txt  2.0 KiB  Nov 20, 10:05",
    ]);
  });

  test("gives a name that is too long lines of its own", () => {
    expect(lines(entries, 40)).toEqual([
      "docs/           Nov 01, 10:05",
      "a.txt  2.0 KiB  Nov 20, 10:05",
      "a-name-that-is-longer-than-the-others-an",
      "d-than-40-columns.tar.gz",
      "           5 B  Jan 02, 2020",
    ]);
  });

  test("has several columns if it consists of names only", () => {
    expect(
      lines(
        ["a", "bb", "c", "d", "e"].map((name) => entry(name)),
        10,
      ),
    ).toEqual(["a   c  e", "bb  d"]);
  });

  test("can have as many entries as the limit maxEntries allows", () => {
    const names = Array.from({ length: 200_000 }, (_, i) => entry(`${i}`.padStart(6, "0")));
    const drawn = lines(names, 30);
    expect(drawn).toHaveLength(50_000);
    expect(drawn[0]).toBe("000000  050000  100000  150000");
    const texts = names.map(({ name }): Entry => ({ name, kind: "information", url: undefined }));
    expect(lines(texts, 80)).toHaveLength(200_000);
  });

  test("shows kinds only if a name does not show them", () => {
    expect(lines([entry("find", { kind: "search" }), entry("a")], 80)).toEqual(["find  search", "a"]);
  });

  test.each([40, 80, 200])("has lines of at most %s columns", (width) => {
    const anyEntry = fc.record({
      name: anyUnicode(),
      kind: fc.constantFrom<Entry["kind"]>("file", "directory", "information", "search"),
      size: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 6 }), (found) => {
        const shown = lines(
          found.map(({ name, ...more }) => ({ ...more, name, url: "ftp://h/a", ...day("2026-11-20") })),
          width,
        );
        for (const line of shown) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
        }
      }),
    );
  });
});

describe("facts of a listing", () => {
  test("a date without a known time has none, and neither has an old one", () => {
    const at = new Date("2026-11-20T10:05:00Z");
    expect(formatDay(at, {}, NOW, "America/New_York")).toBe("Nov 20, 05:05");
    expect(formatDay(at, { modifiedZone: "unknown" }, NOW, "America/New_York")).toBe("Nov 20, 10:05");
    expect(formatDay(at, { modifiedPrecision: "day" }, NOW)).toBe("Nov 20, 2026");
    expect(formatDay(new Date("2025-11-20T10:05:00Z"), {}, NOW, "UTC")).toBe("Nov 20, 2025");
    expect(formatDay(new Date(Number.NaN), {}, NOW)).toBe("");
  });

  test("a size has a unit, and an impossible one is not shown", () => {
    const sizes = [0, 999, 1000, 12_345_678, -1, Number.NaN];
    expect(sizes.map(formatShortSize)).toEqual(["0 B", "999 B", "1.0 KiB", "11.8 MiB", "", ""]);
  });
});

test("entries are sorted with directories first and names as people count", () => {
  const found = [
    entry("a10", { size: 1, ...day("2026-01-01") }),
    entry("z", { kind: "directory" }),
    entry("a2", { size: 3, ...day("2026-01-03") }),
    entry("b", {}),
  ];
  const names = (...more: [Parameters<typeof sortEntries>[1], boolean?]) =>
    sortEntries(found, ...more).map(({ name }) => name);
  expect(names("name")).toEqual(["z", "a2", "a10", "b"]);
  expect(names("name", true)).toEqual(["z", "b", "a10", "a2"]);
  expect(names("size")).toEqual(["z", "a2", "a10", "b"]);
  expect(names("time", true)).toEqual(["z", "b", "a10", "a2"]);
  expect(names("none")).toEqual(["a10", "z", "a2", "b"]);
});

test("a link has no URL with characters that could end its sequence", () => {
  expect(linkText("a", "ftp://h/a")).toBe("\x1b]8;;ftp://h/a\x1b\\a\x1b]8;;\x1b\\");
  for (const url of ["ftp://h/\x1b\\", "ftp://h/ü", "ftp://h/\x07", "", undefined])
    expect(linkText("a", url)).toBe("a");
});

describe("anyurl ls", () => {
  const file = (size: number) => document("x".repeat(size));
  const root = folder({
    "b.txt": file(2000),
    "a.txt": file(10),
    ".hidden": file(1),
    sub: folder({ "c.txt": file(1) }),
  });
  let ftp: Awaited<ReturnType<typeof startFtpServer>>;
  beforeAll(async () => {
    ftp = await startFtpServer({ root });
  });
  afterAll(() => ftp.close());

  /** The names, in their order. */
  async function names(flags: readonly string[], terminal = false): Promise<readonly string[]> {
    const { out } = await run(["ls", ...flags, "--no-color", `${ftp.origin}/`], { terminal });
    return out.match(/(?<=^|\s)(?:sub|\.?[a-z]+\.txt|\.hidden)(?=\/?(?:\s|$))/gm) ?? [];
  }

  test("hides names that begin with a dot on a terminal, says so, and shows them with -a", async () => {
    expect(await names([], true)).toEqual(["sub", "a.txt", "b.txt"]);
    expect(await names(["-a"], true)).toEqual(["sub", ".hidden", "a.txt", "b.txt"]);
    const { err } = await run(["ls", `${ftp.origin}/`], { terminal: true });
    expect(err).toBe("anyurl: 1 hidden entry; -a shows it\n");
  });

  test("prints the order of the server and every name in a pipe, unless an option sorts", async () => {
    const sent = await names([]);
    expect([...sent].sort()).toEqual([".hidden", "a.txt", "b.txt", "sub"]);
    expect(await names(["--sort=none"])).toEqual(sent);
    expect(await names(["-r"])).toEqual(["sub", "b.txt", "a.txt", ".hidden"]);
    expect(await names(["-S"])).toEqual(["sub", "b.txt", "a.txt", ".hidden"]);
    expect(await names(["-Sr"])).toEqual(["sub", ".hidden", "a.txt", "b.txt"]);
  });

  test("prints exact sizes and URLs with -l and in a pipe, and sizes with units with -h", async () => {
    const row = new RegExp(`^file +2000 +\\S+ \\S+ +b\\.txt +${ftp.origin}/b\\.txt$`, "m");
    expect((await run(["ls", `${ftp.origin}/`])).out).toMatch(row);
    const world = { terminal: true, env: { NO_COLOR: "1" } };
    expect((await run(["ls", "-l", `${ftp.origin}/`], world)).out).toMatch(row);
    expect((await run(["ls", "-h", `${ftp.origin}/`])).out).toMatch(/^file +2\.0 KiB +\S+ \S+ +b\.txt/m);
    expect((await run(["ls", `${ftp.origin}/`], world)).out).not.toContain("ftp:");
  });

  test("makes names links on a terminal that knows them", async () => {
    const isLinked = async (flags: readonly string[], env: Record<string, string>) =>
      (await run(["ls", ...flags, `${ftp.origin}/`], { terminal: true, env })).out.includes(
        `\x1b]8;;${ftp.origin}/b.txt\x1b\\b.txt\x1b]8;;\x1b\\`,
      );
    expect(await isLinked([], { TERM: "xterm" })).toBe(true);
    expect(await isLinked([], { TERM: "linux" })).toBe(false);
    expect(await isLinked(["--hyperlink=never"], { TERM: "xterm" })).toBe(false);
    expect(await isLinked(["--hyperlink=always"], { TERM: "dumb" })).toBe(true);
  });

  test("links neither to local files nor to unknown schemes that a server names", async () => {
    const menu =
      "hlocal\tURL:file:///etc/passwd\t+\t70\r\nhodd\tURL:x-odd:1\t+\t70\r\nhweb\tURL:http://h.example/\t+\t70\r\n.\r\n";
    await using gopher = await startGopherServer({ root: folder({ menu: document(menu) }) });
    const argv = ["ls", "--any-port", `${gopher.origin}/1/menu`];
    const { out } = await run(argv, { terminal: true, env: { TERM: "xterm" } });
    expect(out).toContain("local");
    expect(out.match(/(?<=\x1b\]8;;)[^\x1b]+/g) ?? []).toEqual(["http://h.example/"]);
  });
});
