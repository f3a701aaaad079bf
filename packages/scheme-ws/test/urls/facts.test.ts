import { createRegistry, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { ws } from "../../src/index.ts";

const urls = createRegistry(ws);

describe("ws", () => {
  it("has the ports of RFC 6455 §3, and relative references", () => {
    expect([ws.defaultPort("ws"), ws.defaultPort("wss")]).toEqual([80, 443]);
    expect(ws.names).toEqual(["ws", "wss"]);
    expect(ws.hierarchical).toBe(true);
    expect(ws.cite).toEqual(["RFC 6455", "RFC 8307", "RFC 3986"]);
    expect(urls.resolve("wss://h.example/a/b", "../c?d").href).toBe("wss://h.example/c?d");
  });

  it("is opened as a session", () => {
    expect(ws.presentation).toEqual({ session: true });
  });

  it("has examples without a problem, each with a title of its own", () => {
    for (const { url } of ws.examples!) expect(urls.tryParse(url)).toMatchObject({ ok: true, problems: [] });
    expect(ws.examples!.map(({ title }) => title)).toEqual(["a service over TLS", "a service with a query"]);
  });
});

describe("the options of ws", () => {
  it("have the defaults that README lists: lines, without compression", () => {
    expect(ws.options!.defaults).toEqual({ messages: "lines", compress: false });
  });

  it.each<object>([
    { protocols: [] },
    { protocols: ["chat"] },
    { protocols: ["chat", "Chat", "v1.chat"] },
    { protocols: ["!#$%&'*+-.^_`|~09azAZ"] },
    { headers: {} },
    { headers: { Origin: "https://h.example", "X-A": "", Cookie: "a=b; c" } },
    { headers: { "!#$%&'*+-.^_`|~09azAZ": " ~" } },
    { headers: { Hosts: "a", "X-Host": "a", "Sec-WebSocket": "a", Upgrades: "a", "My-Connection": "a" } },
    ...["lines", "text", "binary"].map((messages) => ({ messages })),
    { compress: true },
  ])("may be %j", (option) => {
    expect(resolveOptions(ws.options!, option)).toMatchObject(option);
  });

  const TOKENS = "expected different tokens";
  const FIELDS = "expected an object of field names and values, without those of the handshake";
  /** RFC 9110 §5.6.2: delimiters, blanks, control characters, and other letters are in no token. */
  const NO_TOKENS = [
    "",
    " ",
    "a b",
    "a\t",
    "a,b",
    "a;b",
    "a/b",
    "a:b",
    "(a)",
    "a@",
    '"a"',
    "a=b",
    "a?",
    "é",
    "a\n",
  ];

  it.each<readonly [option: object, problem: string]>([
    [{ protocols: ["a", "a"] }, TOKENS],
    [{ protocols: ["a", "b", "a"] }, TOKENS],
    ...NO_TOKENS.map((name) => [{ protocols: ["a", name] }, TOKENS] as const),
    ...NO_TOKENS.map((name) => [{ headers: { [name]: "x" } }, FIELDS] as const),
    // The handshake has them itself (RFC 6455 §4.1).
    ...["Host", "HOST", "connection", "Upgrade", "Content-Length", "transfer-encoding"].map(
      (name) => [{ headers: { A: "b", [name]: "x" } }, FIELDS] as const,
    ),
    ...["Sec-WebSocket-Key", "sec-websocket-protocol", "Sec-WebSocket-"].map(
      (name) => [{ headers: { [name]: "x" } }, FIELDS] as const,
    ),
    ...["\x1f", "\x7f", "a\r\nb: c", "é"].map((value) => [{ headers: { A: value } }, FIELDS] as const),
    [{ headers: { A: 1 } }, FIELDS],
    [{ headers: { A: undefined } }, FIELDS],
    [{ headers: { A: ["b"] } }, FIELDS],
    [{ headers: [] }, FIELDS],
    [{ headers: [["A", "b"]] }, FIELDS],
    [{ headers: null }, FIELDS],
    [{ headers: "A: b" }, FIELDS],
    [{ headers: () => ({}) }, FIELDS],
    [{ messages: "bytes" }, 'expected "lines", "text", or "binary"'],
    [{ compress: "yes" }, "expected true or false"],
  ])("are never %j: %s", (option, problem) => {
    expect(() => resolveOptions(ws.options!, option)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(problem) }),
    );
  });
});
