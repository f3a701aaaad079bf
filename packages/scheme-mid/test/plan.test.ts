import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { cid, mid } from "../src/index.ts";

const urls = createRegistry(mid, cid);
const CITE = "RFC 2392 §2";
const local = (text: string, url?: string) => ({ do: "local", text, ...(url && { url }), cite: CITE });
type Options = Readonly<Record<string, unknown>>;

const store = { get: async () => undefined };
const NO_SOURCE = {
  code: "unsupported",
  message: expect.stringMatching(/cannot open a mid URL without a place where its message is/),
  hint: "use the mid option store, mailboxes, or source",
};
const NO_MESSAGE = {
  code: "unsupported",
  message: expect.stringMatching(/cannot open a cid URL without the message with its part/),
  hint: "use the cid option message or file, or a mid URL with both ids",
};

describe("the plan of a mid URL", () => {
  it.each<readonly [url: string, options: Options, steps: readonly object[]]>([
    ["mid:a@h", { store }, [local("ask the store for the message")]],
    [
      "mid:a@h/1.2",
      { mailboxes: ["/var/mail/alice", "/home/alice/Maildir/"] },
      [local("search the message in /var/mail/alice"), local("search the message in /home/alice/Maildir/")],
    ],
    [
      "mid:a%2F$&b@h",
      { source: "news:{messageId}#x" },
      [local("open news:a%2F%24%26b%40h#x if no mailbox has the message", "news:a%2F%24%26b%40h#x")],
    ],
    [
      "mid:-._~%C3%A9@h",
      { store, mailboxes: ["/m\u001b"], source: "x:{messageId}" },
      [
        local("ask the store for the message"),
        local("search the message in /m\\x1b"),
        local("open x:-._~%C3%A9%40h if no mailbox has the message", "x:-._~%C3%A9%40h"),
      ],
    ],
  ])("%s with %j: the store, the mailboxes, and the source at last", (url, options, steps) => {
    for (const operation of ["get", "stat", "list"])
      expect(urls.plan(url, operation, options)).toEqual({ operation, steps });
    expect(urls.plan(url, undefined, options)).toEqual({ operation: "get", steps });
  });

  it("is missing without a place to search, or for another operation", () => {
    for (const plan of [() => urls.plan("mid:a@h"), () => urls.plan("mid:a@h", "list", { mailboxes: [] })])
      expect(plan).toThrow(expect.objectContaining(NO_SOURCE));
    for (const operation of ["put", "search", ""])
      expect(() => urls.plan("mid:a@h", operation, { store })).toThrow(
        expect.objectContaining({ code: "unsupported", hint: "use get, stat, list" }),
      );
  });
});

describe("the plan of a cid URL", () => {
  it.each<readonly [options: Options, step: object]>([
    [{ message: new Uint8Array(1) }, local("read the given message")],
    [{ message: () => new Uint8Array(1), file: "/m" }, local("read the given message")],
    [{ file: "/tmp/a b.eml" }, local("read the message in /tmp/a b.eml")],
    [{ file: "/tmp/\u0007.eml" }, local("read the message in /tmp/\\x07.eml")],
  ])("with %j reads the message", (options, step) => {
    for (const operation of ["get", "stat"])
      expect(urls.plan("cid:p@h", operation, options)).toEqual({ operation, steps: [step] });
    expect(urls.plan("cid:p@h", undefined, options).operation).toBe("get");
  });

  it("is missing without a message, or for another operation", () => {
    for (const plan of [() => urls.plan("cid:p@h"), () => urls.plan("cid:p@h", "stat", {})])
      expect(plan).toThrow(expect.objectContaining(NO_MESSAGE));
    for (const operation of ["list", "put"])
      expect(() => urls.plan("cid:p@h", operation, { file: "/m" })).toThrow(
        expect.objectContaining({ code: "unsupported", hint: "use get, stat" }),
      );
  });
});
