import { createRegistry, parseLogin } from "@anyurl/core";
import { explain } from "@anyurl/core/explain";
import { readVectors } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { telnet } from "../src/index.ts";

const urls = createRegistry(telnet);

describe("the login of a telnet URL", () => {
  const kinds = [
    ["telnet://h.example/", undefined, undefined],
    ["telnet://@h.example/", "", undefined],
    ["telnet://guest@h.example/", "guest", undefined],
    ["telnet://guest:@h.example/", "guest", ""],
  ] as const;

  it.each(kinds)("%s is one of the four kinds of userinfo", (text, user, password) => {
    const url = urls.parse(text as string);
    expect(parseLogin(url, 23)).toMatchObject({ user, password });
    expect(urls.format("telnet", { host: "h.example", user, password })).toBe(text);
    const same = kinds.filter(([other]) => urls.compare(text as string, other as string).equivalent);
    expect(same.map(([other]) => other)).toEqual([text]);
  });

  it("needs no path", () => {
    expect(urls.compare("telnet://h.example", "telnet://h.example/").equivalent).toBe(true);
    expect(urls.parse("telnet://h.example").path).toBe("");
    expect(urls.format("telnet", { host: "h.example" })).toBe("telnet://h.example/");
  });

  it.each([
    ["telnet://h.example/?x", ["query-not-allowed", 19, 21]],
    ["telnet://h.example?", ["query-not-allowed", 18, 19]],
    ["telnet://h.example/x/y#z", ["path-not-allowed", 19, 22]],
  ])("%s has a component that a telnet URL cannot have", (text, place) => {
    const { problems } = urls.tryParse(text as string);
    expect(problems.map(({ code, start, end }) => [code, start, end])).toEqual([place]);
  });

  it("does not send a fragment", () => {
    expect(urls.plan("telnet://h.example#top")).toEqual(urls.plan("telnet://h.example"));
  });
});

describe("the plan of a telnet URL", () => {
  it.each([
    ["telnet://guest:secret@[2001:db8::1]", "2001:db8::1", 23],
    ["telnets://h.example", "h.example", 992],
    ["telnet://h.example:2300", "h.example", 2300],
  ])("%s connects, and sends no login", (text, host, port) => {
    expect(urls.plan(text as string)).toEqual({
      operation: "open",
      steps: [{ do: "connect", on: "control", host, port, cite: "RFC 854" }],
    });
  });

  it("rejects other operations", () => {
    expect(() => urls.plan("telnet://h.example", "get")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});

describe("the description of a telnet URL", () => {
  it("describes a login as a suggestion, and hides the password", () => {
    const parts = urls.describe("telnet://guest:secret@h.example:23/#x");
    expect(parts.map(({ name, value }) => [name, value])).toEqual([
      ["scheme", "telnet"],
      ["user", "guest"],
      ["password", "***"],
      ["host", "h.example"],
      ["port", "23"],
      ["path", "/"],
      ["fragment", "x"],
    ]);
    expect(parts[1]?.meaning).toContain("a suggested user name");
  });

  it("covers the whole URL", () => {
    for (const { url, code, profile } of readVectors(new URL("vectors.json", import.meta.url))) {
      if (url === undefined || code !== undefined) continue;
      const { problems } = explain(url, urls, profile && { profile });
      expect([url, problems.filter((problem) => problem.code === "plugin-fault")]).toEqual([url, []]);
    }
  });
});
