import { DEFAULT_LIMITS, octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connectByHttp } from "../../src/proxies/http-connect.ts";
import { cuts, latin1, readAll, ScriptedProxy, said } from "./proxy-world.ts";

const target = { host: "server.example.com", port: 80 };
const ask = (proxy: ScriptedProxy, to = target, login?: { user: string; password: string }) =>
  connectByHttp(proxy, to, login, DEFAULT_LIMITS);

describe("a CONNECT request (RFC 9110 §9.3.6)", () => {
  it.each([
    ["server.example.com", 443, "server.example.com:443"],
    ["192.0.2.1", 21, "192.0.2.1:21"],
    ["2001:DB8:0:0::1", 70, "[2001:db8::1]:70"],
  ])("for %s", async (host, port, hostport) => {
    const proxy = said("HTTP/1.1 200 OK\r\n\r\n");
    await ask(proxy, { host, port });
    expect(latin1(proxy.sent)).toBe(`CONNECT ${hostport} HTTP/1.1\r\nHost: ${hostport}\r\n\r\n`);
  });

  it("contains the login, like the example of the RFC", async () => {
    const proxy = said("HTTP/1.1 200 OK\r\n\r\n");
    await ask(proxy, { ...target, port: 443 }, { user: "hello", password: "world" });
    expect(latin1(proxy.sent)).toContain("\r\nProxy-Authorization: Basic aGVsbG86d29ybGQ=\r\n\r\n");
    const octets = said("HTTP/1.1 200 OK\r\n\r\n");
    await ask(octets, target, { user: "\udce9", password: "ü" });
    expect(latin1(octets.sent)).toContain(`Basic ${btoa("\xe9:\xc3\xbc")}\r\n`);
  });

  it.each([
    "",
    "a b",
    "h\r\nX: y",
    "h%0d%0aX",
    "h\0",
    "fe80::1%eth0",
    "a".repeat(256),
    `${"a.".repeat(127)}aa`,
    "[::1]",
    "h:1",
  ])("is not sent for the host %j", async (host) => {
    const proxy = said("HTTP/1.1 200 OK\r\n\r\n");
    await expect(ask(proxy, { host, port: 1 })).rejects.toMatchObject({ code: "bad-host" });
    expect(proxy.sent).toHaveLength(0);
  });
});

describe("the response to CONNECT", () => {
  it.each([
    "HTTP/1.1 200 Connection established\r\n\r\n",
    "HTTP/1.0 200 \r\n\r\n",
    "HTTP/1.1 204\r\nVia: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\nServer: y\n\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
  ])("opens the tunnel with any chunks, and preserves the bytes after it: %j", async (head) => {
    for (const pieces of cuts(octetsOf(`${head}220 hello\r\n\r\n221`))) {
      const tunnel = await ask(new ScriptedProxy(pieces));
      expect(await readAll(tunnel)).toBe("220 hello\r\n\r\n221");
    }
  });

  it("returns the original connection if nothing follows the head", async () => {
    const proxy = said("HTTP/1.1 200 OK\r\n\r\n");
    expect(await ask(proxy)).toBe(proxy);
  });

  it("is read no further than necessary", async () => {
    const proxy = new ScriptedProxy([octetsOf("HTTP/1.1 200 OK\r\n\r\n"), octetsOf("220 hello")]);
    await ask(proxy);
    expect(proxy.received).toBe(19);
  });

  it.each([
    [407, "proxy-auth-required", false],
    [401, "proxy-refused", false],
    [403, "proxy-refused", false],
    [302, "proxy-refused", false],
    [101, "proxy-refused", false],
    [500, "proxy-refused", false],
    [502, "proxy-refused", true],
    [503, "proxy-refused", true],
    [504, "proxy-refused", true],
  ])("%d becomes %s, with any chunks", async (status, code, retryable) => {
    const head = `HTTP/1.1 ${status} Be\x1b gone\r\nContent-Length: 2\r\n\r\nno`;
    for (const pieces of cuts(octetsOf(head))) {
      await expect(ask(new ScriptedProxy(pieces))).rejects.toMatchObject({
        code,
        replyCode: status,
        retryable,
        reply: `HTTP/1.1 ${status} Be\\x1b gone`,
      });
    }
  });

  it("is shown without the login if it echoes it", async () => {
    const login = { user: "me", password: "s3cret!" };
    const echoed = `HTTP/1.1 407 no ${btoa("me:s3cret!")} s3cret!\r\n\r\n`;
    const error = await ask(said(echoed), target, login).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: "proxy-auth-required",
      message: expect.stringContaining("rejected the login"),
    });
    expect(JSON.stringify({ ...error }) + error.message + error.stack).not.toMatch(/s3cret|bWU6czNjcmV0/);
  });
});

describe("a hostile HTTP proxy", () => {
  it.each([
    ["\x05\x00", "connect-failed"],
    ["", "connect-failed"],
    ["HTTP/1.1 200 OK\r\nVia: x\r\n", "connect-failed"],
    ["HTTP/1.1 200 O", "connect-failed"],
    ["220 FTP server ready\r\n", "protocol-error"],
    ["HTTP/2 200\r\n\r\n", "protocol-error"],
    ["HTTP/1.1 2000 OK\r\n\r\n", "protocol-error"],
    ["HTTP/1.1 +20 OK\r\n\r\n", "protocol-error"],
    ["HTTP/1.1 600 OK\r\n\r\n", "protocol-error"],
    ["http/1.1 200 OK\r\n\r\n", "protocol-error"],
    [" HTTP/1.1 200 OK\r\n\r\n", "protocol-error"],
    ["HTTP/1.1 200 OK\r\nno field\r\n\r\n", "protocol-error"],
    ["HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", "protocol-error"],
    ["\r\nHTTP/1.1 200 OK\r\n\r\n", "protocol-error"],
  ])("%j", async (text, code) => {
    for (const pieces of cuts(octetsOf(text)))
      await expect(ask(new ScriptedProxy(pieces))).rejects.toMatchObject({ code });
  });

  it.each([
    ["one line", "", "x", 16 * 1024],
    ["a head", "HTTP/1.1 200 OK\r\n", "X: y\r\n", 80 * 1024],
    ["a head of interim answers", "HTTP/1.1 100 wait\r\n\r\n", "HTTP/1.1 100 wait\r\n\r\n", 80 * 1024],
  ])("without end, in %s, is limited", async (_, first, again, most) => {
    const proxy = new ScriptedProxy(
      [octetsOf(first), octetsOf(again)].filter(({ length }) => length > 0),
      true,
    );
    await expect(ask(proxy)).rejects.toMatchObject({
      code: "too-large",
      hint: expect.stringContaining("max"),
    });
    expect(proxy.received).toBeLessThan(most);
  });

  it("is accepted or rejected with a code, with any content", async () => {
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc
        .array(fc.constantFrom("HTTP/1.1", " ", "200", "407", "OK", "\r\n", "\n", "A:", "\0", ":", "1"), {
          maxLength: 20,
        })
        .map((words) => octetsOf(words.join(""))),
    );
    await fc.assert(
      fc.asyncProperty(octets, async (said) => {
        const outcome = await ask(new ScriptedProxy([said])).then(
          () => "tunnel",
          (error) => error.code,
        );
        expect(outcome).toMatch(
          /^(?:tunnel|connect-failed|proxy-refused|proxy-auth-required|protocol-error)$/,
        );
      }),
    );
  });
});
