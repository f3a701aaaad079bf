import { createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { type CallOptions, createClient, toFetch } from "@anyurl/client";
import { createRegistry, type Source } from "@anyurl/core";
import { folder, patternDocument, startHttpServer } from "@anyurl/servers";
import { expectNoLeaks, planEqualsWire, readVectors, reusedChunks } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpResponseHead, type HttpUrl, http } from "../src/index.ts";

const client = createClient({ schemes: [http], transport: nodeTransport() });
const urls = createRegistry(http);
const TEXT = "line one\nline two\n".repeat(50);
const root = folder({
  "a.txt": TEXT,
  "bytes.bin": Uint8Array.from({ length: 256 }, (_, i) => i),
  "empty.txt": "",
  "b%2F.txt": "odd",
  private: folder({ x: "secret\n" }),
  sub: folder({ "index.html": "<p>in here</p>" }),
});

const servers: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that sends this response to each request, and records the requests. */
async function says(...answers: readonly (string | Uint8Array)[]) {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const at = heard.push("") - 1;
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    socket.on("data", (octets) => {
      const before = heard[at]!;
      heard[at] = before + octets.toString("latin1");
      if (!before.includes("\r\n\r\n") && heard[at]!.includes("\r\n\r\n"))
        socket.end(answers[Math.min(at, answers.length - 1)]!);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({ server, sockets });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/x`, heard, sockets };
}

function source(...pieces: readonly string[]): Source {
  return reusedChunks(pieces.map((piece) => new TextEncoder().encode(piece)));
}

const text = async (url: string, options?: CallOptions) => (await client.get(url, options)).text();

describe("a body in 150,000 chunks of one byte", () => {
  const size = 150_000;
  const chunks = "1\r\na\r\n".repeat(size);
  const response = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;

  /** Counts chunks and bytes. */
  async function count(body: AsyncIterable<Uint8Array>): Promise<{ count: number; length: number }> {
    let [count, length] = [0, 0];
    for await (const chunk of body) {
      count++;
      length += chunk.length;
    }
    return { count, length };
  }

  it.each([
    ["octets()", async (url: string) => count((await client.get(url)).chunks())],
    ["a stream", async (url: string) => count((await client.get(url)).body)],
    ["fetch", async (url: string) => count((await toFetch(client)(url)).body!)],
    [
      "bytes()",
      async (url: string) => ({ count: 1, length: (await (await client.get(url)).bytes()).length }),
    ],
  ])("is read by %s in few chunks", async (_, read) => {
    const { url } = await says(response);
    const { count, length } = await read(url);
    expect(length).toBe(size);
    // Some of the chunks from a socket are small.
    expect(count).toBeLessThan(size / 100);
  });
});

describe("plan and access send the same request", () => {
  const vectors = readVectors(new URL("vectors.json", import.meta.url)).flatMap(({ url, code, access }) => {
    if (url === undefined || code !== undefined || access !== undefined) return [];
    const parsed = urls.tryParse(url);
    return parsed.ok && parsed.url.scheme === "http" && parsed.url.userinfo === undefined ? [parsed.url] : [];
  });

  it("for most vectors", () => expect(vectors.length).toBeGreaterThan(15));

  it.each(vectors.map((url) => [url.href, url as HttpUrl] as const))("get %s", async (_, url) => {
    await using server = await startHttpServer({ root });
    const { hostStart, pathStart } = url.offsets;
    const moved = `${url.href.slice(0, hostStart)}127.0.0.1:${server.port}${url.href.slice(pathStart)}`;
    await planEqualsWire({
      registry: client.registry,
      url: moved,
      open: (each) => text(each, { options: { redirect: "manual", anyStatus: true } }),
      server,
    });
  });

  it.each([
    ["stat", "?x#y", (url: string) => client.stat(url)],
    ["remove", "?x", (url: string) => client.remove(url)],
  ] as const)("%s", async (operation, rest, open) => {
    await using server = await startHttpServer({ root });
    await planEqualsWire({
      registry: client.registry,
      url: `${server.origin}/a.txt${rest}`,
      operation,
      open,
      server,
    });
  });

  it.each(["put", "send"] as const)("%s, except the body", async (operation) => {
    const { url, heard } = await says("HTTP/1.1 204 No Content\r\n\r\n");
    if (operation === "put") await client.put(url, source("x"));
    else await client.send(url, source("x"));
    const planned = urls
      .plan(url, operation)
      .steps.map((step) => (step.do === "send" ? `${step.text}\r\n` : ""));
    expect(heard[0]!.startsWith(planned.join(""))).toBe(true);
  });
});

describe("get", () => {
  it("returns the body and its metadata", async () => {
    await using server = await startHttpServer({ root, codings: [] });
    await expectNoLeaks(async () => {
      const entity = await client.get(`${server.origin}/a.txt`);
      expect(entity).toMatchObject({
        mediaType: "text/plain; charset=utf-8",
        size: TEXT.length,
        modified: new Date(Date.UTC(1994, 11, 20, 12)),
      });
      expect(await entity.text()).toBe(TEXT);
      expect(await entity.complete).toBe(true);
    });
    expect(await (await client.get(`${server.origin}/bytes.bin`)).bytes()).toHaveLength(256);
    expect(await text(`${server.origin}/empty.txt`)).toBe("");
    expect(await text(`${server.origin}/b%252F.txt`)).toBe("odd");
    expect(await text(`${server.origin}/sub`)).toBe("<p>in here</p>");
    expect(server.live).toBeLessThan(2);
  });

  it.each(["gzip", "deflate", "br"] as const)("decodes %s and then reports no size", async (coding) => {
    await using server = await startHttpServer({ root, codings: [coding] });
    const answers: HttpResponseHead[] = [];
    const onResponse = (answer: HttpResponseHead) => void answers.push(answer);
    const options = { onResponse, ...(coding === "br" && { acceptEncoding: "br" }) };
    const entity = await client.get(`${server.origin}/a.txt`, { options });
    expect(entity.size).toBeUndefined();
    expect(await entity.text()).toBe(TEXT);
    expect(await entity.complete).toBe(true);
    expect(answers).toMatchObject([{ status: 200, decoded: true, redirected: false }]);
    expect(answers[0]!.fields).toContainEqual(["content-encoding", coding]);
  });

  it("requests the content codings of the option acceptEncoding", async () => {
    await using server = await startHttpServer({ root });
    const options = { acceptEncoding: "identity" };
    expect((await client.get(`${server.origin}/a.txt`, { options })).size).toBe(TEXT.length);
    const bad = client.get(`${server.origin}/a.txt`, { options: { acceptEncoding: "compress" } });
    await expect(bad).rejects.toMatchObject({ code: "bad-option" });
  });

  it("reports complete as unknown if the close ends the body", async () => {
    const { url } = await says("HTTP/1.0 200 OK\r\n\r\nhello");
    const entity = await client.get(url);
    expect(await entity.text()).toBe("hello");
    expect(await entity.complete).toBe("unknown");
  });

  it("fails with truncated while reading a short body", async () => {
    const { url } = await says("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfour");
    const entity = await client.get(url);
    await expect(entity.text()).rejects.toMatchObject({ code: "truncated", retryable: true });
    expect(await entity.complete).toBe(false);
  });

  it("resumes after a broken connection", async () => {
    const all = Array.from({ length: 2000 }, (_, i) => `${i} `.padStart(6)).join("");
    const from = 6000 - 4096;
    const { url, heard } = await says(
      `HTTP/1.1 200 OK\r\nContent-Length: 12000\r\n\r\n${all.slice(0, 6000)}`,
      `HTTP/1.1 206 Partial Content\r\nContent-Range: bytes ${from}-11999/12000\r\n\r\n${all.slice(from)}`,
    );
    const entity = await client.get(url, { retry: { attempts: 1, first: 1 } });
    expect(await entity.text()).toBe(all);
    expect(heard[1]).toContain(`range: bytes=${from}-\r\n`);
  });

  it("yields nothing after the reader has canceled", async () => {
    await using server = await startHttpServer({ root: folder({ "big.bin": patternDocument(1024 ** 3) }) });
    await expectNoLeaks(async () => {
      const { body } = await client.get(`${server.origin}/big.bin`);
      for await (const _ of body) break;
    });
    await expect.poll(() => server.live).toBe(0);
  });

  it.each([
    [304, "not-modified"],
    [400, "protocol-error"],
    [401, "auth-required"],
    [403, "permission-denied"],
    [404, "not-found"],
    [405, "unsupported"],
    [408, "temporarily-unavailable"],
    [410, "not-found"],
    [412, "changed"],
    [413, "too-large"],
    [418, "protocol-error"],
    [429, "temporarily-unavailable"],
    [451, "permission-denied"],
    [500, "temporarily-unavailable"],
    [501, "unsupported"],
    [503, "temporarily-unavailable"],
    [520, "temporarily-unavailable"],
    [521, "temporarily-unavailable"],
    [522, "temporarily-unavailable"],
    [523, "temporarily-unavailable"],
    [524, "temporarily-unavailable"],
    [525, "temporarily-unavailable"],
    [599, "temporarily-unavailable"],
    // RFC 9110 §15: an invalid status counts as one of the class 5xx.
    [600, "temporarily-unavailable"],
    [999, "temporarily-unavailable"],
  ])("fails for status %s with %s", async (status, code) => {
    const challenge = status === 401 ? 'WWW-Authenticate: Basic realm="x"\r\n' : "";
    const { url } = await says(`HTTP/1.1 ${status} As it is\r\n${challenge}Content-Length: 0\r\n\r\n`);
    await expectNoLeaks(() =>
      expect(client.get(url)).rejects.toMatchObject({
        name: "AccessError",
        ...{ code, scheme: "http", operation: "get", reply: "As it is", replyCode: status },
        retryable: [408, 425, 429, 502, 503, 504, 521, 522, 523, 524].includes(status),
      }),
    );
    const any = await client.get(url, { options: { anyStatus: true } });
    expect(await any.text()).toBe("");
  });

  it("reports the time of Retry-After", async () => {
    const { url } = await says("HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n");
    await expect(client.get(url)).rejects.toMatchObject({
      code: "temporarily-unavailable",
      retryAfter: 120_000,
      hint: "retry after 120 s",
    });
  });

  it("sends conditions", async () => {
    await using server = await startHttpServer({ root });
    const url = `${server.origin}/bytes.bin`;
    const { attributes, modified } = await client.stat(url);
    const etag = attributes!["etag"]!;
    const outcome = (options: Readonly<Record<string, unknown>>) =>
      client
        .get(url, { options })
        .then(({ bytes }) => bytes())
        .then(
          ({ length }) => length,
          ({ code }) => code,
        );
    expect(await outcome({ ifNoneMatch: etag })).toBe("not-modified");
    expect(await outcome({ ifNoneMatch: '"other", "more"' })).toBe(256);
    expect(await outcome({ ifModifiedSince: modified })).toBe("not-modified");
    expect(await outcome({ ifModifiedSince: "1990-01-01" })).toBe(256);
    expect(await outcome({ ifMatch: etag })).toBe(256);
    expect(await outcome({ ifMatch: '"other"' })).toBe("changed");
    expect(await outcome({ ifUnmodifiedSince: new Date(0) })).toBe("changed");
    for (const bad of [
      { ifNoneMatch: "x" },
      { ifNoneMatch: '"a\r\nb"' },
      { ifModifiedSince: "soon" },
      { ifMatch: 7 },
    ])
      expect(await outcome(bad)).toBe("bad-option");
  });
});

describe("a part", () => {
  it.each([
    [0, 5],
    [3, 9],
    [250, undefined],
    [250, 300],
    [0, 1],
    [256, undefined],
    [300, 400],
    [7, 7],
  ])("from %s to %s", async (start, end) => {
    for (const ranges of [true, false]) {
      await using server = await startHttpServer({ root, ranges });
      const range = end === undefined ? { start } : { start, end };
      const entity = await client.get(`${server.origin}/bytes.bin`, { range });
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i).slice(start, end);
      expect(await entity.bytes()).toEqual(bytes);
      expect(entity.size).toBe(256);
      expect(await entity.complete).toBe(true);
    }
  });

  it("is requested without a content coding", async () => {
    await using server = await startHttpServer({ root });
    expect(await text(`${server.origin}/a.txt`, { range: { start: 9, end: 13 } })).toBe("line");
    const { url, heard } = await says(
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 1-2/30\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx",
      Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\n\r\n"), gzipSync("0123")]),
    );
    expect(await text(url, { range: { start: 1, end: 3 } })).toBe("12");
    expect(heard).toHaveLength(2);
  });

  it.each([
    ["another one", "Content-Range: bytes 4-6/10\r\nContent-Length: 3\r\n\r\n456", "protocol-error"],
    ["an earlier one", "Content-Range: bytes 1-3/10\r\nContent-Length: 3\r\n\r\n123", "protocol-error"],
    ["more", "Content-Range: bytes 2-6/10\r\nContent-Length: 5\r\n\r\n23456", "protocol-error"],
    ["of another length", "Content-Range: bytes 2-4/10\r\nContent-Length: 2\r\n\r\n23", "protocol-error"],
    ["beyond the end", "Content-Range: bytes 2-4/3\r\nContent-Length: 3\r\n\r\n234", "protocol-error"],
    ["of a missing length", "Content-Length: 3\r\n\r\n234", "protocol-error"],
    [
      "in several parts",
      "Content-Type: multipart/byteranges; boundary=x\r\nContent-Length: 3\r\n\r\n234",
      "protocol-error",
    ],
    ["with less", "Content-Range: bytes 2-3/10\r\nContent-Length: 2\r\n\r\n23", "truncated"],
    ["with less than it says", "Content-Range: bytes 2-4/10\r\n\r\n23", "truncated"],
    ["with more than it says", "Content-Range: bytes 2-4/10\r\n\r\n23456", "protocol-error"],
  ])("is rejected if it is %s", async (_, rest, code) => {
    const { url } = await says(`HTTP/1.1 206 Partial Content\r\n${rest}`);
    await expect(text(url, { range: { start: 2, end: 5 } })).rejects.toMatchObject({ code });
  });

  it("fails with protocol-error if the request had no range", async () => {
    const { url } = await says(
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-0/1\r\nContent-Length: 1\r\n\r\nx",
    );
    await expect(client.get(url)).rejects.toMatchObject({ code: "protocol-error" });
  });

  it("is extracted from the whole body if the server cannot send it", async () => {
    const { url, heard } = await says(
      "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n01234",
    );
    expect(await text(url, { range: { start: 1, end: 3 } })).toBe("12");
    expect(heard[1]).not.toContain("range:");
  });
});

describe("stat", () => {
  it("returns the metadata", async () => {
    await using server = await startHttpServer({ root });
    expect(await client.stat(`${server.origin}/a.txt`)).toMatchObject({
      kind: "file",
      size: TEXT.length,
      mediaType: "text/plain; charset=utf-8",
      attributes: { etag: expect.stringMatching(/^".*"$/), "accept-ranges": "bytes" },
    });
    await expect(client.stat(`${server.origin}/none`)).rejects.toMatchObject({ code: "not-found" });
    expect(server.received.flat().map(String).join()).not.toContain("GET");
  });

  it.each([
    ["206 Partial\r\nContent-Range: bytes 0-0/1234\r\nContent-Length: 1\r\n\r\nx", 1234],
    ["206 Partial\r\nContent-Range: bytes 0-0/*\r\nContent-Length: 1\r\n\r\nx", undefined],
    ["200 OK\r\nContent-Length: 4\r\n\r\nxxxx", 4],
    ["416 No\r\nContent-Range: bytes */0\r\nContent-Length: 0\r\n\r\n", 0],
  ])("requests one byte if the server does not support HEAD: %j", async (answer, size) => {
    for (const status of [405, 501]) {
      const { url, heard, sockets } = await says(`HTTP/1.1 ${status} No\r\n\r\n`, `HTTP/1.1 ${answer}`);
      expect((await client.stat(url)).size).toBe(size);
      expect(heard.map((each) => each.split(" ")[0])).toEqual(["HEAD", "GET"]);
      expect(heard[1]).toContain("range: bytes=0-0\r\n");
      await expect.poll(() => sockets.size).toBe(0);
    }
  });
});

describe("put, send and remove", () => {
  it("put creates or replaces the resource", async () => {
    await using server = await startHttpServer({ root });
    const url = `${server.origin}/new.txt`;
    await client.put(url, source("one ", "two"));
    expect(await text(url)).toBe("one two");
    await client.put(url, source("three"), { options: { length: 5 } });
    expect(await text(url)).toBe("three");
    await client.put(url, source());
    expect(await text(url)).toBe("");
    await client.remove(url);
    await expect(client.remove(url)).rejects.toMatchObject({ code: "not-found", operation: "remove" });
    await expect(client.put(`${server.origin}/no/such`, source("x"))).rejects.toMatchObject({
      replyCode: 409,
    });
  });

  it("send megabytes at the pace of the server", async () => {
    await using server = await startHttpServer({ root });
    const url = `${server.origin}/big.bin`;
    const piece = new Uint8Array(64 * 1024).fill(65);
    await client.put(
      url,
      (async function* () {
        for (let i = 0; i < 128; i++) yield piece;
      })(),
    );
    expect((await client.stat(url)).size).toBe(128 * piece.length);
  });

  /** A server that responds after the first bytes of a body, and then reads on or disconnects. */
  async function respondsEarly(response: string, then: "reads on" | "disconnects") {
    const sockets = new Set<Socket>();
    const state = { heard: "", early: () => {} };
    const told = new Promise<void>((resolve) => {
      state.early = resolve;
    });
    const server = createServer((socket) => {
      sockets.add(socket);
      let hasResponded = false;
      socket
        .on("error", () => {})
        .on("data", (octets) => {
          state.heard += octets.toString("latin1");
          if (hasResponded || !state.heard.includes("one")) return;
          hasResponded = true;
          socket.write(response, () => {
            if (then === "disconnects") socket.resetAndDestroy();
            state.early();
          });
        });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push({ server, sockets });
    const { port } = server.address() as { port: number };
    /** The rest of the body exists only after the response was sent. */
    async function* body(more = 1) {
      yield new TextEncoder().encode("one");
      await told;
      for (let i = 0; i < more; i++) yield new Uint8Array(64 * 1024).fill(65);
      yield new TextEncoder().encode("two");
    }
    return { url: `http://127.0.0.1:${port}/x`, state, body };
  }

  it.each(["put", "send"] as const)(
    "%s sends the whole body after an early success (RFC 9112 §9.5)",
    async (operation) => {
      const { url, state, body } = await respondsEarly(
        "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n",
        "reads on",
      );
      const other = createClient({
        schemes: [http],
        transport: nodeTransport(),
        connections: { idle: 1000 },
      });
      await other[operation](url, body());
      // The connection can be used again, because both messages are complete.
      await expect.poll(() => state.heard).toMatch(/two\r\n0\r\n\r\n$/);
      other.close();
    },
  );

  it("fail if the server reports success early and does not read the rest", async () => {
    const { url, body } = await respondsEarly(
      "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n",
      "disconnects",
    );
    await expect(client.put(url, body(512))).rejects.toMatchObject({
      code: "truncated",
      target: "incomplete",
    });
  });

  it("report an early refusal without sending the rest", async () => {
    const refusal = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    const { url, state } = await respondsEarly(refusal, "reads on");
    let chunks = 0;
    const rest = new Promise<never>(() => {});
    const next = async () =>
      chunks++ === 0 ? { done: false as const, value: new TextEncoder().encode("one") } : rest;
    const putting = client.put(url, { [Symbol.asyncIterator]: () => ({ next }) });
    await expect(putting).rejects.toMatchObject({ code: "too-large", replyCode: 413 });
    expect(state.heard).not.toContain("0\r\n\r\n");
  });

  it("send a message, or an empty one", async () => {
    const { url, heard } = await says("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok");
    await client.send(url);
    expect(heard[0]).toMatch(/^POST \/x HTTP\/1\.1\r\n[\s\S]*content-length: 0\r\n\r\n$/);
    await client.send(url, source("a=b"), {
      options: { fields: { "Content-Type": "application/x-www-form-urlencoded" }, length: 3 },
    });
    expect(heard[1]).toMatch(
      /content-type: application\/x-www-form-urlencoded\r\n[\s\S]*content-length: 3\r\n\r\na=b$/,
    );
  });

  it("reject a body of another size than the option length", async () => {
    const { url } = await says("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    for (const length of [2, 9]) {
      await expect(client.put(url, source("abc"), { options: { length } })).rejects.toThrow();
    }
    for (const length of [-1, 1.5, "x", Number.NaN]) {
      const call = client.put(url, source("abc"), { options: { length } });
      await expect(call).rejects.toMatchObject({ code: "bad-option" });
    }
  });
});

