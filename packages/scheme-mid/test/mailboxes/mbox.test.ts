import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { memoryFiles, memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type MidOptions, mid } from "../../src/index.ts";
import MBOXES from "./mboxes.json" with { type: "json" };

interface Row {
  readonly rule: string;
  readonly mbox: string;
  /** The messages by id. */
  readonly found: Readonly<Record<string, string>>;
  readonly missing?: readonly string[];
}

/** Returns a function that reads a message of a mailbox, with reads of at most `maxRead` bytes. */
function mailbox(text: string, maxRead = Number.POSITIVE_INFINITY) {
  const files = memoryFiles({ files: { "/mail": octetsOf(text) }, maxRead });
  const policy = { files: { roots: ["/"] } };
  const client = createClient({ schemes: [mid], transport: memoryTransport({ files }), policy });
  return async (id: string, options: MidOptions = {}) => {
    try {
      const url = `mid:${encodeURIComponent(id)}` as const;
      return await (await client.get(url, { options: { mailboxes: "/mail", ...options } })).text();
    } finally {
      expect(files.unclosed).toBe(0);
    }
  };
}

const NOT_FOUND = { code: "not-found", message: expect.stringContaining("no message has this Message-ID") };

describe("the messages of a mailbox", () => {
  it.each(
    (MBOXES as readonly Row[]).flatMap((row) => [1, 7, 100_000].map((maxRead) => ({ ...row, maxRead }))),
  )("$rule, in reads of $maxRead bytes", async ({ mbox, found, missing = [], maxRead }) => {
    const read = mailbox(mbox, maxRead);
    for (const [id, text] of Object.entries(found)) expect([id, await read(id)]).toEqual([id, text]);
    for (const id of missing.filter((each) => !/[<>]/.test(each)))
      await expect(read(id)).rejects.toMatchObject(NOT_FOUND);
  });

  it("may have lines that are longer than a read", async () => {
    const long = "x".repeat(200_000);
    const [one, two] = [`X: ${long}\nMessage-ID: <a>\n\n${long}\n${long}\n`, `Message-ID: <b>\n\n${long}\n`];
    const mbox = `From a 0:00\n${one}\nFrom ${long} 0:00\n\nFrom 0:00 ${long}\n${two}\n`;
    for (const maxRead of [1000, 65_536, 1_000_000]) {
      const read = mailbox(mbox, maxRead);
      expect((await read("a")) === `${one}\nFrom ${long} 0:00\n`).toBe(true);
      expect((await read("b")) === two).toBe(true);
    }
  });
});

it("at most 64 KiB of a line of a header are kept, and count for maxHeaderSize", async () => {
  const long = `X: ${"x".repeat(200_000)}`;
  const read = mailbox(`From a 0:00\n${long}\nMessage-ID: <a>\n\none\n`);
  expect(await read("a", { maxHeaderSize: 70_000 })).toContain("<a>");
  await expect(read("a", { maxHeaderSize: 65_000 })).rejects.toMatchObject(NOT_FOUND);
});

describe("the limits of a mailbox", () => {
  const head = "Message-ID: <b>\n";
  const mbox = `From a 0:00\nMessage-ID: <a>\n\nFrom b 0:00\n${head}\ntwo\n\nFrom c 0:00\nMessage-ID: <c>\n`;
  const single = `${head}\n${"x".repeat(50)}`;

  it("maxMessages: a message of a larger number is not looked for", async () => {
    const read = mailbox(mbox);
    expect(await read("b", { maxMessages: 2 })).toBe(`${head}\ntwo\n`);
    await expect(read("c", { maxMessages: 2 })).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringContaining("the mailbox has more than 2 messages"),
      hint: "increase the option maxMessages",
    });
    expect(await read("c", { maxMessages: 3 })).toContain("<c>");
    await expect(read("d", { maxMessages: 3 })).rejects.toMatchObject(NOT_FOUND);
    await expect(read("a", { maxMessages: 0 })).rejects.toMatchObject({ code: "too-large" });
  });

  it.each([
    ["an mbox", mbox, `${head}\ntwo\n\n`.length],
    ["a file", single, single.length],
  ])("maxSize: a message of %s that is larger is not returned", async (_, text, size) => {
    const read = mailbox(text, 7);
    expect(await read("b", { maxSize: size })).toContain("<b>");
    await expect(read("b", { maxSize: size - 1 })).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringContaining(`the message exceeds ${size - 1} bytes`),
      hint: "increase the option maxSize",
    });
    await expect(read("none", { maxSize: 20 })).rejects.toMatchObject(NOT_FOUND);
  });

  it.each([
    ["an mbox", "From a 0:00\n"],
    ["a file", ""],
  ])("maxHeaderSize: the id of a message of %s is before", async (_, before) => {
    const lines = "X: 123\nMessage-ID: <a>\n";
    const read = mailbox(`${before}${lines}\n${"x".repeat(100)}`, 7);
    expect(await read("a", { maxHeaderSize: lines.length })).toContain("<a>");
    await expect(read("a", { maxHeaderSize: 7 })).rejects.toMatchObject(NOT_FOUND);
    await expect(read("a", { maxHeaderSize: 0 })).rejects.toMatchObject(NOT_FOUND);
  });
});
