import { describe, expect, it } from "vitest";
import { resolveDocumentReference, trimReference } from "../../src/front/index.ts";

const BASE = "ftp://h.example/a/b/c.html";

describe("a reference of an HTML document (RFC 3986 §5.2, WHATWG URL)", () => {
  it.each([
    ["d.html", "ftp://h.example/a/b/d.html"],
    ["../x?q#f", "ftp://h.example/a/x?q#f"],
    ["//o.example/x", "ftp://o.example/x"],
    ["gopher://g.example/1/x", "gopher://g.example/1/x"],
    // A ":" in the first segment does not end a scheme.
    ["12:30.txt", "ftp://h.example/a/b/12:30.txt"],
    // Characters that are not allowed in a URI.
    ["ä b|", "ftp://h.example/a/b/%C3%A4%20b%7C"],
    ["/100%.txt", "ftp://h.example/100%25.txt"],
    ["//[x]/y", undefined],
    ["/[x]", "ftp://h.example/%5Bx%5D"],
    ["d#a#b", "ftp://h.example/a/b/d#a%23b"],
    ["ftp://[2001:db8::1]/x", "ftp://[2001:db8::1]/x"],
  ])("%j resolves to %j", (reference, target) => {
    expect(resolveDocumentReference(reference, BASE, true)?.href).toBe(target);
  });

  it('has "/" for "\\" before the query, in schemes with path segments', () => {
    expect(resolveDocumentReference("d\\e?\\", BASE, true)?.href).toBe("ftp://h.example/a/b/d/e?%5C");
    expect(resolveDocumentReference("\\x", BASE, true)?.href).toBe("ftp://h.example/x");
    expect(resolveDocumentReference("d\\e", "gopher://h.example/1/a/b", false)?.href).toBe(
      "gopher://h.example/1/a/d%5Ce",
    );
  });

  it("has no white space around it, and no line break or tab within it", () => {
    expect(trimReference(" \t/a\n\tb\r ")).toBe("/ab");
    expect(trimReference("a b")).toBe("a b");
    expect(trimReference(" ")).toBe("");
  });
});