describe("fields", () => {
  it.each([
    [{ "X-A": "1", Accept: "text/html" }],
    [
      [
        ["x-a", "1"],
        ["accept", "text/html"],
      ],
    ],
    ["X-A: 1\nAccept:text/html\n"],
  ])("are sent as given: %j", async (fields) => {
    const { url, heard } = await says("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    await client.get(url, { options: { fields } });
    expect(heard[0]).toContain("x-a: 1\r\n");
    expect(heard[0]!.match(/accept: .*/g)).toEqual(["accept: text/html"]);
  });

  it.each([
    { "X-A": "1\r\nX-B: 2" },
    { "X-A": "1\nX-B: 2" },
    { "X-A": "a\0b" },
    { "X-A": "\u010d\u010aX-B: 2" },
    { "X-A": "é" },
    { "X-A": 1 },
    { "X A": "1" },
    { "X-A\r\nX-B": "1" },
    { "": "1" },
    { Host: "evil.example" },
    { "Content-Length": "5" },
    { "Transfer-Encoding": "chunked" },
    { Connection: "keep-alive" },
    { "Proxy-Authorization": "Basic eDp5" },
    { Upgrade: "h2c" },
    { Range: "bytes=0-1" },
    { "If-None-Match": '"x"' },
    { "Accept-Encoding": "zstd" },
    ["x"],
    7,
    "no colon",
  ])("are rejected before anything is sent: %j", async (fields) => {
    const { url, heard } = await says("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const call = client.get(url, { options: { fields } });
    await expect(call).rejects.toMatchObject({
      code: "bad-option",
      message: expect.stringContaining("fields"),
    });
    expect(heard).toEqual([]);
  });

  it("are hidden in transcripts if they are secret", async () => {
    const { url, heard } = await says("HTTP/1.1 200 OK\r\nSet-Cookie: geheim23\r\nContent-Length: 0\r\n\r\n");
    const fields = {
      Authorization: "Bearer geheim20",
      Cookie: "s=geheim21",
      "X-Key": "geheim22",
      "X-A": "1",
    };
    const { transcript } = await client.get(url, { options: { fields, sensitive: ["X-Key"] } });
    expect(heard[0]).toContain("geheim20");
    const shown = JSON.stringify(transcript.entries);
    expect(shown).not.toContain("geheim");
    expect(shown).toContain("authorization: ***");
    expect(shown).toContain("x-a: 1");
    expect(shown).toContain("set-cookie: ***");
  });

  it("fail with too-large if the header exceeds maxHead", async () => {
    const { url, heard } = await says("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const call = client.get(url, { options: { fields: { "x-a": "x".repeat(70_000) } } });
    await expect(call).rejects.toMatchObject({ code: "too-large" });
    expect(heard).toEqual([]);
  });
});

describe("a login", () => {
  const accounts = { alice: "s3cr:t@/%", "bob é": "p\u00e4ss" };
  const withLogin = (user: string, password: string, seen: string[] = []) =>
    createClient({
      schemes: [http],
      transport: nodeTransport(),
      credentials: async ({ host, port, attempt }) => {
        seen.push(`${host}:${port}/${attempt}`);
        return { user, password };
      },
    });

  it.each(["basic", "digest"] as const)("by %s is sent after the server requires it", async (login) => {
    await using server = await startHttpServer({ root, accounts, login });
    const url = `${server.origin}/private/x`;
    for (const [user, password] of Object.entries(accounts)) {
      if (login === "digest" && user.includes("é")) continue;
      const entity = await withLogin(user, password).get(url);
      expect(await entity.text()).toBe("secret\n");
      expect(JSON.stringify(entity.transcript.entries)).not.toContain(password);
    }
    await expect(client.get(url)).rejects.toMatchObject({ code: "auth-required", replyCode: 401 });
    const seen: string[] = [];
    await expect(withLogin("alice", "wrong", seen).get(url)).rejects.toMatchObject({ code: "auth-failed" });
    expect(seen).toEqual([`127.0.0.1:${server.port}/1`, `127.0.0.1:${server.port}/2`]);
    // The same login is not sent twice.
    const before = server.received.length;
    await expect(withLogin("alice", "wrong").get(url)).rejects.toMatchObject({ code: "auth-failed" });
    expect(server.received.length - before).toBe(2);
  });

  it("sends the body again", async () => {
    await using server = await startHttpServer({ root, accounts, login: "digest" });
    const url = `${server.origin}/private/new`;
    await withLogin("alice", accounts.alice).put(url, source("one ", "two"));
    expect(await (await withLogin("alice", accounts.alice).get(url)).text()).toBe("one two");
    const big = source("x".repeat(1000), "y".repeat(1000));
    const call = withLogin("alice", accounts.alice).put(url, big, { limits: { maxHeld: 100 } });
    await expect(call).rejects.toMatchObject({
      code: "auth-required",
      hint: expect.stringContaining("maxHeld"),
    });
  });

  it("in the URL is rejected, unless allowUserinfo is set", async () => {
    await using server = await startHttpServer({ root, accounts });
    const url = `http://alice:s3cr%3At%40%2F%25@127.0.0.1:${server.port}/private/x`;
    await expect(client.get(url)).rejects.toMatchObject({ code: "userinfo-not-allowed" });
    expect(server.received).toEqual([]);
    const entity = await client.get(url, { options: { allowUserinfo: true } });
    expect(await entity.text()).toBe("secret\n");
    const sent = server.received.map((lines) => lines.map((line) => Buffer.from(line).toString()).join("\n"));
    expect(sent).toHaveLength(2);
    expect(sent[0]).not.toContain("authorization");
    expect(sent.join()).not.toContain("@");
  });

  it("is not sent in clear text if the policy forbids it", async () => {
    await using server = await startHttpServer({ root, accounts });
    const strict = createClient({
      schemes: [http],
      transport: nodeTransport(),
      policy: { clearTextPasswords: "refuse" },
      credentials: async () => ({ user: "alice", password: accounts.alice }),
    });
    await expect(strict.get(`${server.origin}/private/x`)).rejects.toMatchObject({ code: "tls-required" });
    const fields = { authorization: "Bearer x" };
    const call = strict.get(`${server.origin}/a.txt`, { options: { fields } });
    await expect(call).rejects.toMatchObject({ code: "tls-required" });
    expect(Buffer.concat(server.received.flat().map(Buffer.from)).toString()).not.toContain("authorization");
    // Digest does not send the password.
    await using other = await startHttpServer({ root, accounts, login: "digest" });
    expect(await (await strict.get(`${other.origin}/private/x`)).text()).toBe("secret\n");
  });

  it("fails with unsupported if the scheme is unknown", async () => {
    const { url } = await says("HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n");
    await expect(client.get(url)).rejects.toMatchObject({ code: "unsupported", reply: "negotiate" });
  });

  it("is requested at most twice, even if the server reports it as stale", async () => {
    const stale =
      'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="y", qop="auth", stale=true\r\nContent-Length: 0\r\n\r\n';
    const { url, heard } = await says(stale);
    await expect(withLogin("a", "b").get(url)).rejects.toMatchObject({ code: "auth-failed" });
    expect(heard.length).toBeLessThan(5);
  });
});
