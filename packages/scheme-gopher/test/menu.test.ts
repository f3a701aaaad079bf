import { octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { MenuReader } from "../src/menu/menu.ts";
import { isErrorLine, parseMenuItem } from "../src/menu/menu-line.ts";
import { readMenu } from "../src/menu/read-menu.ts";
import { TargetResolver } from "../src/target.ts";

describe("a menu line (RFC 1436 §2)", () => {
  it("splits the fields at tabs and keeps further fields", () => {
    expect(parseMenuItem("0A text\t/a\th.example\t70\t+\tmore\r")).toEqual({
      gophertype: "0",
      display: "A text",
      selector: "/a",
      host: "h.example",
      port: "70",
      further: ["+", "more"],
      fields: 4,
    });
  });

  it("reads a type of one byte and preserves the bytes of every field", () => {
    const item = parseMenuItem("\u{1f600}\t/a\th.example\t70");
    expect(item).toMatchObject({ gophertype: "\udcf0", display: "\udc9f\udc98\udc80" });
    expect(textOf(octetsOf(`${item?.gophertype}${item?.display}`))).toBe("\u{1f600}");
  });

  it("is information without a tab, and undefined for an empty line", () => {
    expect(parseMenuItem("plain")).toMatchObject({ gophertype: "i", display: "plain" });
    expect(parseMenuItem("iplain")).toMatchObject({ gophertype: "i", display: "plain" });
    expect(parseMenuItem("\u00e9t\u00e9")).toMatchObject({ gophertype: "i", display: "\u00e9t\u00e9" });
    expect(parseMenuItem("\r\r")).toBeUndefined();
    expect(parseMenuItem("")).toBeUndefined();
  });

  it.each([
    ["3gone\t\terror.host\t1", true],
    ["3gone\t\terror.host\t1\t+\r", true],
    ["3 blind mice", false],
    ["3\ttabs\tand words\there", false],
    ["0gone\t\terror.host\t1", false],
  ])("%j is an error: %s", (line, expected) => expect(isErrorLine(line)).toBe(expected));
});

describe("the URL of an item", () => {
  const urlsOf = (targets: TargetResolver, ...lines: readonly string[]) => {
    const reader = new MenuReader(targets);
    return lines.map((line) => reader.toEntry(parseMenuItem(line)!).url);
  };

  it("uses the default port of its type", () => {
    const lines = ["0A\ta\th.example\t", "2B\t\th.example\t", "8C\t\th.example\t", "0D\td\th.example\t"];
    expect(urlsOf(new TargetResolver(), ...lines)).toEqual([
      "gopher://h.example/0a",
      "gopher://h.example:105/2",
      "telnet://h.example/",
      "gopher://h.example/0d",
    ]);
  });

  it("uses gophers: for items on the same server as a menu over TLS", () => {
    const lines = ["0A\ta\tH.example\t7070", "0B\tb\th.example\t70", "0C\tc\tother.example\t7070"];
    expect(urlsOf(new TargetResolver({ host: "h.example", port: 7070 }), ...lines)).toEqual([
      "gophers://H.example:7070/0a",
      "gopher://h.example/0b",
      "gopher://other.example:7070/0c",
    ]);
  });
});

describe("readMenu", () => {
  const menu = octetsOf("iHello\r\n0A\t/a\th.example\t70\r\n\r\n1B\t/b\th.example\t70\t+\n.\r\n");

  it("reads a complete menu, with or without a Lastline", () => {
    const entries = [
      { name: "Hello", kind: "information", url: undefined, attributes: { gophertype: "i" } },
      {
        name: "A",
        kind: "file",
        url: "gopher://h.example/0/a",
        mediaType: "text/plain",
        attributes: { gophertype: "0" },
      },
      {
        name: "B",
        kind: "directory",
        url: "gopher://h.example/1/b",
        mediaType: "application/gopher-menu",
        attributes: { gophertype: "1", gopherPlus: "+" },
      },
    ];
    expect(readMenu(menu)).toEqual(entries);
    expect(readMenu(menu.subarray(0, -3))).toEqual(entries);
    expect(readMenu(new Uint8Array(0))).toEqual([]);
  });

  it("fails with too-large at its limits", () => {
    expect(readMenu(menu, { maxEntryLine: 6 }).map(({ kind }) => kind)).toEqual(["information", "error"]);
    for (const limits of [{ maxEntries: 2 }, { maxListing: 20 }])
      expect(() => readMenu(menu, limits)).toThrow(expect.objectContaining({ code: "too-large" }));
    expect(() => readMenu(menu, { maxEntries: Number.NaN })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});
