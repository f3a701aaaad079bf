import { DEFAULT_LIMITS, defineOptions, octetsOf, textOf } from "@anyurl/core";
import type { Connection, LeaseOptions } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { getArticle, NEWS_OPTIONS, type NewsContext } from "../src/operations/index.ts";

const SERVER = {
  scheme: "news",
  hostname: "news.example",
  port: 119,
  tls: false,
  login: { user: undefined, password: undefined },
};
const STATE = { capabilities: undefined, secured: false, authenticated: false };
const ARTICLE = "220 0 <a@b>\r\nSubject: x\r\n\r\nx\r\n.\r\n";

/** A connection that sends these replies, one after each command, and then closes. */
function connection(sent: string[], ...replies: readonly string[]): Connection {
  const left = [...replies];
  return {
    remote: { address: "192.0.2.1", port: 119 },
    send: async (octets) => void sent.push(textOf(octets).trim()),
    receive: async () => {
      const reply = left.shift();
      return reply === undefined ? undefined : octetsOf(reply);
    },
    close: () => {},
  };
}

const OPTIONS = defineOptions("nntp", NEWS_OPTIONS);

/** A context in which the pooled connection sends these replies, and a new one works. */
function world(...kept: readonly string[]) {
  const sent: string[] = [];
  const leased: LeaseOptions[] = [];
  const fresh = ["200 ready\r\n", "500 what\r\n", "500 what\r\n", ARTICLE];
  const context = {
    limits: DEFAULT_LIMITS,
    options: OPTIONS.defaults,
    signal: new AbortController().signal,
    record: () => {},
    lease: async (_endpoint: unknown, options: LeaseOptions) => {
      leased.push(options);
      return options.fresh === true
        ? { connection: connection(sent, ...fresh), state: undefined, giveBack: () => {} }
        : { connection: connection(sent, ...kept), state: STATE, giveBack: () => {} };
    },
  } as unknown as NewsContext;
  return { context, sent, leased };
}

async function get(context: NewsContext): Promise<string> {
  const { body } = await getArticle(SERVER, { messageId: "a@b" }, context);
  let text = "";
  for await (const octets of body) text += textOf(octets);
  return text;
}

describe("pooled NNTP connection", () => {
  it("is used without a new greeting", async () => {
    const { context, sent } = world(ARTICLE);
    expect(await get(context)).toBe("Subject: x\r\n\r\nx\r\n");
    expect(sent).toEqual(["ARTICLE <a@b>"]);
  });

  it.each([[[]], [["400 Idle for too long\r\n"]]])(
    "is replaced if the server has closed it: %j",
    async (kept) => {
      const { context, sent, leased } = world(...kept);
      expect(await get(context)).toBe("Subject: x\r\n\r\nx\r\n");
      expect(sent).toEqual(["ARTICLE <a@b>", "CAPABILITIES", "MODE READER", "ARTICLE <a@b>"]);
      expect(leased.map(({ fresh }) => fresh)).toEqual([false, true]);
    },
  );

  it("is not replaced after the server has replied, or sent a part of a reply", async () => {
    const missing = world("430 no\r\n");
    await expect(get(missing.context)).rejects.toMatchObject({ code: "not-found" });
    const cut = world("220 0 <a@b>\r\nSubject: x\r\n\r\nx");
    await expect(get(cut.context)).rejects.toMatchObject({ code: "truncated" });
    expect([missing.leased.length, cut.leased.length]).toEqual([1, 1]);
  });

  it("is not shared with another login", async () => {
    const { context, leased } = world(ARTICLE);
    await get(context);
    const login = { user: "alice", password: "secret" };
    const options = { ...OPTIONS.defaults, clearTextLogin: true };
    await getArticle({ ...SERVER, login }, { messageId: "a@b" }, { ...context, options }).catch(() => {});
    expect(leased[0]!.key).not.toEqual(leased[1]!.key);
  });
});
