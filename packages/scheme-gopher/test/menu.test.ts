import { octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { isErrorLine, menuItem } from "../src/menu.ts";

describe("a menu line (RFC 1436 §2)", () => {
  it("has its fields between tabs, and further ones behind them", () => {
    expect(menuItem(octetsOf("0A text\t/a\th.example\t70\t+\tmore\r"))).toEqual({
      gophertype: "0",
      display: "A text",
      selector: "/a",
      host: "h.example",
      port: "70",
      further: ["+", "more"],
    });
  });

  it("has a type of one octet, so that every field is text that keeps its octets", () => {
    const item = menuItem(octetsOf("\u{1f600}\t/a\th.example\t70"));
    expect(item).toMatchObject({ gophertype: "\udcf0", display: "\udc9f\udc98\udc80" });
    expect(textOf(octetsOf(`${item?.gophertype}${item?.display}`))).toBe("\u{1f600}");
  });

  it("is information without a tab, and nothing when it is empty", () => {
    expect(menuItem(octetsOf("plain"))).toMatchObject({ gophertype: "i", display: "plain" });
    expect(menuItem(octetsOf("iplain"))).toMatchObject({ gophertype: "i", display: "plain" });
    expect(menuItem(octetsOf("\u00e9t\u00e9"))).toMatchObject({ gophertype: "i", display: "\u00e9t\u00e9" });
    expect(menuItem(octetsOf("\r\r"))).toBeUndefined();
    expect(menuItem(octetsOf(""))).toBeUndefined();
  });

  it.each([
    ["3gone\t\terror.host\t1", true],
    ["3gone\t\terror.host\t1\t+\r", true],
    ["3 blind mice", false],
    ["3\ttabs\tand words\there", false],
    ["0gone\t\terror.host\t1", false],
  ])("%j is an error: %s", (line, expected) => expect(isErrorLine(line)).toBe(expected));
});
