import { describe, expect, it } from "vitest";
import {
  AccessError,
  isAccessError,
  type ProblemInit,
  syntaxError,
  throwOnError,
  tryParse,
  UrlSyntaxError,
} from "../../src/index.ts";

const init: ProblemInit = {
  code: "bad-selector",
  message: "CR and LF would end the request line early",
  component: "path",
  start: 16,
  end: 19,
  cite: "RFC 4266 §2.1",
};

describe("UrlSyntaxError", () => {
  it("contains the problem, its range, the rule, and the hint", () => {
    const error = syntaxError({ ...init, hint: "leave them out" });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      ...{ name: "UrlSyntaxError", code: "bad-selector", component: "path", start: 16, end: 19 },
      ...{ cite: "RFC 4266 §2.1", hint: "leave them out" },
    });
    expect(error.message).toBe(
      "CR and LF would end the request line early, at 16 (RFC 4266 §2.1); leave them out",
    );
    expect(error.problems).toEqual([{ severity: "error", ...init, hint: "leave them out" }]);
  });

  it("works without a hint", () => {
    const error = syntaxError(init);
    expect(error.hint).toBeUndefined();
    expect(error.message).toBe("CR and LF would end the request line early, at 16 (RFC 4266 §2.1)");
    expect("hint" in error.problems[0]!).toBe(false);
  });
});

describe("throwOnError", () => {
  it("throws an error, and ignores a warning", () => {
    expect(() => throwOnError(init)).toThrow(UrlSyntaxError);
    expect(() => throwOnError({ ...init, severity: "error" })).toThrow(UrlSyntaxError);
    expect(throwOnError({ ...init, severity: "warning" })).toBeUndefined();
  });
});

describe("AccessError", () => {
  it("contains the server's words, and is not retryable by default", () => {
    const cause = new Error("reset");
    const error = new AccessError("not-found", "the server has no such file", {
      reply: "550 No such file",
      replyCode: 550,
      scheme: "ftp",
      operation: "get",
      endpoint: "h.example:21",
      hint: "look into its directory",
      cause,
    });
    expect(error).toMatchObject({ name: "AccessError", code: "not-found", replyCode: 550, retryable: false });
    expect(error.cause).toBe(cause);
    expect("cause" in new AccessError("busy", "later")).toBe(false);
    expect(new AccessError("busy", "later", { retryable: true }).retryable).toBe(true);
  });

  it("is recognized by name and code, because two copies of the package can be installed", () => {
    const other = Object.assign(new Error("x"), { name: "AccessError", code: "busy" });
    expect(isAccessError(other)).toBe(true);
    expect(isAccessError(new AccessError("busy", "x"))).toBe(true);
    expect(isAccessError(Object.assign(new Error("x"), { code: "busy" }))).toBe(false);
    expect(isAccessError(Object.assign(new Error("x"), { name: "AccessError", code: 1 }))).toBe(false);
    expect(isAccessError({ name: "AccessError", code: "busy" })).toBe(false);
    expect(isAccessError(undefined)).toBe(false);
  });
});

describe("an AccessError", () => {
  it("has what it is created with, and no cause without one", () => {
    const init = {
      ...{ reply: "550 no", replyCode: 550, hint: "look", retryable: true, retryAfter: 5 },
      ...{ scheme: "ftp", operation: "put", endpoint: "h.example:21", target: "unknown" as const },
    };
    expect(new AccessError("not-found", "x", { ...init, cause: 7 })).toMatchObject({ ...init, cause: 7 });
    expect(new AccessError("not-found", "x")).not.toHaveProperty("cause");
  });
});

it("has its range in the text, also if this is a slice that ends within a character", () => {
  const text = `x:/${"x".repeat(17)}\u{f0000}`;
  const ends = new Set<number>();
  // V8 has to optimize it first.
  for (let i = 0; i < 50_000; i++) ends.add(tryParse(text.slice(0, 21)).problems[0]!.end);
  expect([...ends]).toEqual([21]);
});
