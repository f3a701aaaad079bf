import { parse, type Url } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  classifyMediaType,
  documentName,
  findMediaType,
  looksLikeText,
  parseCharset,
} from "../../src/front/index.ts";

describe("the media type of a document", () => {
  it.each([
    ["text/plain; charset=utf-8", "x.html", "text/plain"],
    ["application/octet-stream", "x.PNG", "image/png"],
    [undefined, "x.tar", "application/x-tar"],
    [undefined, "x.ts", undefined],
    [undefined, "README", undefined],
    [undefined, undefined, undefined],
    ["text/html\r\nx: y", "x", undefined],
    ["TEXT/HTML", "x", "text/html"],
  ])("detects the type of %j named %j: %j", (told, name, type) => {
    expect(findMediaType(told, name)).toBe(type);
  });

  it("is never shown inline if a browser executes it", () => {
    for (const type of [
      "image/svg+xml",
      "application/xml",
      "text/xml",
      "application/rss+xml",
      "text/javascript",
      "application/pdf",
      "application/x-shockwave-flash",
      "text/xsl",
      "application/wasm",
    ])
      expect(classifyMediaType(type)).not.toBe("inline");
    for (const type of ["text/html", "application/xhtml+xml"]) expect(classifyMediaType(type)).toBe("html");
  });

  it("has a character set", () => {
    expect(parseCharset("text/plain; charset=ISO-8859-1")).toBe("ISO-8859-1");
    expect(parseCharset('text/plain;format=flowed; charset="koi8-r"')).toBe("koi8-r");
    expect(parseCharset("text/plain")).toBeUndefined();
    expect(parseCharset(undefined)).toBeUndefined();
  });

  it("is told from the first bytes if nothing else tells it", () => {
    expect(looksLikeText(new TextEncoder().encode("größe\r\n\t\f\u001b[1m"))).toBe(true);
    for (const octet of [0, 8, 0x0b, 0x0e, 0x1a, 0x1c, 0x1f])
      expect(looksLikeText(Uint8Array.of(0x61, octet))).toBe(false);
    expect(looksLikeText(new Uint8Array(0))).toBe(true);
  });
});

describe("the handling of a document", () => {
  it.each([
    ["image/png", "inline"],
    ["text/css", "inline"],
    ["text/plain", "text"],
    ["application/json", "text"],
    ["application/atom+xml", "text"],
    ["message/rfc822", "text"],
    ["message/partial", "text"],
    ["multipart/digest", "text"],
    ["application/zip", "download"],
    ["multipart/mixed", "download"],
  ] as const)("of the type %s is %s", (type, handling) => {
    expect(classifyMediaType(type)).toBe(handling);
  });
});

describe("the name of a document", () => {
  it.each([
    ["x-any://h.example/a/b%20c.txt", "b c.txt"],
    ["x-any://h.example/a/", undefined],
    ["x-any://h.example", undefined],
  ])("of %s is %j", (url, name) => {
    expect(documentName(parse(url))).toBe(name);
  });

  it("is that of the scheme, if the scheme has one", () => {
    const url = { path: "/a;type=i", parts: { name: "a" } } as unknown as Url;
    expect(documentName(url)).toBe("a");
  });
});
