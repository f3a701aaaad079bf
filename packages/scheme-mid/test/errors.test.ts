import { createClient } from "@anyurl/client";
import { defineScheme, octetsOf, type Url } from "@anyurl/core";
import { memoryContext, memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { cid, type MidOptions, type MidUrl, mid } from "../src/index.ts";
import { message } from "./messages.ts";

const transport = memoryTransport();
const client = createClient({ schemes: [mid, cid], transport });
const MESSAGE = message("Message-ID: <a@b>", "", "four");
const own = { store: { get: () => MESSAGE } };
const tooLarge = (bytes: number) => ({
  code: "too-large",
  message: `the message exceeds ${bytes} bytes`,
  hint: "increase the option maxSize",
});
const NO_FILES = {
  code: "unsupported",
  message: "the transport has no access to files",
  hint: "use a transport with files, such as @anyurl/transport-node",
};

type Options = Readonly<Record<string, unknown>>;

/** Performs an operation to its end. */
async function perform(operation: "get" | "list" | "stat", url: string, options: Options): Promise<void> {
  if (operation === "get") await (await client.get(url, { options })).bytes();
  else if (operation === "stat") await client.stat(url, { options });
  else for await (const _ of client.list(url, { options }));
}

type Row = readonly [
  operation: "get" | "list" | "stat",
  url: string,
  options: Options,
  error: { readonly code: string; readonly message: string; readonly hint?: string },
];

describe("an operation that fails", () => {
  it.each<Row>([
    ...(["get", "list", "stat"] as const).map(
      (operation): Row => [
        ...([operation, "mid:a@b", {}] as const),
        {
          code: "unsupported",
          message: "cannot open a mid URL without a place where its message is",
          hint: "use the mid option store, mailboxes, or source",
        },
      ],
    ),
    ...(["get", "stat"] as const).map(
      (operation): Row => [
        ...([operation, "cid:a@b", {}] as const),
        {
          code: "unsupported",
          message: "cannot open a cid URL without the message with its part",
          hint: "use the cid option message or file, or a mid URL with both ids",
        },
      ],
    ),
    [
      "get",
      "mid:a@b",
      { store: new Map() },
      { code: "not-found", message: "no message has this Message-ID" },
    ],
    ["get", "mid:a@b/x", own, { code: "not-found", message: "no part of the message has this Content-ID" }],
    ["stat", "mid:a@b/2", own, { code: "not-found", message: "no part of the message has this Content-ID" }],
    [
      "get",
      "cid:2",
      { message: MESSAGE },
      { code: "not-found", message: "no part of the message has this Content-ID" },
    ],
    [
      "stat",
      "cid:2",
      { message: MESSAGE },
      { code: "not-found", message: "no part of the message has this Content-ID" },
    ],
    [
      ...(["list", "mid:a@b/1", own] as const),
      {
        code: "not-a-directory",
        message: "the URL names a part of a message, which has no list of parts",
        hint: "use the URL of the message, without the second id",
      },
    ],
    ...["mid:A@b", "mid:a@B", "mid:a", "mid:c@d/1"].map(
      (url): Row => [
        ...(["get", url, own] as const),
        { code: "protocol-error", message: "the message has another Message-ID than the requested one" },
      ],
    ),
    [
      ...(["get", "mid:a@b", { store: { get: () => octetsOf("x") } }] as const),
      { code: "protocol-error", message: "the message has another Message-ID than the requested one" },
    ],
    ...["text", null, [1], new ArrayBuffer(1)].flatMap((value): Row[] => [
      [
        ...(["get", "mid:a@b", { store: { get: () => value } }] as const),
        { code: "plugin-fault", message: "the option store did not return a Uint8Array" },
      ],
      [
        ...(["get", "cid:1", { message: () => value }] as const),
        { code: "plugin-fault", message: "the option message did not return a Uint8Array" },
      ],
    ]),
    [
      "get",
      "cid:1",
      { message: () => undefined },
      { code: "plugin-fault", message: "the option message did not return a Uint8Array" },
    ],
    ["get", "mid:a@b", { ...own, maxSize: MESSAGE.length - 1 }, tooLarge(MESSAGE.length - 1)],
    ["get", "cid:1", { message: MESSAGE, maxSize: MESSAGE.length - 1 }, tooLarge(MESSAGE.length - 1)],
    [
      ...(["get", "mid:a@b", { ...own, maxHeaderSize: 18 }] as const),
      {
        code: "too-large",
        message: "a header of the message exceeds 18 bytes",
        hint: "increase the option maxHeaderSize",
      },
    ],
    ["get", "mid:a@b", { mailboxes: "/m" }, NO_FILES],
    ["get", "cid:a@b", { file: "/m" }, NO_FILES],
  ])("%s of %s with %j", async (operation, url, options, error) => {
    await expect(perform(operation, url, options)).rejects.toMatchObject(error);
  });

  it.each<readonly [url: string, options: Options]>([
    ["mid:a@b", { ...own, maxSize: MESSAGE.length }],
    ["mid:a@b", { ...own, maxHeaderSize: 19 }],
    ["cid:1", { message: MESSAGE, maxSize: MESSAGE.length }],
    ["cid:1", { message: async () => MESSAGE }],
  ])("succeeds within its limits: %s with %j", async (url, options) => {
    await expect(perform("get", url, options)).resolves.toBeUndefined();
  });
});

describe("the source of a message", () => {
  /** Opens a URL from a source that answers in chunks of this size. */
  async function fromSource(url: string, octets: Uint8Array, chunkSize: number, options: MidOptions = {}) {
    const requested: string[] = [];
    async function* body(): AsyncGenerator<Uint8Array, true, void> {
      for (let at = 0; at < octets.length; at += chunkSize) yield octets.slice(at, at + chunkSize);
      return true;
    }
    const archive = defineScheme({
      ...{ name: "x-archive", cite: ["none"], format: () => "x-archive:a" },
      examples: [{ url: "x-archive:a", title: "a message" }],
      access: async () => ({
        get: async ({ href }: Url) => {
          requested.push(href);
          return { body: body() };
        },
      }),
    });
    const archived = createClient({ schemes: [mid, archive], transport });
    const found = await archived.get(url, { options: { source: "x-archive:{messageId}", ...options } });
    return { text: await found.text(), requested };
  }

  it("has the message whole, however it arrives", async () => {
    for (const chunkSize of [1, 5, 1000])
      expect(await fromSource("mid:a@b", MESSAGE, chunkSize, { maxSize: MESSAGE.length })).toEqual({
        ...{ text: "Message-ID: <a@b>\r\n\r\nfour", requested: ["x-archive:a%40b"] },
      });
  });

  it("may not send more than maxSize, or another message", async () => {
    for (const chunkSize of [1, 5, 1000])
      await expect(
        fromSource("mid:a@b", MESSAGE, chunkSize, { maxSize: MESSAGE.length - 1 }),
      ).rejects.toMatchObject(tooLarge(MESSAGE.length - 1));
    await expect(fromSource("mid:c@d", MESSAGE, 5)).rejects.toMatchObject({
      code: "protocol-error",
      message: "the message has another Message-ID than the requested one",
    });
  });

  it("is not asked if the store has the message", async () => {
    expect(await fromSource("mid:a@b", octetsOf("x"), 5, own)).toMatchObject({ requested: [] });
  });

  it("is not opened by a client that follows no referrals", async () => {
    const { get } = await mid.access!();
    const context = memoryContext({
      script: { lines: [], openings: [] },
      options: { ...mid.options!.defaults, source: "news:{messageId}" },
    });
    const url = client.registry.parse("mid:a@b") as MidUrl;
    await expect(get!(url, context as never)).rejects.toMatchObject({
      code: "unsupported",
      message: "cannot open the source: this client follows no referrals",
    });
  });
});

describe("the metadata of a message", () => {
  it.each<readonly [fields: readonly string[], attributes: object, modified: string | undefined]>([
    [[], {}, undefined],
    [
      ["From: a", "To: b", "Subject: c", "Date: 1 Jan 2001 00:00:00 GMT", "Cc: d"],
      { from: "a", to: "b", subject: "c", date: "1 Jan 2001 00:00:00 GMT" },
      "2001-01-01T00:00:00.000Z",
    ],
    [
      ["Subject: =?utf-8?Q?=C3=A9?=", "From: =?utf-8?Q?=C3=A8?= <a@b>", "To:", "subject: second"],
      { from: "è <a@b>", subject: "é", to: "" },
      undefined,
    ],
    [
      ["Date: (x) Mon, 1 Jan 2001 01:00 +0100 (CET (x))"],
      { date: "(x) Mon, 1 Jan 2001 01:00 +0100 (CET (x))" },
      "2001-01-01T00:00:00.000Z",
    ],
    [["Date: yesterday"], { date: "yesterday" }, undefined],
  ])("with the fields %j is %j", async (fields, attributes, modified) => {
    const octets = message("Message-ID: <a@b>", ...fields, "", "x");
    expect(await client.stat("mid:a@b", { options: { store: { get: () => octets } } })).toEqual({
      ...{ kind: "directory", mediaType: "message/rfc822", size: octets.length, attributes },
      ...(modified && { modified: new Date(modified) }),
    });
  });
});
