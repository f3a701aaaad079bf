import { createRegistry, resolve } from "@anyurl/core";
import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ImapParts, imap } from "../src/index.ts";

const text = anyText().filter((each) => each !== "");
const number = fc.integer({ min: 1, max: 0xffff_ffff });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const login = fc.record({
  user: optional(text),
  auth: optional(fc.constantFrom("*", "PLAIN", "SCRAM-SHA-256")),
});
const mailbox = fc
  .oneof(text, fc.constantFrom("INBOX", "a/b", "a/", "/a"))
  .filter((name) => !name.split("/").some((each) => each === "." || each === ".."));
const urlauth = fc.record({
  access: fc.oneof(
    fc.constantFrom("anonymous", "authuser"),
    text.map((user) => `user+${user}`),
  ),
  mechanism: fc.constant("INTERNAL"),
  token: fc.constant("0123456789abcdef0123456789abcdef"),
});
const message = fc.record({
  mailbox,
  uidValidity: optional(number),
  uid: number,
  section: optional(text),
  partial: optional(fc.record({ offset: fc.nat(), length: optional(number) })),
  expire: fc.constantFrom(undefined, "2026-01-02T03:04:05Z"),
  urlauth,
});
const listed = fc.record({ mailbox, uidValidity: optional(number), search: optional(text) });
const rest = fc.oneof(fc.constant({}), listed, message);

/** What has no case: INBOX, mechanisms, sections, dates, and the keywords of an authorization. */
const gist = ({ mailbox, auth, section, expire, urlauth, ...others }: ImapParts) =>
  JSON.stringify({
    ...others,
    mailbox: mailbox?.replace(/^inbox$/i, "INBOX"),
    rest: JSON.stringify([auth, section, expire, urlauth]).toUpperCase(),
  });

describeScheme(
  imap,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    authority: anyAuthority(),
    parts: fc.tuple(login, rest).map(([who, what]) => ({ ...who, ...what })),
  },
  { sameParts: (a: ImapParts, b: ImapParts) => gist(a) === gist(b) },
);

describe("relative references (RFC 5092 §9.1)", () => {
  const urls = createRegistry(imap);
  it.each([
    [";section=1.4", "imap://;AUTH=GSSAPI@minbari.example.org/gray-council/;uid=20/;section=1.4"],
    ["/gray-council", "imap://;AUTH=GSSAPI@minbari.example.org/gray-council"],
    ["//other.example/a", "imap://other.example/a"],
  ])("%s", (reference, resolved) => {
    const base = "imap://;AUTH=GSSAPI@minbari.example.org/gray-council/;uid=20/;section=1.2";
    expect(resolve(urls.parse(base), reference).href).toBe(resolved);
  });
});
