import { createClient, toFetch } from "@anyurl/client";
import { createRegistry } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { data, formatMediaType } from "../src/index.ts";

const client = createClient({ schemes: [data], transport: memoryTransport() });
const urls = createRegistry(data);
const UNLIMITED = { maxUrlLength: Number.POSITIVE_INFINITY };
const largeClient = createClient({ schemes: [data], transport: memoryTransport(), limits: UNLIMITED });

/** Bytes without repeated ranges. */
const octets = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 2_654_435_761) >>> 24);

describe("data get", () => {
  const SAME_AS_RUNTIME = [
    "data:,A%20brief%20note",
    "data:;charset=utf-8,caf%C3%A9",
    "data:text/html,<p>".replaceAll("<", "%3C").replaceAll(">", "%3E"),
    "data:TEXT/HTML;Charset=UTF-8,x",
    "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
    "data:image/gif;BASE64,R0lGODlhAQABAAAAACw",
    "data:foo,x",
    "data:foo;base64,Pj4+Pj4+",
    "data:text/plain;a=b;a=c,x",
    "data:;base64,%51%20%51%3D%3D",
    "data:application/json,%7B%22a%22:1%7D?b#c",
    "data:,%00%FF+",
    "data:,",
    "data:;base64,",
  ];

  it.each(SAME_AS_RUNTIME)(
    "returns the type and bytes that fetch of the runtime returns: %s",
    async (url) => {
      const [own, theirs] = await Promise.all([toFetch(client)(url), fetch(url)]);
      expect([own.status, own.headers.get("content-type")]).toEqual([
        200,
        theirs.headers.get("content-type"),
      ]);
      expect(await own.bytes()).toEqual(await theirs.bytes());
    },
  );

  it.each(["data:;base64,Q", "data:;base64,QQ=", "data:text/html"])(
    "fails where fetch of the runtime fails: %s",
    async (url) => {
      await expect(fetch(url)).rejects.toThrow(TypeError);
      expect((await toFetch(client)(url)).status).toBe(400);
    },
  );

  it.each([true, false])("returns a large content in chunks, with base64: %s", async (base64) => {
    for (const length of [1, 49_151, 49_152, 49_153, 1_000_000]) {
      const content = octets(length);
      const url = urls.format("data", { base64, data: content }, UNLIMITED);
      const found = await largeClient.get(url);
      expect(found.size).toBe(length);
      const chunks: number[] = [];
      const collected: number[] = [];
      for await (const chunk of found.chunks()) {
        chunks.push(chunk.length);
        for (const octet of chunk) collected.push(octet);
      }
      expect(Math.max(...chunks)).toBeLessThanOrEqual(49_152);
      expect(Uint8Array.from(collected)).toEqual(content);
      expect(await found.complete).toBe(true);
    }
  });

  it("returns a range", async () => {
    const url = urls.format("data", { data: octets(1000) });
    const found = await client.get(url, { range: { start: 10, end: 20 } });
    expect(await found.bytes()).toEqual(octets(20).subarray(10));
  });

  it("fails with too-large before it decodes a content over maxSize", async () => {
    for (const url of ["data:,%41%41%41%41", "data:;base64,QUFBQQ=="]) {
      await expect(client.get(url, { options: { maxSize: 3 } })).rejects.toMatchObject({ code: "too-large" });
      expect(await (await client.get(url, { options: { maxSize: 4 } })).text()).toBe("AAAA");
    }
  });

  it("fails with too-long for a URL over maxUrlLength", async () => {
    await expect(client.get(`data:,${"a".repeat(70_000)}`)).rejects.toMatchObject({ code: "too-long" });
  });
});

describe("data stat", () => {
  it("returns the type and the size", async () => {
    expect(await client.stat("data:image/gif;base64,R0lGODlh")).toEqual({
      kind: "file",
      size: 6,
      mediaType: "image/gif",
    });
  });
});

describe("formatMediaType", () => {
  it.each([
    ["data:,x", "text/plain;charset=US-ASCII"],
    ["data:;charset=x,", "text/plain;charset=x"],
    ["data:text/plain;a=%2C;B=%22c%20%5C%22%22,", 'text/plain;a=",";b="c \\""'],
    ["data:foo;charset=utf-8,", "text/plain;charset=US-ASCII"],
    ["data:text/html;a=x%0D%0ASet-Cookie:y,", "text/html"],
    ["data:text/html;a%20b=x;a=%C3%A9,", "text/html"],
  ] as const)("never returns what a header field cannot contain: %s", (url, mediaType) => {
    expect(formatMediaType(urls.parse(url).parts)).toBe(mediaType);
  });
});

describe("data format", () => {
  it("takes bytes, and chooses the shorter way to write them", () => {
    expect(urls.format("data", { type: "image/gif", data: new Uint8Array(9) })).toBe(
      "data:image/gif;base64,AAAAAAAAAAAA",
    );
    expect(urls.format("data", { data: "A brief note" })).toBe("data:,A%20brief%20note");
  });

  it("changes one part of a URL and keeps the others", () => {
    expect(String(urls.parse("data:;charset=utf-8,x#f").with({ data: "y z" }))).toBe(
      "data:;charset=utf-8,y%20z#f",
    );
    expect(String(urls.parse("data:,A").with({ base64: true }))).toBe("data:;base64,QQ==");
  });
});

describe("data describe", () => {
  it("returns each field with its range, and at most 64 characters of the content", () => {
    const parts = urls.describe(`data:text/html;a=b;base64,${"QUFB".repeat(100)}#f`);
    expect(parts.map(({ name, value }) => [name, value])).toEqual([
      ["scheme", "data"],
      ["type", "text/html"],
      ["parameters[0].attribute", "a"],
      ["parameters[0].value", "b"],
      ["base64", "base64"],
      ["data", "QUFB".repeat(16)],
      ["fragment", "f"],
    ]);
  });
});
