import { describe, expect, it } from "vitest";
import { formatHttpAuthority, formatHttpHead } from "../../src/exchange/index.ts";

describe("the head of an HTTP request (RFC 9112 §3)", () => {
  const head = { target: "/a?b", authority: "h.example", fields: [["accept", "*/*"] as const] };

  it("has the request line, the host, the connection, the fields, and the framing", () => {
    expect(formatHttpHead({ ...head, method: "PUT", body: "x", length: 1, keepAlive: true })).toEqual([
      "PUT /a?b HTTP/1.1",
      "host: h.example",
      "connection: keep-alive",
      "accept: */*",
      "content-length: 1",
    ]);
  });

  it.each([
    ["GET", undefined, undefined, []],
    ["GET", undefined, 0, []],
    ["PUT", undefined, undefined, ["content-length: 0"]],
    ["POST", undefined, undefined, ["content-length: 0"]],
    ["PATCH", undefined, undefined, ["content-length: 0"]],
    ["PUT", "x", 0, ["content-length: 0"]],
    ["GET", "x", undefined, ["transfer-encoding: chunked"]],
  ])(
    "of %s with the body %j of length %j is framed by %j (RFC 9110 §8.6)",
    (method, body, length, framing) => {
      expect(
        formatHttpHead({ ...head, method, body, ...(length !== undefined && { length }) }).slice(2),
      ).toEqual(["connection: close", "accept: */*", ...framing]);
    },
  );
});

describe("the host of an HTTP request (RFC 9110 §7.2)", () => {
  it.each([
    [{ host: "H.Example", port: 80 }, "h.example"],
    [{ host: "h.example", port: 443 }, "h.example:443"],
    [{ host: "h.example", port: 443, tls: true }, "h.example"],
    [{ host: "h.example", port: 80, tls: true }, "h.example:80"],
    [{ host: "h.example", port: 8080, tls: false }, "h.example:8080"],
    [{ host: "2001:DB8:0:0::1", port: 80 }, "[2001:db8::1]"],
    [{ host: "fe80::1%eth\n0", port: 81 }, "[fe80::1]:81"],
  ])("of %j is %s", (endpoint, authority) => {
    expect(formatHttpAuthority(endpoint)).toBe(authority);
  });
});
