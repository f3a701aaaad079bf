import { DEFAULT_LIMITS, octetsOf } from "@anyurl/core";
import { anyText } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePacket } from "../src/ardp-packet.ts";
import { parseReply } from "../src/reply.ts";
import byHand from "./fixtures/by-hand.json" with { type: "json" };
import hostile from "./fixtures/hostile-packets.json" with { type: "json" };
import observed from "./fixtures/observed.json" with { type: "json" };
import { octetsOfHex } from "./scripted-datagrams.ts";

const read = (text: string | Uint8Array, limits = {}) =>
  parseReply(typeof text === "string" ? octetsOf(text) : text, { ...DEFAULT_LIMITS, ...limits });
const code = (wanted: string) => expect.objectContaining({ code: wanted });

/** The texts of packets, in the order of their numbers. */
function joinPacketTexts(datagrams: readonly string[]): Uint8Array {
  const packets = datagrams
    .map((hex) => parsePacket(octetsOfHex(hex)))
    .filter((each) => typeof each === "object");
  const distinct = new Map(packets.map((each) => [each.number, each.content]));
  const texts = [...distinct].sort(([a], [b]) => a - b).flatMap(([, content]) => [...content]);
  return Uint8Array.from(texts);
}

const LINK = "LINK  L FILE a.txt INTERNET-D H.EXAMPLE ASCII '/a.txt' 0\n";

describe("answers of Prospero PreAlpha.5.3", () => {
  const answer = (what: keyof typeof observed.answers) => read(joinPacketTexts(observed.answers[what]));

  it("tell the attributes of a file, and of a directory", () => {
    const file = answer("attributes of a file");
    expect(file.attributes.map(({ name, values }) => [name, ...values])).toEqual([
      ["SIZE", "187 bytes"],
      ["NATIVE-OWNER", "root"],
      ["NATIVE-GROUP", "root"],
      ["LAST-MODIFIED", "20261121030149Z"],
      ["UNIX-MODES", "-rw-r--r--"],
      ["ACCESS-METHOD", "PROSPERO-CONTENTS", "", "", "", ""],
      ["ACCESS-METHOD", "LOCAL", "", "", "", ""],
      ["ACCESS-METHOD", "AFTP", "INTERNET-D", "PROS.EXAMPLE.ORG", "ASCII", "/pub/tide.txt", "BINARY"],
    ]);
    expect(answer("attributes of a directory").attributes.at(-1)).toMatchObject({
      name: "UNIX-MODES",
      values: ["drwxr-xr-x"],
    });
  });

  it("tell links of every kind, with an empty line among them", () => {
    const { links } = answer("a directory of links");
    expect(links.map(({ linktype, target, name }) => [linktype, target, name])).toEqual([
      ["L", "EXTERNAL", "harbour master"],
      ["L", "EXTERNAL", "tides.txt"],
      ["L", "EXTERNAL", "chart.gif"],
      ["L", "EXTERNAL", "logs"],
      ["L", "EXTERNAL", "pilot"],
      ["L", "DIRECTORY", "elsewhere"],
      ["L", "DIRECTORY", "pub"],
      ["L", "SYMBOLIC", "sym"],
      ["L", "FILE", "old.txt"],
      ["U", "DIRECTORY", "union"],
    ]);
    const old = links.find(({ name }) => name === "old.txt")!;
    expect(old.destExp).toBe("19991231235959Z");
    expect(old.attributes).toEqual([{ appliesTo: "LINK", name: "ID", values: ["REMOTE", "4711"] }]);
    expect(old.object.hsoname).toBe("/srv/ftp/pub/tide.txt");
  });

  it("have the type of a value, or leave it out", () => {
    const [link] = answer("all attributes of one link").links;
    expect(link!.attributes).toEqual([
      {
        appliesTo: "CACHED",
        name: "ACCESS-METHOD",
        values: ["GOPHER", "INTERNET-D", "gopher.example.org(70)", "ASCII", "0/about/harbour", "0"],
      },
      { appliesTo: "LINK", name: "MENU-ITEM-DESCRIPTION", values: ["About the harbour master's office"] },
    ]);
  });

  it("tell what is left of a name, and that nothing has it", () => {
    expect(answer("unresolved").unresolved).toEqual(["x", "y"]);
    expect(read(`${LINK}UNRESOLVED x/y\n`).unresolved).toEqual(["x", "y"]);
    expect(answer("none found")).toMatchObject({ links: [], attributes: [], unresolved: undefined });
    expect(answer("wildcard").links.map(({ name }) => name)).toEqual(["tide.txt", "care of lamp.txt"]);
  });

  it.each([
    ["no attribute of the names", "not-found"],
    ["another version", "unsupported"],
    ["unknown command", "protocol-error"],
    ["outside of the tree", "permission-denied"],
    ["not a directory", "not-a-directory"],
    ["authentication", "auth-failed"],
    ["unbalanced quote", "protocol-error"],
    ["server failed", "temporarily-unavailable"],
    ["failure after attributes", "not-found"],
    ["nothing", "protocol-error"],
  ] as const)("fail: %s is %s", (what, wanted) => {
    expect(() => answer(what)).toThrow(code(wanted));
  });

  it.each([
    ["contents: text", /^Tide tables for Lantern Bay\n.*bar\.\n$/s],
    ["contents: quotes", /^It's 4 o'clock\.\n'Quoted' \+ plus, comma\ttab\r?\n/],
    ["contents: empty", /^$/],
    ["contents: binary", /^GIF89a/],
  ] as const)("hold a file: %s", (what, octets) => {
    const [attribute] = answer(what).attributes;
    expect(attribute).toMatchObject({ name: "CONTENTS", values: ["DATA", expect.stringMatching(octets)] });
  });
});

