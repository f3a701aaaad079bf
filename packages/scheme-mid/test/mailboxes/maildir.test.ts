import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import type { FileEntry, FileMetadata, Files } from "@anyurl/core/exchange";
import { type FileCall, memoryFiles, memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { cid, type MidOptions, mid } from "../../src/index.ts";
import { message } from "../messages.ts";

const NOT_FOUND = { code: "not-found", message: "no message has this Message-ID" };
const own = (id: string) => message(`Message-ID: <${id}>`, "", id);

/** A client of these files, and what it asks of them. */
function mailboxes(tree: Readonly<Record<string, Uint8Array | undefined>>) {
  const calls: FileCall[] = [];
  const files = memoryFiles({ files: tree, maxRead: 5, onCall: (call) => void calls.push(call) });
  const client = createClient({
    schemes: [mid, cid],
    transport: memoryTransport({ files }),
    policy: { files: { roots: ["/"] } },
  });
  const read = async (id: string, options: MidOptions) => {
    try {
      return await (await client.get(`mid:${id}`, { options })).text();
    } finally {
      expect(files.unclosed).toBe(0);
    }
  };
  return { client, read, opened: () => calls.filter(({ name }) => name === "open").map(({ path }) => path) };
}

describe("a Maildir", () => {
  const tree = {
    "/m": undefined,
    "/m/tmp": undefined,
    "/m/new": undefined,
    "/m/cur": undefined,
    "/m/tmp/1": own("t"),
    "/m/new/1": own("n"),
    "/m/new/2": message("Message-ID: <both>", "", "new"),
    "/m/cur/1:2,": own("a"),
    "/m/cur/2:2,S": message("From b@h Thu Jan  1 00:00:00 1970", "Message-ID: <b>", "", ">From x"),
    "/m/cur/3:2,S": message("Message-ID: <both>", "", "cur"),
    "/m/cur/folder": undefined,
    "/m/.Sent": undefined,
    "/m/x": own("x"),
  };

  it.each(["/m", "/m/"])("%s has the messages of cur, and then those of new", async (path) => {
    const { read, opened } = mailboxes(tree);
    const options = { mailboxes: path };
    expect(await read("n", options)).toBe("Message-ID: <n>\r\n\r\nn");
    expect(opened()).toEqual(["/m/cur/1:2,", "/m/cur/2:2,S", "/m/cur/3:2,S", "/m/new/1"]);
    expect(await read("both", options)).toBe("Message-ID: <both>\r\n\r\ncur");
    for (const id of ["t", "x"]) await expect(read(id, options)).rejects.toMatchObject(NOT_FOUND);
  });

  it("has one message in each file: no line of it is a separator", async () => {
    const { read } = mailboxes(tree);
    expect(await read("b", { mailboxes: "/m" })).toContain("\r\n>From x");
  });

  it("has at most maxMessages messages in both directories, directories not counted", async () => {
    const { read } = mailboxes(tree);
    expect(await read("n", { mailboxes: "/m", maxMessages: 4 })).toContain("<n>");
    await expect(read("n", { mailboxes: "/m", maxMessages: 3 })).rejects.toMatchObject({
      code: "too-large",
      message: "the mailbox has more than 3 messages",
      hint: "increase the option maxMessages",
    });
    await expect(read("none", { mailboxes: "/m", maxMessages: 5 })).rejects.toMatchObject(NOT_FOUND);
    await expect(read("none", { mailboxes: "/m", maxMessages: 4 })).rejects.toMatchObject({
      code: "too-large",
    });
  });

  it("has messages of at most maxSize bytes", async () => {
    const { read } = mailboxes(tree);
    const size = own("n").length;
    expect(await read("n", { mailboxes: "/m", maxSize: size })).toContain("<n>");
    await expect(read("n", { mailboxes: "/m", maxSize: size - 1 })).rejects.toMatchObject({
      code: "too-large",
      message: `the message exceeds ${size - 1} bytes`,
      hint: "increase the option maxSize",
    });
  });

  it("has the separators of its system in its paths", async () => {
    const asked: string[] = [];
    const facts = (kind: FileMetadata["kind"]): FileMetadata => ({ kind, size: 0, modified: new Date(0) });
    const files: Files = {
      ...memoryFiles(),
      system: "windows",
      facts: async () => facts("directory"),
      async *entries(path) {
        asked.push(path);
        yield { name: "1", facts: facts("file") } satisfies FileEntry;
      },
      open: async (path) => {
        asked.push(path);
        return {
          ...{ facts: facts("file"), read: async () => 0, size: async () => 0 },
          [Symbol.asyncDispose]: async () => {},
        };
      },
      below: () => files,
    };
    const no = async () => Promise.reject(new Error("there is no network"));
    const client = createClient({
      schemes: [mid],
      transport: { resolve: no, connect: no, files },
      policy: { files: { roots: ["C:\\"] } },
    });
    for (const path of ["C:\\m", "C:\\m\\"])
      await expect(client.get("mid:a@b", { options: { mailboxes: path } })).rejects.toMatchObject(NOT_FOUND);
    const once = ["C:\\m\\cur", "C:\\m\\cur\\1", "C:\\m\\new", "C:\\m\\new\\1"];
    expect(asked).toEqual([...once, ...once]);
  });
});

describe("several places of messages", () => {
  const tree = {
    "/one": octetsOf("From a 0:00\nMessage-ID: <a>\n\none\n\nFrom b 0:00\nMessage-ID: <b>\n\none\n"),
    "/two": message("Message-ID: <b>", "", "two"),
    "/three": message("Message-ID: <c>", "", "three"),
  };

  it("are asked in their order, until one has the message: first the store, then each mailbox", async () => {
    const { read, opened } = mailboxes(tree);
    const asked: string[] = [];
    const store = {
      get: async (id: string) => {
        asked.push(id);
        return id === "s" ? message("Message-ID: <s>", "", "stored") : undefined;
      },
    };
    const options = { store, mailboxes: ["/one", "/two", "/three"] };
    expect(await read("b", options)).toBe("Message-ID: <b>\n\none\n");
    expect(opened()).toEqual(["/one"]);
    expect(await read("c", options)).toContain("three");
    expect(opened()).toEqual(["/one", "/one", "/two", "/three"]);
    expect(await read("s", options)).toContain("stored");
    expect(opened()).toHaveLength(4);
    await expect(read("none", options)).rejects.toMatchObject(NOT_FOUND);
    expect(asked).toEqual(["b", "c", "s", "none"]);
  });

  it("fail if one of them is not there, or is not a Maildir", async () => {
    const { read } = mailboxes({ ...tree, "/dir": undefined });
    for (const path of ["/none", "/dir"])
      await expect(read("c", { mailboxes: [path, "/three"] })).rejects.toMatchObject({ code: "not-found" });
    expect(await read("c", { mailboxes: ["/three", "/none"] })).toContain("three");
  });

  it("are not asked after the call is aborted", async () => {
    const { client, opened } = mailboxes(tree);
    const controller = new AbortController();
    const reason = new Error("enough");
    const store = { get: () => void controller.abort(reason) };
    const options = { store: store as never, mailboxes: "/one" };
    await expect(client.get("mid:a", { options, signal: controller.signal })).rejects.toBe(reason);
    expect(opened()).toEqual([]);
  });
});

describe("the file of a cid URL", () => {
  const octets = message("Content-ID: <x@y>", "", "four");

  it("has at most maxSize bytes", async () => {
    const { client } = mailboxes({ "/one": octets });
    const get = (maxSize: number) => client.get("cid:x@y", { options: { file: "/one", maxSize } });
    expect(await (await get(octets.length)).text()).toBe("four");
    await expect(get(octets.length - 1)).rejects.toMatchObject({
      code: "too-large",
      message: `the message exceeds ${octets.length - 1} bytes`,
      hint: "increase the option maxSize",
    });
  });

  it("is not needed if the message is given", async () => {
    const { client, opened } = mailboxes({ "/one": octets });
    const options = { file: "/one", message: message("Content-ID: <x@y>", "", "given") };
    expect(await (await client.get("cid:x@y", { options })).text()).toBe("given");
    expect(opened()).toEqual([]);
  });
});
