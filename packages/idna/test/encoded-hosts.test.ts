import { compare, toAsciiHost } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { idna } from "../src/index.ts";

describe("a host in percent-encoded UTF-8", () => {
  it("equals its A-labels in a comparison", () => {
    const pair = ["http://m%C3%BCnchen.example/", "http://xn--mnchen-3ya.example/"] as const;
    expect(compare(...pair, idna).equivalent).toBe(true);
    expect(compare(...pair).equivalent).toBe(false);
    expect(compare("http://M%C3%9CNCHEN.example/", "http://m%C3%BCnchen.example/", idna).equivalent).toBe(
      true,
    );
  });

  // Characters that map to digits, dots, or delimiters must not produce another host than the written one.
  it.each([
    "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1",
    "a%E3%80%82127.1",
    "%EF%BC%8F.example",
    "%EF%BC%85.example",
    "%C2%AD",
  ])("is rejected as %s", (raw) =>
    expect(() => toAsciiHost(raw, idna)).toThrow(expect.objectContaining({ code: "bad-host" })),
  );
});
