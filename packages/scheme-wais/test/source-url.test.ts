import { describe, expect, it } from "vitest";
import { sourceUrl } from "../src/source-url.ts";

describe("the URL of the database in a WAIS source description", () => {
  it.each([
    ["the name of a host", { ipName: "h.example", ipAddress: "192.0.2.1" }, "wais://h.example/poems"],
    ["an IPv4 address", { ipAddress: "192.0.2.1" }, "wais://192.0.2.1/poems"],
    // RFC 3986 §3.2.2: an IPv6 address is in brackets.
    ["an IPv6 address", { ipAddress: "2001:db8::1" }, "wais://[2001:db8::1]/poems"],
    ["the default port", { ipName: "h.example", tcpPort: 210 }, "wais://h.example/poems"],
    ["another port", { ipName: "h.example", tcpPort: 8000 }, "wais://h.example:8000/poems"],
    ["no host", {}, undefined],
    ["a text that is not a host", { ipName: "h example/x" }, undefined],
  ])("has %s", (_, source, url) => {
    expect(sourceUrl({ databaseName: "poems", ...source } as Parameters<typeof sourceUrl>[0])).toBe(url);
  });
});
