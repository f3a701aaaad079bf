import { octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMessageId, formatMboxMessage, scanMbox } from "../../src/tree/archive/mbox-format.ts";

async function* inChunks(text: string, size: number) {
  const octets = octetsOf(text);
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
}

describe("formatMboxMessage", () => {
  it("adds a > to each line that begins with From, after any number of > (mboxrd)", () => {
    const text = "From: a\n\nFrom here\n>From there\n>>From far\nnot From\n From\n> From\nFrom\n";
    expect(formatMboxMessage(text)).toBe(
      "From MAILER-DAEMON Thu Jan  1 00:00:00 1970\nFrom: a\n\n>From here\n>>From there\n>>>From far\nnot From\n From\n> From\nFrom\n\n",
    );
  });

  it("can be read back: without one > of each quoted line, it is the message", () => {
    const line = fc.constantFrom("From x", ">From x", "", ">", "a", "From", "From\u2028From y", "Froms");
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const text = `${lines.join("\n")}\n`;
        const formatted = formatMboxMessage(text);
        const body = formatted.slice(formatted.indexOf("\n") + 1, -1);
        expect(body).not.toMatch(/(?<![^\n])From /);
        expect(body.replace(/(?<![^\n])>(>*From )/g, "$1")).toBe(text);
      }),
    );
  });
});

describe("findMessageId", () => {
  it("reads the header only, with folded lines", () => {
    expect(findMessageId("A: b\nMESSAGE-id:\n <x@y>\n\n")).toBe("x@y");
    expect(findMessageId("A: b\n\nMessage-ID: <x@y>\n")).toBeUndefined();
    expect(findMessageId("References: <r@y>\nX-Message-ID: <z@y>\n")).toBeUndefined();
  });
});

describe("scanMbox", () => {
  const one = formatMboxMessage("Message-ID: <1@x>\n\nFrom me\nMessage-ID: <no@x>\n");
  const two = formatMboxMessage("Message-ID: <2@x>\n\ntext\n");

  it.each([1, 2, 7, 1000])("finds all messages in chunks of %i bytes", async (size) => {
    const found = await scanMbox(inChunks(one + two, size));
    expect(found).toEqual({
      size: one.length + two.length,
      messageIds: new Set(["1@x", "2@x"]),
      ending: "",
    });
  });

  it("says which line ends are missing at the end", async () => {
    const endingOf = async (text: string) => (await scanMbox(inChunks(text, 5))).ending;
    expect(await endingOf("")).toBe("");
    expect(await endingOf(one)).toBe("");
    expect(await endingOf(one.slice(0, -1))).toBe("\n");
    expect(await endingOf(one.slice(0, -3))).toBe("\n\n");
  });

  it("does not keep a long line", async () => {
    const text = `From x\nMessage-ID: <1@x>\n\n${"x".repeat(100_000)}\n\n${one}`;
    expect((await scanMbox(inChunks(text, 4096))).messageIds).toEqual(new Set(["1@x"]));
  });
});
