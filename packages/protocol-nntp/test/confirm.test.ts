import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type Draft, sendArticle } from "../src/operations/index.ts";
import { createTableServer } from "./table-server.ts";

const ARTICLE = "From: a@b.example\r\nNewsgroups: a.b\r\nSubject: x\r\n\r\ntext\r\n";

async function* source(): AsyncGenerator<Uint8Array, void, void> {
  yield octetsOf(ARTICLE);
}

/** Posts with this callback. Returns the code of the error, if there is one, and what was posted and confirmed. */
async function send(confirm: (draft: Draft) => unknown, hostname = "news.example", options = {}) {
  const drafts: { readonly text: string; readonly server: string }[] = [];
  const asked = (draft: Draft) => {
    drafts.push({ text: textOf(draft.octets), server: draft.server });
    return confirm(draft);
  };
  const server = createTableServer({ options: { confirm: asked, ...options } });
  const place = {
    ...{ scheme: "nntp", hostname, port: 119, tls: false },
    login: { user: undefined, password: undefined },
  };
  const error = await sendArticle(place, "a.b", source(), server.context).then(
    () => undefined,
    (reason: AccessError) => reason,
  );
  return { code: error?.code, cause: error?.cause, posted: server.posted, sent: server.sent, drafts };
}

describe("an article that the caller must confirm", () => {
  it.each([
    ["true", () => true],
    ["a promise of true", async () => true],
  ])("is posted after %s", async (_, confirm) => {
    const { code, posted, drafts } = await send(confirm);
    expect(code).toBeUndefined();
    expect(posted).toEqual([ARTICLE.slice(0, -2)]);
    expect(drafts).toEqual([{ text: ARTICLE, server: "news.example:119" }]);
  });

  it.each([
    ["false", () => false],
    ["nothing", () => undefined],
    ["a truth that is not true", () => 1],
    ["a promise of false", async () => false],
  ])("is not posted after %s", async (_, confirm) => {
    const { code, sent } = await send(confirm);
    expect({ code, sent }).toEqual({ code: "aborted", sent: [] });
  });

  it("is not posted if the callback fails, and the error of the caller is passed on", async () => {
    const fault = new Error("no");
    const failed = await send(() => {
      throw fault;
    });
    expect(failed).toMatchObject({ code: "aborted", cause: fault, sent: [] });
    const own = await send(() => {
      throw new AccessError("too-large", "too much");
    });
    expect(own).toMatchObject({ code: "too-large", sent: [] });
  });

  it("is what was checked, even if the callback changes what it got", async () => {
    const { posted } = await send((draft) => {
      draft.octets.fill(0x41);
      return true;
    });
    expect(posted).toEqual([ARTICLE.slice(0, -2)]);
  });

  it("names a server with an IPv6 address as URLs do", async () => {
    expect((await send(() => true, "2001:db8::1")).drafts[0]?.server).toBe("[2001:db8::1]:119");
  });

  it("is not asked about if the user has confirmed it", async () => {
    const { drafts, posted } = await send(() => false, "news.example", { confirmed: true });
    expect([drafts.length, posted.length]).toEqual([0, 1]);
  });
});
