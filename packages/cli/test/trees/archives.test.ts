import { appendFile, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { type EmbeddedServer, startGopherServer, startNntpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
let server: EmbeddedServer;
beforeEach(async () => {
  server = await startNntpServer();
});
afterEach(() => server[Symbol.asyncDispose]());

const copy = (format: "mbox" | "maildir", group: string, to: string) =>
  run(["cp", "-r", "-v", "--archive", format, `nntp://127.0.0.1:${server.port}/${group}`, here(to)]);
const articlesAsked = () => server.received.flat().filter((line) => /^ARTICLE/i.test(String(line))).length;

describe("a Maildir", () => {
  test("has each article in a file of new, complete and with line ends of LF", async () => {
    const { status, err } = await copy("maildir", "local.harbour", "m/");
    expect({ status, err }).toMatchObject({ status: 0, err: expect.stringContaining("3 files copied") });
    expect((await readdir(here("m"))).sort()).toEqual(["cur", "new", "tmp"]);
    expect(await readdir(here("m/tmp"))).toEqual([]);
    const names = (await readdir(here("m/new"))).sort();
    expect(names).toHaveLength(3);
    for (const name of names) expect(name).toMatch(/^981173106\.[0-9a-f]{24}\.anyurl$/);
    const texts = await Promise.all(names.map((name) => readFile(here(`m/new/${name}`), "utf8")));
    expect(texts.find((text) => text.includes("Message-ID: <light@"))).toMatch(
      /\n\nWho has seen it last night\?\nIt blinked/,
    );
  });

  test("gets only new articles the second time, also if a mail program has moved and flagged the old ones", async () => {
    await copy("maildir", "local.harbour", "m/");
    const [name = ""] = await readdir(here("m/new"));
    await rename(here(`m/new/${name}`), here(`m/cur/${name}:2,S`));
    const asked = articlesAsked();
    expect((await copy("maildir", "local.harbour", "m/")).err).toContain("0 files copied, 3 unchanged");
    expect(articlesAsked()).toBe(asked);
    expect((await copy("maildir", "local.lines", "m/")).err).toContain("3 files copied");
    expect(await readdir(here("m/new"))).toHaveLength(5);
  });
});

/** The file beside an mbox while a message is appended. */
const markOf = (size: number, message: Uint8Array) => Buffer.concat([Buffer.from(`${size}\n`), message]);

describe("an mbox", () => {
  test("has all articles, each after a line From, and quotes such lines in an article (mboxrd)", async () => {
    const { status } = await copy("mbox", "local.harbour", "a.mbox");
    expect(status).toBe(0);
    const text = await readFile(here("a.mbox"), "utf8");
    expect(text.match(/^From MAILER-DAEMON Sat Feb {2}3 04:05:06 2001$/gm)).toHaveLength(3);
    expect(text.endsWith("\n\n")).toBe(true);
    expect(await readdir(here())).toEqual(["a.mbox"]);
  });

  test("gets only new articles the second time, by their Message-IDs, and keeps the existing file", async () => {
    await writeFile(here("a.mbox"), "From x\nMessage-ID: <mine@x>\n\nthe end without a line end");
    await copy("mbox", "local.harbour", "a.mbox");
    const asked = articlesAsked();
    const before = await readFile(here("a.mbox"), "utf8");
    expect(before).toMatch(/^From x\n.*without a line end\n\nFrom MAILER-DAEMON /s);
    expect((await copy("mbox", "local.harbour", "a.mbox")).err).toContain("0 files copied, 3 unchanged");
    expect(articlesAsked()).toBe(asked);
    expect(await readFile(here("a.mbox"), "utf8")).toBe(before);
    await copy("mbox", "local.lines", "a.mbox");
    expect((await readFile(here("a.mbox"), "utf8")).startsWith(before)).toBe(true);
  });

  test("replaces the part of a message that a killed run has left", async () => {
    await copy("mbox", "local.harbour", "whole.mbox");
    const whole = await readFile(here("whole.mbox"));
    for (const cut of [whole.length - 1, whole.length - 40, whole.lastIndexOf("From MAILER") + 3]) {
      const size = whole.lastIndexOf("From MAILER");
      await writeFile(here("a.mbox"), whole.subarray(0, cut));
      await writeFile(here("a.mbox.anyurl-append"), markOf(size, whole.subarray(size)));
      expect((await copy("mbox", "local.harbour", "a.mbox")).status).toBe(0);
      const messages = (text: Buffer) =>
        text
          .toString()
          .split(/^(?=From )/m)
          .sort();
      expect(messages(await readFile(here("a.mbox")))).toEqual(messages(whole));
    }
    expect((await readdir(here())).sort()).toEqual(["a.mbox", "whole.mbox"]);
  });

  test.each([
    ["before any of the message was written", ""],
    ["after a part of the message", "From MAILER-DAEMON x\nA: part\n\n"],
  ])("keeps what another program has appended after a killed run: %s", async (_, part) => {
    await copy("mbox", "local.harbour", "a.mbox");
    const size = (await readFile(here("a.mbox"))).length;
    await appendFile(here("a.mbox"), `${part}From y\nMessage-ID: <y@y>\n\nother\n\n`);
    const planned = Buffer.from(
      "From MAILER-DAEMON x\nA: part\n\nand the rest of a message that is longer\n\n",
    );
    await writeFile(here("a.mbox.anyurl-append"), markOf(size, planned));
    await copy("mbox", "local.lines", "a.mbox");
    expect(await readFile(here("a.mbox"), "utf8")).toContain("From y\nMessage-ID: <y@y>\n\nother\n\nFrom ");
  });

  test("is a file, and takes only messages", async () => {
    await using gopher = await startGopherServer();
    const into = (to: string) => run(["cp", "-r", "--archive", "mbox", `${gopher.origin}/1/poems`, here(to)]);
    expect((await into("d/")).err).toContain("an mbox is a file");
    const { status, err } = await into("a.mbox");
    expect(status).toBe(11);
    expect(err).toContain("failed tide.txt: it is not a message, so the archive cannot have it");
  });

  test("is not for options that change the target in another way", async () => {
    const url = `nntp://127.0.0.1:${server.port}/local.lines`;
    const { status, err } = await run(["sync", "--archive", "mbox", "--delete", url, here("a.mbox")]);
    expect(status).not.toBe(0);
    expect(err).toContain("an archive does not support the options delete and dryRun");
  });
});
