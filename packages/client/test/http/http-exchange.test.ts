import { createServer, type Server, type Socket } from "node:net";
import { octetsOf, resolveLimits } from "@anyurl/core";
import type { Connection, HttpField, HttpRequest, HttpResponse } from "@anyurl/core/exchange";
import { expectNoLeaks, memoryTransport } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { systemClock } from "../../src/call/clock.ts";
import { ManagedConnection } from "../../src/connection/managed-connection.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { formatRequestHead } from "../../src/http/head-text.ts";
import { HttpExchange } from "../../src/http/http-exchange.ts";

const transport = nodeTransport();
const never = new AbortController().signal;
const LIMITS = { maxHead: 4096, maxFields: 20 };
type Options = Partial<typeof LIMITS> & { readonly keepAlive?: boolean };
const GET: HttpRequest = {
  endpoint: { host: "h.example", port: 80 },
  method: "GET",
  target: "/a?b",
  fields: [],
};

/** Sends requests on one connection, each in a call of its own. */
class TestHttp {
  readonly #connection: Connection;
  readonly #options: Options;
  /** Was the connection given back after the last response? */
  reusable = false;

  constructor(connection: Connection, options: Options) {
    this.#connection = connection;
    this.#options = options;
  }

  async request(request: HttpRequest, signal: AbortSignal): Promise<Omit<HttpResponse, "remote">> {
    this.reusable = false;
    const { keepAlive = false, ...changes } = this.#options;
    const limits = resolveLimits({ ...LIMITS, ...changes });
    const call = new CallScope(systemClock, Number.POSITIVE_INFINITY, signal);
    const terms = {
      ...{ call, clock: systemClock, limits, transport, scheme: "http", defaultPort: 80 },
      policy: resolvePolicy("default"),
    };
    const link = { connection: this.#connection, remote: this.#connection.remote, isSecure: false };
    const connection = new ManagedConnection(link, terms, { onClose: () => call.end() });
    call.keep(this.#connection);
    const giveBack = () => {
      connection.retire();
      call.release(this.#connection);
      call.end();
      this.reusable = true;
    };
    const lease = { connection, isReused: false, ...(keepAlive && { giveBack }) };
    const head = formatRequestHead(request, keepAlive, limits);
    const unlessAborted: CallScope["unlessAborted"] = (promise, how) => call.unlessAborted(promise, how);
    const recorder = { unlessAborted, record: () => {}, recordFormatted: () => {} };
    const exchange = new HttpExchange(lease, { call: recorder, limits }, "control", request.method);
    const { remote: _, ...response } = await exchange.request(head, request);
    return response;
  }

  close(): void {
    this.#connection.close();
  }
}

const open: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a server that calls this after a head has arrived, and records what it received. */
async function serve(answer: (socket: Socket, heard: () => string) => void) {
  const sockets = new Set<Socket>();
  let heard = "";
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    let answered = false;
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    socket.once("end", () => socket.end());
    socket.on("data", (octets) => {
      heard += octets.toString("latin1");
      if (answered || !heard.includes("\r\n\r\n")) return;
      answered = true;
      answer(socket, () => heard);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ server, sockets });
  const { port } = server.address() as { port: number };
  const connect = async (options: Options = {}): Promise<TestHttp> =>
    new TestHttp(
      await transport.connect({ address: "127.0.0.1", port, maxBuffer: 64 * 1024 }, never),
      options,
    );
  return { connect, sockets, heard: () => heard };
}

const says = (text: string) => serve((socket) => void socket.end(Buffer.from(text, "latin1")));

async function textOf(body: AsyncGenerator<Uint8Array>): Promise<string> {
  let text = "";
  for await (const octets of body) text += Buffer.from(octets).toString("latin1");
  return text;
}

/** Returns the response to these bytes of a server, read to its end. */
async function reading(text: string, request: Partial<HttpRequest> = {}, options: Options = {}) {
  const { connect } = await says(text);
  return expectNoLeaks(async () => {
    const http = await connect(options);
    try {
      const { body, trailers: _, ...head } = await http.request({ ...GET, ...request }, never);
      return { ...head, text: await textOf(body) };
    } finally {
      http.close();
    }
  });
}

describe("an HTTP/1.1 request", () => {
  it("sends exactly the planned head", async () => {
    const { connect, heard } = await says("HTTP/1.1 204 No Content\r\n\r\n");
    const http = await connect();
    await http.request(
      {
        ...GET,
        fields: [
          ["accept", "*/*"],
          ["x-a", "1"],
          ["x-a", "2"],
        ],
      },
      never,
    );
    expect(heard()).toBe(
      "GET /a?b HTTP/1.1\r\nhost: h.example\r\nconnection: close\r\naccept: */*\r\nx-a: 1\r\nx-a: 2\r\n\r\n",
    );
    http.close();
  });

  it.each([
    [5, "PUT / HTTP/1.1\r\nhost: h.example\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello"],
    [
      undefined,
      "PUT / HTTP/1.1\r\nhost: h.example\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    ],
  ])("streams its body, of length %s", async (length, sent) => {
    const { connect, heard } = await serve((socket, now) => {
      const timer = setInterval(() => {
        if (!now().includes("llo") || (length === undefined && !now().endsWith("0\r\n\r\n"))) return;
        clearInterval(timer);
        socket.end("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n");
      }, 5);
    });
    const http = await connect();
    async function* body() {
      yield Buffer.from("he");
      yield Buffer.from("llo");
    }
    const request = { ...GET, method: "PUT", target: "/", body: body() };
    const response = await http.request({ ...request, ...(length !== undefined && { length }) }, never);
    expect(response.status).toBe(201);
    expect(heard()).toBe(sent);
    http.close();
  });

  it("sends the bytes of a source that reuses its chunk", async () => {
    const { connect, heard } = await serve((socket, now) => {
      const answer = () => {
        if (/\r\n\r\n.{6}$/.test(now())) socket.end("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n");
      };
      socket.on("data", answer);
      answer();
    });
    const http = await connect();
    const chunk = new Uint8Array(1);
    async function* body() {
      for (const letter of "abcdef") {
        chunk[0] = letter.charCodeAt(0);
        yield chunk;
        chunk.fill(0x2d);
      }
    }
    const request = { ...GET, method: "PUT", target: "/", body: body(), length: 6 };
    await http.request(request, never);
    expect(heard().split("\r\n\r\n")[1]).toBe("abcdef");
    http.close();
  });

  it("fails with the error of its source, and closes", async () => {
    const { connect, sockets } = await serve(() => {});
    const http = await connect();
    const failure = new Error("the disk is gone");
    async function* body() {
      yield Buffer.from("he");
      throw failure;
    }
    await expect(http.request({ ...GET, method: "PUT", body: body() }, never)).rejects.toBe(failure);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("gets a response before all of its body is sent", async () => {
    const { connect } = await says("HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno");
    const http = await connect();
    let left = false;
    async function* body() {
      try {
        for (;;) {
          yield new Uint8Array(1024);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        left = true;
      }
    }
    const response = await http.request({ ...GET, method: "PUT", body: body() }, never);
    expect(response.status).toBe(413);
    expect(await textOf(response.body)).toBe("no");
    http.close();
    await expect.poll(() => left).toBe(true);
  });

  it("rejects values that no line can hold", async () => {
    const { connect, heard } = await serve(() => {});
    for (const bad of [
      { target: "/a\r\nHost: evil" },
      { target: "/a b" },
      { target: "/\u010d\u010a" },
      { fields: [["x-a", "1\r\nx-b: 2"]] as HttpField[] },
      { fields: [["x-a", "\u010d\u010a"]] as HttpField[] },
      { fields: [["x a", "1"]] as HttpField[] },
      { method: "GET /" },
      // Only the sender decides the framing and the connection (RFC 9112 §6).
      { fields: [["content-length", "5"]] as HttpField[] },
      { fields: [["transfer-encoding", "chunked"]] as HttpField[] },
      { fields: [["connection", "keep-alive"]] as HttpField[] },
      { fields: [["host", "other.example"]] as HttpField[] },
    ]) {
      const http = await connect();
      await expect(http.request({ ...GET, ...bad }, never)).rejects.toThrow();
      http.close();
    }
    expect(heard()).toBe("");
  });
});

describe("an HTTP/1.1 response", () => {
  it("has its status, its fields, and its content", async () => {
    const text =
      "HTTP/1.1 200 All is \xe9 well\r\nContent-Type:text/plain \r\nSET-Cookie: a\r\nset-cookie: b\r\nContent-Length: 5\r\n\r\nhello";
    expect(await reading(text)).toEqual({
      status: 200,
      reason: "All is \udce9 well",
      fields: [
        ["content-type", "text/plain"],
        ["set-cookie", "a"],
        ["set-cookie", "b"],
        ["content-length", "5"],
      ],
      framing: "length",
      text: "hello",
    });
  });

  it.each([
    [
      "chunks",
      "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n",
      "chunked",
    ],
    ["a length", "Content-Length: 5\r\n\r\nhello", "length"],
    ["a repeated length", "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "length"],
    ["a length repeated in one field", "Content-Length: 5, 5\r\n\r\nhello", "length"],
    ["the close", "\r\nhello", "close"],
    // RFC 9112 §6.3: the transfer coding wins.
    [
      "chunks and a length",
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      "chunked",
    ],
    [
      "chunks in another spelling",
      "Transfer-Encoding: ,\tChunked ,\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      "chunked",
    ],
    ["lines that end with LF", "Content-Length: 5\n\nhello", "length"],
  ])("ends where its framing says: %s", async (_, rest, framing) => {
    for (const version of ["1.1", "1.0"]) {
      if (version === "1.0" && /chunked/i.test(rest)) continue;
      expect(await reading(`HTTP/${version} 200 OK\r\n${rest}`)).toMatchObject({ text: "hello", framing });
    }
  });

  // RFC 9112 §6.1, §7: the content uses a coding that the request did not allow with TE.
  it.each([
    ["gzip, chunked", "3\r\nraw\r\n0\r\n\r\n"],
    ["chunked, chunked", "3\r\nraw\r\n0\r\n\r\n"],
    ["chunked;q=1", "3\r\nraw\r\n0\r\n\r\n"],
    ["gzip", "raw"],
    ["identity", "raw"],
    ["xchunked", "raw"],
    ["chunked, gzip", "raw"],
    ["", "raw"],
    ["gzip\r\nTransfer-Encoding: chunked", "3\r\nraw\r\n0\r\n\r\n"],
  ])("is rejected with a transfer coding other than chunked: %j", async (coding, content) => {
    for (const length of ["", "Content-Length: 3\r\n"]) {
      const text = `HTTP/1.1 200 OK\r\n${length}Transfer-Encoding: ${coding}\r\n\r\n${content}`;
      await expect(reading(text)).rejects.toMatchObject({ code: "protocol-error", retryable: false });
    }
  });

  it("keeps control characters, because nothing acts on them (RFC 9110 §5.5)", async () => {
    const text =
      "HTTP/1.1 200 \x1b[2J\r\nX-A: \x1b]0;x\x07\x9b\xff\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nhello";
    expect(await reading(text)).toMatchObject({
      reason: "\x1b[2J",
      fields: [
        ["x-a", "\x1b]0;x\x07\udc9b\udcff"],
        ["upgrade", "h2c"],
        ["content-length", "5"],
      ],
      text: "hello",
    });
  });

  it.each([
    ["HEAD", 200],
    ["GET", 204],
    ["GET", 304],
  ])("has no content for %s with %s", async (method, status) => {
    const text = `HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`;
    expect(await reading(text, { method })).toMatchObject({ status, text: "", framing: "length" });
  });

  it("may follow interim responses, which are skipped (RFC 9110 §15.2)", async () => {
    const interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n";
    const final = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx";
    expect(await reading(interim + final)).toMatchObject({ status: 200, text: "x" });
    const fields = await reading(interim.repeat(8) + final);
    expect(fields).toMatchObject({ status: 200, fields: [["content-length", "1"]] });
    await expect(reading(interim.repeat(9) + final)).rejects.toMatchObject({ code: "protocol-error" });
  });

  it("is the same however it is split", async () => {
    const text =
      "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n";
    const { chunks: _, ...whole } = await read([text]);
    expect(whole).toMatchObject({ status: 200, text: "hello", trailers: [["a", "b"]] });
    for (let at = 1; at < text.length; at++) {
      expect(await read([text.slice(0, at), text.slice(at)])).toMatchObject(whole);
    }
    expect(await read([...text])).toMatchObject(whole);
  });

  it.each([
    ["SSH-2.0-OpenSSH_9.2p1\r\n"],
    ["\x15\x03\x01\x00\x02\x02\x46"],
    ["HTTP/2.0 200 OK\r\n\r\n"],
    ["HTTP/0.9 200 OK\r\n\r\n"],
    ["HTTP/1.1 2000 OK\r\n\r\n"],
    ["HTTP/1.1 20 OK\r\n\r\n"],
    ["HTTP/1.1 099 OK\r\n\r\n"],
    ["HTTP/1.1  200 OK\r\n\r\n"],
    ["HTTP/1.1 200 O\0K\r\n\r\n"],
    ["HTTP/1.1 200 OK\rContent-Length: 5\r\rhello"],
    ["<html>hello</html>"],
    ["\r\nHTTP/1.1 200 OK\r\n\r\n"],
    ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nA: b\rC: d\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nA: b\0\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nno field\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\n: x\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nhello"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello"],
  ])("is rejected if it is invalid or ambiguous: %j", async (text) => {
    await expect(reading(text)).rejects.toMatchObject({ name: "AccessError", code: "protocol-error" });
  });

  it.each([
    [""],
    ["HTTP/1.1 200"],
    ["HTTP/1.1 200 OK\r\nContent-Le"],
    ["HTTP/1.1 100 Continue\r\n\r\n"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfour"],
    ["HTTP/1.0 200 OK\r\nContent-Length: 10\r\n\r\nfour"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nfour"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFF\r\nhello"],
  ])("fails with truncated if the server closes too early: %j", async (text) => {
    await expect(reading(text)).rejects.toMatchObject({
      name: "AccessError",
      code: "truncated",
      retryable: true,
    });
  });

  it("fails after a reset, even if a close delimits the content", async () => {
    const { connect, sockets } = await serve((socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\nhello"));
    const http = await connect();
    const { body } = await http.request(GET, never);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect(textOf(body)).rejects.toMatchObject({ code: "truncated" });
    http.close();
  });

  it.each([
    ["an endless line", "HTTP/1.1 200 OK\r\nA: ", "x".repeat(1024)],
    ["endless fields", "HTTP/1.1 200 OK\r\n", `A: ${"x".repeat(200)}\r\n`],
    ["endless short fields", "HTTP/1.1 200 OK\r\n", "A: b\r\n"],
    ["an endless status line", "HTTP/1.1 200 ", "x".repeat(1024)],
    [
      "endless trailers",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
      `A: ${"x".repeat(200)}\r\n`,
    ],
  ])("fails with too-large: %s", async (_, begin, again) => {
    const { connect, sockets } = await serve((socket) => {
      socket.write(begin);
      const more = () => {
        while (!socket.destroyed && socket.write(again.repeat(16)));
        if (!socket.destroyed) socket.once("drain", more);
      };
      more();
    });
    const http = await connect();
    const failed = http.request(GET, never).then(({ body }) => textOf(body));
    await expect(failed).rejects.toMatchObject({ code: "too-large", hint: expect.stringContaining("max") });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("fails with too-large: chunks of one byte, each with a long extension (RFC 9112 §7.1.1)", async () => {
    const chunk = `1;${"x".repeat(4000)}\r\nx\r\n`;
    const { connect, sockets } = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const more = () => {
        while (!socket.destroyed && socket.write(chunk.repeat(16)));
        if (!socket.destroyed) socket.once("drain", more);
      };
      more();
    });
    const http = await connect();
    const failed = http.request(GET, never).then(({ body }) => textOf(body));
    await expect(failed).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringContaining("chunk extensions"),
    });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("counts its trailers as fields", async () => {
    const fields = "A: b\r\n".repeat(12);
    const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${fields}\r\n0\r\n${fields}\r\n`;
    await expect(reading(text)).rejects.toMatchObject({ code: "too-large" });
    expect(await reading(text, {}, { maxFields: 25 })).toMatchObject({ text: "" });
  });

  it("is not decoded: schemes handle content codings", async () => {
    const text = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nraw";
    expect(await reading(text)).toMatchObject({ text: "raw" });
  });

  it("does not follow redirects", async () => {
    const text = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
    expect(await reading(text)).toMatchObject({ status: 302 });
  });
});

describe("an HTTP/1.1 connection", () => {
  it("is closed if the caller cancels the body, even before reading it", async () => {
    const text = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello";
    for (const begun of [true, false]) {
      const { connect, sockets } = await serve((socket) => void socket.write(text));
      await expectNoLeaks(async () => {
        const { body } = await (await connect()).request(GET, never);
        if (begun) await body.next();
        await body.return(true);
      });
      await expect.poll(() => sockets.size).toBe(0);
    }
  });

  it("is closed by an abort at any time, with the caller's reason", async () => {
    const reason = new Error("enough");
    const abort = new AbortController();
    const { connect, sockets } = await serve((socket) => {
      socket.write("HTTP/1.1 200", () => abort.abort(reason));
    });
    await expectNoLeaks(async () => {
      const http = await connect();
      const request = http.request(GET, abort.signal);
      await expect(request).rejects.toBe(reason);
      await expect((await connect()).request(GET, AbortSignal.abort(reason))).rejects.toBe(reason);
    });
    await expect.poll(() => sockets.size).toBeLessThan(2);
    const partly = await serve((socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\nhello"));
    const later = new AbortController();
    const { body } = await (await partly.connect()).request(GET, later.signal);
    await body.next();
    later.abort(reason);
    await expect(body.next()).rejects.toBeInstanceOf(Error);
    await expect.poll(() => partly.sockets.size).toBe(0);
  });

  it("serves one request at a time, and another one only with keepAlive", async () => {
    const { connect, heard } = await serve((socket) => {
      const answer = () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      answer();
      socket.on("data", answer);
    });
    const http = await connect({ keepAlive: true });
    const first = await http.request(GET, never);
    expect(http.reusable).toBe(false);
    expect(await textOf(first.body)).toBe("ok");
    expect(http.reusable).toBe(true);
    expect(await textOf((await http.request(GET, never)).body)).toBe("ok");
    expect(heard().match(/connection: keep-alive/g)).toHaveLength(2);
    http.close();

    const once = await connect();
    await textOf((await once.request(GET, never)).body);
    expect(once.reusable).toBe(false);
    await expect(once.request(GET, never)).rejects.toMatchObject({ code: "truncated" });
  });

  // RFC 9112 §6.1: another reader of the same bytes may see the end elsewhere.
  it.each([
    ["1.1", "Content-Length: 5\r\n"],
    ["1.0", "Connection: keep-alive\r\n"],
  ])("is not reused after a chunked response with HTTP/%s and %j", async (version, field) => {
    const { connect } = await serve((socket) => {
      socket.write(
        `HTTP/${version} 200 OK\r\n${field}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
      );
    });
    const http = await connect({ keepAlive: true });
    expect(await textOf((await http.request(GET, never)).body)).toBe("hello");
    await expect.poll(() => http.reusable).toBe(false);
    http.close();
  });

  it.each([
    ["bytes after the length", "Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n"],
    ["bytes after the last chunk", "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nX"],
    ["bytes after a response without content", "Content-Length: 0\r\n\r\nok"],
    ["Connection: close", "Connection: close\r\nContent-Length: 2\r\n\r\nok"],
    ["close among other options", "Connection: x, Close\r\nContent-Length: 2\r\n\r\nok"],
    ["HTTP/1.0 without keep-alive", "Content-Length: 2\r\n\r\nok", "1.0"],
  ])("is not reused after %s", async (_, rest, version = "1.1") => {
    const { connect } = await serve((socket) => void socket.write(`HTTP/${version} 200 OK\r\n${rest}`));
    const http = await connect({ keepAlive: true });
    await textOf((await http.request(GET, never)).body);
    expect(http.reusable).toBe(false);
  });

  it("is reused after HTTP/1.0 with keep-alive", async () => {
    const text = "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok";
    const { connect } = await serve((socket) => void socket.write(text));
    const http = await connect({ keepAlive: true });
    await textOf((await http.request(GET, never)).body);
    expect(http.reusable).toBe(true);
    http.close();
  });

  it("stops reading from the server if the caller does not read", async () => {
    let written = 0;
    const { connect } = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const chunk = new Uint8Array(64 * 1024);
      const more = () => {
        while (written < 64 * 1024 * 1024 && socket.write(chunk)) written += chunk.length;
        socket.once("drain", more);
      };
      more();
    });
    const http = await connect();
    const { body } = await http.request(GET, never);
    await body.next();
    // biome-ignore lint/plugin/no-fixed-waits: little is read during this time.
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Buffers of the kernel on both sides, and some slack.
    expect(written).toBeLessThan(16 * 1024 * 1024);
    http.close();
  });
});

describe("content in chunks of one byte", () => {
  const content = Array.from({ length: 150_000 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
  const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${content.replaceAll(/./g, "1\r\n$&\r\n")}0\r\n\r\n`;
  const packets = chunked.match(/.{1,16384}/gs)!;

  it("is passed on in at most as many chunks as packets", async () => {
    const { text, chunks } = await read(packets);
    expect(text).toBe(content);
    // A packet larger than the queue limit may be split again.
    expect(chunks).toBeLessThanOrEqual(2 * packets.length);
  });

  it("is passed on at once if each chunk arrives alone", async () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    const { connect } = await serve((socket) => void socket.write(`${head}1\r\na\r\n`));
    const http = await connect();
    const { body } = await http.request(GET, never);
    // No other data arrived, and the reader does not wait for more.
    expect(await body.next()).toEqual({ done: false, value: octetsOf("a") });
    http.close();
  });

  it("keeps its order among chunks of all sizes", async () => {
    const sizes = [1, 5000, 2, 3, 4096, 4095, 1, 1, 20_000, 7];
    const pieces = sizes.map((size, i) => String.fromCharCode(97 + i).repeat(size));
    const framed = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
    const { text } = await read([`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${framed}0\r\n\r\n`]);
    expect(text).toBe(pieces.join(""));
  });
});

/** An in-memory connection: the server sends these chunks. */
async function read(pieces: readonly string[]) {
  const network = memoryTransport();
  network.listen("10.0.0.1", 80, async (peer) => {
    await peer.receive();
    for (const piece of pieces) await peer.send(Buffer.from(piece, "latin1"));
    peer.end();
  });
  const connection = await network.connect({ address: "10.0.0.1", port: 80, maxBuffer: 4096 }, never);
  const { body, trailers, ...head } = await new TestHttp(connection, {}).request(GET, never);
  let chunks = 0;
  let text = "";
  for await (const octets of body) {
    chunks++;
    text += Buffer.from(octets).toString("latin1");
  }
  expect(network.open).toBe(0);
  return { ...head, text, chunks, trailers: trailers?.() };
}