describe("replies that the original client accepted", () => {
  const answer = (what: keyof typeof byHand.answers) => read(joinPacketTexts(byHand.answers[what]));

  it("are parsed with FORWARDED and an unused id after it", () => {
    expect(answer("forwarded")).toMatchObject({
      forwarded: {
        hostType: "INTERNET-D",
        host: "pros.example.org(1526)",
        hsoname: "/moved/pub",
        version: "0",
      },
      links: [],
    });
  });

  it("are parsed with unknown lines and warnings", () => {
    const { links, warnings } = answer("unknown line");
    expect(links).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  it("are reported with the explanation of a failure", () => {
    expect(() => answer("failure with text")).toThrow(
      expect.objectContaining({ code: expect.any(String), reply: expect.stringMatching(/ \S+ /) }),
    );
  });

  it("fail with protocol-error for CR LF, like in the original client", () => {
    expect(() => answer("CR LF")).toThrow(code("protocol-error"));
  });
});

describe("a reply", () => {
  it.each([
    ["FAILURE NOT-FOUND FILE", "not-found"],
    ["FAILURE NOT-A-DIRECTORY", "not-a-directory"],
    ["FAILURE NOT-AUTHORIZED", "permission-denied"],
    ["FAILURE AUTHENTICATION-REQUIRED", "auth-required"],
    ["FAILURE AUTHENTICATION-DATA 'no such type'", "auth-failed"],
    ["FAILURE SERVER-FAILED", "temporarily-unavailable"],
    ["FAILURE TOO-MANY", "too-large"],
    ["FAILURE UNIMPLEMENTED", "unsupported"],
    ["FAILURE WHO-KNOWS", "protocol-error"],
    ["ERROR Unknown", "protocol-error"],
    ["VERSION-NOT-SUPPORTED TRY 1", "unsupported"],
  ])("maps %s to %s, whatever comes before or after it", (line, wanted) => {
    for (const text of [`${line}\n`, line, `VERSION 5 x\n${LINK}${line}\n`, `${line}\n${LINK}`])
      expect(() => read(text)).toThrow(code(wanted));
  });

  it("fails with protocol-error if it is empty", () => {
    for (const text of [
      "",
      "\n\n",
      "VERSION 5 x\n",
      "VERSION 5 x",
      "WARNING MESSAGE 'be seeing you'\n",
      "HELLO\n",
    ])
      expect(() => read(text)).toThrow(code("protocol-error"));
    expect(read("NONE-FOUND\n").links).toEqual([]);
  });

  it("has the server's text without control characters", () => {
    const bell = hostile.cases.find(({ what }) => what.startsWith("FAILURE with control"))!;
    expect(() => read(joinPacketTexts(bell.packets))).toThrow(
      expect.objectContaining({ code: "not-found", reply: expect.not.stringMatching(/[\x00-\x1f]/) }),
    );
  });

  it("reads an attribute without appliesTo, and ignores attributes of attributes", () => {
    const { links } = read(
      `${LINK}ATTRIBUTE FIELD SIZE '3 bytes'\nATTRIBUTE> CACHED FIELD SIZE 4\nATTRIBUTE>>>>>>>>>> X\n`,
    );
    expect(links[0]!.attributes).toEqual([{ appliesTo: "OBJECT", name: "SIZE", values: ["3 bytes"] }]);
  });

  it("fails with protocol-error for an incomplete link or attribute", () => {
    for (const line of [
      "LINK L FILE a INTERNET-D h.example ASCII",
      "LINK",
      "ATTRIBUTE OBJECT",
      "ATTRIBUTE A B C",
      "FORWARDED INTERNET-D",
    ])
      expect(() => read(`${line}\n`)).toThrow(code("protocol-error"));
  });

  it("separates the attributes of a link from those of the object", () => {
    const { attributes, links } = read(
      `ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE '1 bytes'\n${LINK}ID REMOTE 1\n${LINK}ATTRIBUTE CACHED FIELD X y\n`,
    );
    expect(attributes.map(({ name }) => name)).toEqual(["SIZE"]);
    expect(links.map((link) => link.attributes.map(({ name }) => name))).toEqual([["ID"], ["X"]]);
  });

  it("leaves out lines that are too long, and counts them; a file may be as long as it likes", () => {
    const long = `LINK L FILE ${"x".repeat(9_000)} INTERNET-D h.example ASCII a 0\n`;
    expect(read(long + LINK + long)).toMatchObject({ skipped: 2, links: [{ name: "a.txt" }] });
    const file = `ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA '${"x ".repeat(50_000)}'\n`;
    expect(read(file).attributes[0]!.values[1]).toHaveLength(100_000);
    const bare = `ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA ${"x ".repeat(50_000)}\n`;
    expect(read(bare).attributes[0]!.values.length).toBeLessThan(8);
  });

  it("has no more links and attributes than allowed", () => {
    expect(() => read(LINK.repeat(11), { maxEntries: 10 })).toThrow(code("too-large"));
    expect(() => read("ATTRIBUTE OBJECT INTRINSIC X SEQUENCE y\n".repeat(11), { maxEntries: 10 })).toThrow(
      code("too-large"),
    );
    expect(read(LINK.repeat(10_000)).links).toHaveLength(10_000);
  });

  it("of any text is read, or fails with a code", () => {
    const words = fc.constantFrom(
      ..."LINK ATTRIBUTE ID UNRESOLVED FORWARDED FAILURE L U FILE INTERNET-D h(1) ASCII 0 ' '' ATTRIBUTE> FIELD".split(
        " ",
      ),
    );
    const line = fc.array(fc.oneof(words, anyText()), { maxLength: 12 }).map((tokens) => tokens.join(" "));
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, (any) => {
        try {
          read(any);
        } catch (error) {
          expect(error).toEqual(expect.objectContaining({ name: "AccessError", code: expect.any(String) }));
        }
      }),
    );
  });
});
