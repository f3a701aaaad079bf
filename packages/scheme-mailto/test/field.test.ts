import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { mailto, mailtoField, mailtoFields } from "../src/index.ts";

const urls = createRegistry(mailto);
const { parts } = urls.parse("mailto:a@h.example?Subject=one&cc=b@h.example&sUBJECT=two&body=");

describe("mailtoField", () => {
  it("returns the first value of a header field, in any case of its name (RFC 5322 §1.2.2)", () => {
    for (const name of ["subject", "Subject", "SUBJECT"]) expect(mailtoField(parts, name)).toBe("one");
    expect(mailtoField(parts, "cc")).toBe("b@h.example");
  });

  it("tells an empty field from a missing one", () => {
    expect([mailtoField(parts, "body"), mailtoField(parts, "bcc")]).toEqual(["", undefined]);
  });
});

describe("mailtoFields", () => {
  it("returns all values in their order", () => {
    expect(mailtoFields(parts, "subject")).toEqual(["one", "two"]);
    expect(mailtoFields(parts, "bcc")).toEqual([]);
  });
});
