import type { Entry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { TREE } from "../src/tree.ts";

const { write } = TREE.index!;

const entryOf = (
  gophertype: string,
  name: string,
  url: string | undefined,
  more: Partial<Entry> = {},
): Entry => ({
  name,
  kind: "file",
  url,
  attributes: { gophertype },
  ...more,
});

const lineOf = (entry: Entry, copy?: readonly string[]) => write([{ entry, copy }], ["a"]);

describe("a gophermap", () => {
  it("has relative selectors for what is in its directory, and absolute ones for the rest of the tree", () => {
    const entry = entryOf("0", "About us", "gopher://h/0/x/about");
    expect(lineOf(entry, ["a", "about.txt"])).toBe("0About us\tabout.txt\n");
    expect(lineOf(entry, ["about.txt"])).toBe("0About us\t/about.txt\n");
    expect(lineOf(entryOf("1", "Top", "gopher://h/"), [])).toBe("1Top\t/\n");
  });

  it("keeps links to other servers, and what the tree does not have", () => {
    const item = (type: string, url: string) => lineOf(entryOf(type, "x", url));
    expect(item("0", "gopher://h/0/a%20b")).toBe("0x\t/a b\th\t70\n");
    expect(item("7", "gopher://h:7070/7/find")).toBe("7x\t/find\th\t7070\n");
    expect(item("1", "gopher://[::1]/1x")).toBe("1x\tx\t::1\t70\n");
    expect(item("8", "telnet://guest@lib.example/")).toBe("8x\tguest\tlib.example\t23\n");
    expect(item("h", "http://x.example/?a=1")).toBe("hx\tURL:http://x.example/?a=1\n");
  });

  it("keeps lines of text and errors, also those that are empty or look like an instruction", () => {
    const text = (name: string) => lineOf(entryOf("i", name, undefined, { kind: "information" }));
    expect(text("!title")).toBe("i!title\t\tnull.host\t1\n");
    expect(text("")).toBe("i\t\tnull.host\t1\n");
    expect(lineOf(entryOf("3", "gone", undefined, { kind: "error" }))).toBe("3gone\t\tnull.host\t1\n");
  });

  // Gophernicus executes a line that begins with "=", and stops at "." or "*".
  it.each([..."#!-~%=*."])('never writes the type "%s", which servers take as an instruction', (type) => {
    expect(lineOf(entryOf(type, "/bin/sh", "gopher://h/9/x"), ["a", "x"])).toBe("i/bin/sh\t\tnull.host\t1\n");
  });

  it("has one line for each entry, whatever is in a title", () => {
    expect(lineOf(entryOf("0", "a\n=/bin/sh\tb", "gopher://h/0x"), ["a", "x"])).toBe("0a =/bin/sh b\tx\n");
  });
});
