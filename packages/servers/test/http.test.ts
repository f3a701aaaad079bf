import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { folder, type HttpServerOptions, patternDocument, startHttpServer } from "../src/index.ts";

const root = folder([
  ["a.txt", "0123456789"],
  ["b.bin", Uint8Array.of(0, 255, 13, 10)],
  ["empty.bin", ""],
  ["<&>.txt", "odd"],
  [Uint8Array.of(0x6c, 0xe4), "latin"],
  ["big.bin", patternDocument(10_000_000)],
  ["sub", folder({ "index.html": "<p>in here</p>" })],
  ["private", folder({ x: "secret" })],
]);

async function ask(path: string, init: RequestInit = {}, options: HttpServerOptions = {}) {
  await using server = await startHttpServer({ root, codings: [], ...options });
  const response = await fetch(server.origin + path, { redirect: "manual", ...init });
  const octets = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, headers, octets, text: Buffer.from(octets).toString("latin1"), received: server.received };
}

describe("a document", () => {
  it("is sent with its metadata", async () => {
    const { status, headers, text, received } = await ask("/a.txt?x");
    expect([status, text, headers.get("content-type"), headers.get("content-length")]).toEqual([
      200,
      "0123456789",
      "text/plain; charset=utf-8",
      "10",
    ]);
    expect(headers.get("last-modified")).toBe("Tue, 20 Dec 1994 12:00:00 GMT");
    expect(headers.get("etag")).toMatch(/^"[^"]+"$/);
    expect(Buffer.from(received[0]![0]!).toString()).toBe("GET /a.txt?x HTTP/1.1");
  });

  it("can be larger than one chunk", async () => {
    const { octets } = await ask("/big.bin");
    expect(octets).toHaveLength(10_000_000);
    expect(octets[9_999_999]).toBe(9_999_999 % 251);
  });

  it("can have an escaped name", async () => {
    expect((await ask("/l%e4")).text).toBe("latin");
    expect((await ask("/%3C%26%3E.txt")).text).toBe("odd");
    for (const path of ["/%zz", "/sub%2Findex.html", "/%00", "//a.txt"]) {
      expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it("has no body for a HEAD", async () => {
    const { status, headers, text } = await ask("/a.txt", { method: "HEAD" });
    expect([status, headers.get("content-length"), text]).toEqual([200, "10", ""]);
  });

  it.each([
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=8-", 206, "89", "bytes 8-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    // A range that cannot be parsed is ignored (RFC 9110 §14.2).
    ["bytes=4-2", 200, "0123456789", null],
    ["bytes=0-1,3-4", 200, "0123456789", null],
    ["lines=0-1", 200, "0123456789", null],
  ])("is sent in part: %s", async (range, status, text, contentRange) => {
    const answer = await ask("/a.txt", { headers: { range } });
    expect([answer.status, answer.text, answer.headers.get("content-range")]).toEqual([
      status,
      text,
      contentRange,
    ]);
    expect((await ask("/a.txt", { headers: { range } }, { ranges: false })).status).toBe(200);
  });

  it("is sent if the conditions hold", async () => {
    await using server = await startHttpServer({ root, codings: [] });
    const url = `${server.origin}/a.txt`;
    const etag = (await fetch(url)).headers.get("etag")!;
    const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
    expect(await status({ "if-none-match": etag })).toBe(304);
    expect(await status({ "if-none-match": `"x", W/${etag}` })).toBe(304);
    expect(await status({ "if-none-match": '"x"' })).toBe(200);
    // If-None-Match has priority over the date (RFC 9110 §13.2.2).
    expect(await status({ "if-none-match": '"x"', "if-modified-since": new Date().toUTCString() })).toBe(200);
    expect(await status({ "if-modified-since": new Date().toUTCString() })).toBe(304);
    expect(await status({ "if-modified-since": new Date(0).toUTCString() })).toBe(200);
    expect(await status({ "if-match": '"x"' })).toBe(412);
    expect(await status({ "if-match": "*" })).toBe(200);
    expect(await status({ "if-unmodified-since": new Date(0).toUTCString() })).toBe(412);
    expect(await status({ range: "bytes=0-1", "if-range": etag })).toBe(206);
    expect(await status({ range: "bytes=0-1", "if-range": '"x"' })).toBe(200);
  });

  it.each([
    ["gzip", gunzipSync],
    ["deflate", inflateSync],
    ["br", brotliDecompressSync],
  ] as const)("is sent in the coding %s if the client accepts it", async (coding, undo) => {
    await using server = await startHttpServer({ root, codings: [coding] });
    const { request } = await import("node:http");
    const get = (accepted: string) =>
      new Promise<readonly [string | undefined, Buffer]>((resolve) => {
        request(`${server.origin}/a.txt`, { headers: { "accept-encoding": accepted } }, (response) => {
          const pieces: Buffer[] = [];
          response.on("data", (piece: Buffer) => pieces.push(piece));
          response.on("end", () => resolve([response.headers["content-encoding"], Buffer.concat(pieces)]));
        }).end();
      });
    const [used, octets] = await get(`identity, ${coding};q=0.5`);
    expect([used, undo(octets).toString()]).toEqual([coding, "0123456789"]);
    expect((await get(`${coding};q=0`))[0]).toBeUndefined();
    expect((await get("identity"))[0]).toBeUndefined();
  });
});

describe("a folder", () => {
  it("is shown as its index, or as links", async () => {
    expect((await ask("/sub/")).text).toBe("<p>in here</p>");
    expect((await ask("/sub")).headers.get("location")).toBe("/sub/");
    const { text } = await ask("/");
    expect(text).toContain('<a href="%3C%26%3E.txt">&lt;&amp;&gt;.txt</a>');
    expect(text).toContain('<a href="l%E4">');
  });
});

describe("methods of the HTTP server that write", () => {
  it("create, replace, and remove a file", async () => {
    await using server = await startHttpServer({ root });
    const at = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);
    expect((await at("/new.txt", { method: "PUT", body: "one" })).status).toBe(201);
    expect((await at("/new.txt", { method: "PUT", body: "two" })).status).toBe(204);
    expect(await (await at("/new.txt")).text()).toBe("two");
    expect((await at("/new.txt", { method: "DELETE" })).status).toBe(204);
    expect((await at("/new.txt", { method: "DELETE" })).status).toBe(404);
    expect((await at("/none/new.txt", { method: "PUT", body: "x" })).status).toBe(409);
    expect((await at("/sub/", { method: "PUT", body: "x" })).status).toBe(409);
    expect((await at("/echo", { method: "POST", body: "back" })).status).toBe(200);
    const part = { method: "PUT", body: "x", headers: { "content-range": "bytes 0-0/2" } };
    expect((await at("/a.txt", part)).status).toBe(400);
  });

  it("are listed in Allow if they are not allowed", async () => {
    const { status, headers } = await ask("/a.txt", { method: "PUT", body: "x" }, { writable: false });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("protected documents", () => {
  const accounts = { alice: "s3cr:t" };
  const basic = (text: string) => ({ headers: { authorization: `Basic ${btoa(text)}` } });

  it("require a login", async () => {
    const asked = await ask("/private/x", {}, { accounts });
    expect([asked.status, asked.headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="the embedded world", charset="UTF-8"',
    ]);
    expect((await ask("/private/x", basic("alice:s3cr:t"), { accounts })).text).toBe("secret");
    expect((await ask("/private/x", basic("alice:x"), { accounts })).status).toBe(401);
    expect((await ask("/private/x", basic("constructor:x"), { accounts })).status).toBe(401);
    expect((await ask("/a.txt", {}, { accounts })).status).toBe(200);
    const digest = await ask("/private/x", basic("alice:s3cr:t"), { accounts, login: "digest" });
    expect(digest.headers.get("www-authenticate")).toMatch(/^Digest .*algorithm=SHA-256$/);
  });
});

it("the HTTP server sends redirects", async () => {
  for (const status of [301, 302, 303, 307, 308] as const) {
    const answer = await ask("/old?x", {}, { redirects: { "/old?x": { status, location: "/a.txt" } } });
    expect([answer.status, answer.headers.get("location")]).toEqual([status, "/a.txt"]);
  }
});

it("closes everything on close(), even with clients connected", async () => {
  const server = await startHttpServer({ root });
  const response = await fetch(`${server.origin}/big.bin`);
  expect(server.live).toBeGreaterThan(0);
  await server.close();
  expect(server.live).toBe(0);
  await expect(response.arrayBuffer()).rejects.toThrow();
});
