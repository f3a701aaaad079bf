import { isAccessError, octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { ResponseReader } from "../../src/http/response-reader.ts";

const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

/** Reads the response in these chunks, up to its end and that of the connection. */
function read(chunks: readonly string[], method = "GET") {
  const reader = new ResponseReader(method, { maxHead: 200, maxFields: 5 });
  let content = "";
  try {
    for (const chunk of chunks) content += textOf(reader.read(octetsOf(chunk)));
    if (!reader.isComplete) reader.end();
  } catch (error) {
    return { content, status: reader.head?.status, error: isAccessError(error) ? error.code : error };
  }
  const { status, framing } = reader.head!;
  return { status, framing, content, isComplete: reader.isComplete, isReusable: reader.isReusable };
}

const VALID: readonly (readonly [text: string, expected: object, method: string])[] = (
  [
    [`${OK}Content-Length: 5\r\n\r\nhello`, { content: "hello", framing: "length", isReusable: true }],
    [`${OK}Content-Length: 5\r\n\r\nhello!`, { content: "hello", framing: "length", isReusable: false }],
    [`${OK}\r\nhello`, { content: "hello", framing: "close", isReusable: false }],
    ["HTTP/1.1 204 No Content\r\n\r\n", { content: "", framing: "length", isReusable: true }],
    [`${OK}Content-Length: 5\r\n\r\n`, { content: "", framing: "length", isReusable: true }, "HEAD"],
    ["HTTP/1.1 100\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 1\r\n\r\nx", { status: 404, content: "x" }],
    [`${CHUNKED}3;a="b"\r\nhel\r\n02\r\nlo\r\n000\r\nA: b\r\n\r\n`, { content: "hello", isReusable: true }],
    [`${CHUNKED}5 \t;a\r\nhello\r\n0;b\r\n\r\n`, { content: "hello", isReusable: true }],
    [`${CHUNKED}A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n`, { content: "01234567890123456789" }],
    [`${CHUNKED}1\r\nx\r\n0\r\n\r\nHTTP/1.1 200 OK`, { content: "x", isReusable: false }],
    [
      `HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n`,
      { isReusable: false },
    ],
  ] as readonly (readonly [string, object, string?])[]
).map(([text, expected, method = "GET"]) => [text, expected, method]);

const INVALID: readonly (readonly [string, string])[] = [
  ["SSH-2.0-x\r\n", "protocol-error"],
  [`${OK}A: b\r\n c\r\n\r\n`, "protocol-error"],
  [`${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, "protocol-error"],
  [`${OK}Content-Length: 5\r\n\r\nhell`, "truncated"],
  [`${OK}A: b`, "truncated"],
  [`${OK}A: b\r`, "truncated"],
  ["HTTP/1.1 200 OK\rA: b\r\r", "protocol-error"],
  [`${CHUNKED}5\nhello\r\n0\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}5\rhello\r\n0\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}5\rXhello\r\n0\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}5\r\nhello\n0\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}5\r\nhello!\r\n0\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}5\r\nhello\r!0\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}\r\n`, "protocol-error"],
  [`${CHUNKED};a\r\n`, "protocol-error"],
  [`${CHUNKED}0x5\r\nhello\r\n`, "protocol-error"],
  [`${CHUNKED}5 \r\nhello\r\n`, "protocol-error"],
  [`${CHUNKED} 5\r\nhello\r\n`, "protocol-error"],
  [`${CHUNKED}5 5\r\nhello\r\n`, "protocol-error"],
  [`${CHUNKED}5;a\0\r\nhello\r\n`, "protocol-error"],
  [`${CHUNKED}5;a\nhello\r\n`, "protocol-error"],
  [`${CHUNKED}10000000000000000\r\nhello\r\n`, "protocol-error"],
  [`${CHUNKED}0\r\nA : b\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}0\r\nno field\r\n\r\n`, "protocol-error"],
  [`${CHUNKED}5\r\nhello\r\n0\r\n`, "truncated"],
  [`${CHUNKED}0\r\nA: b\r\n`, "truncated"],
  [`${CHUNKED}0\r\nA: ${"x".repeat(200)}`, "too-large"],
  [`${CHUNKED}0\r\n${"A: b\r\n".repeat(5)}`, "too-large"],
  [`${OK}${"A: b\r\n".repeat(6)}`, "too-large"],
  [`${OK}A: ${"é".repeat(60)}\r\nB: ${"é".repeat(30)}\r\n`, "too-large"],
];

describe("a response, however it is split", () => {
  it.each(VALID)("is read: %j", (text, expected, method) => {
    const whole = read([text], method);
    expect(whole).toMatchObject({ isComplete: true, ...expected });
    expect(read([...text], method)).toEqual(whole);
    for (let at = 1; at < text.length; at++)
      expect(read([text.slice(0, at), text.slice(at)], method)).toEqual(whole);
  });

  it.each(INVALID)("is rejected: %j", (text, error) => {
    expect(read([text])).toMatchObject({ error });
    expect(read([...text])).toMatchObject({ error });
    for (let at = 1; at < text.length; at++)
      expect(read([text.slice(0, at), text.slice(at)])).toMatchObject({ error });
  });

  it("gives the content of one packet as one range of its memory", () => {
    const reader = new ResponseReader("GET", { maxHead: 200, maxFields: 5 });
    reader.read(octetsOf(CHUNKED));
    const packet = octetsOf("1\r\na\r\n2\r\nbc\r\n3\r\nde");
    const content = reader.read(packet);
    expect([textOf(content), content.buffer]).toEqual(["abcde", packet.buffer]);
  });
});
