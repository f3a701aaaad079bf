import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { cid, mid } from "../src/index.ts";

const urls = createRegistry(mid, cid);
const texts = (plan: ReturnType<typeof urls.plan>) =>
  plan.steps.map((step) => ("text" in step ? step.text : step.do));

describe("the plan of a mid URL", () => {
  const plan = (options: Readonly<Record<string, unknown>>, operation?: string) =>
    urls.plan("mid:a@h.example", operation, options);

  it("searches the store, then the mailboxes, and opens the source at last (RFC 2392 §2)", () => {
    const options = {
      store: { get: async () => undefined },
      mailboxes: ["/var/mail/alice", "/home/alice/Maildir/"],
      source: "news:{messageId}",
    };
    expect(texts(plan(options))).toEqual([
      "ask the store for the message",
      "search the message in /var/mail/alice",
      "search the message in /home/alice/Maildir/",
      "open news:a%40h.example if no mailbox has the message",
    ]);
    expect(plan(options).steps.at(-1)).toMatchObject({ do: "local", url: "news:a%40h.example" });
  });

  it("fails without a place to search, and for another operation", () => {
    expect(() => plan({})).toThrow(expect.objectContaining({ code: "unsupported" }));
    expect(() => plan({ mailboxes: ["/m"] }, "put")).toThrow(
      expect.objectContaining({ code: "unsupported", hint: "use get, stat, list" }),
    );
  });
});

describe("the plan of a cid URL", () => {
  it("reads the message of the options", () => {
    const plan = (options: Readonly<Record<string, unknown>>) =>
      urls.plan("cid:part1@h.example", "get", options);
    expect(texts(plan({ message: new Uint8Array(1) }))).toEqual(["read the given message"]);
    expect(texts(plan({ file: "/tmp/mail.eml" }))).toEqual(["read the message in /tmp/mail.eml"]);
    expect(() => plan({})).toThrow(expect.objectContaining({ code: "unsupported" }));
  });
});
