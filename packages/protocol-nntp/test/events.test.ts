import { DEFAULT_LIMITS, octetsOf, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import {
  listArticles,
  retrieveArticle,
  retrieveArticles,
  type SessionInit,
  statArticle,
  statGroup,
} from "../src/exchange/index.ts";

const INIT: SessionInit = {
  login: { user: undefined, password: undefined },
  ...{ secured: false, tls: "none", clearTextLogin: false },
  limits: DEFAULT_LIMITS,
};
const BEGIN = ["200 ready\r\n", "101 list\r\nVERSION 2\r\nOVER\r\n.\r\n"];

/** Performs an exchange with a server that sends these replies, one for each receive. */
function perform<Event, Result>(exchange: Exchange<Event, Result>, ...replies: readonly string[]) {
  return received(exchange, [...BEGIN, ...replies.map((reply) => `${reply.replaceAll("\n", "\r\n")}\r\n`)]);
}

/** Performs an exchange that receives these texts. */
function received<Event, Result>(exchange: Exchange<Event, Result>, texts: readonly string[]) {
  const [sent, events]: [string[], unknown[]] = [[], []];
  const left = [...texts];
  let step = exchange.next();
  while (step.done !== true) {
    const { value } = step;
    if (value.do === "send") sent.push(textOf(value.octets).trimEnd().replaceAll("\r\n", " + "));
    if (value.do === "emit")
      events.push(value.event instanceof Uint8Array ? textOf(value.event) : value.event);
    const reply = value.do === "receive" ? left.shift() : undefined;
    step = exchange.next(reply === undefined ? undefined : octetsOf(reply));
  }
  return { sent: sent.slice(1, -1), events, result: step.value };
}

describe("the message-id of an article, as the server states it (RFC 3977 §6.2.1)", () => {
  it.each([
    ["220 0 <1@b>", "1@b"],
    ["220 0\t <1@b> more", "1@b"],
    ["220 0 1@b", undefined],
    ["220 0 <1@b", undefined],
    ["220 0 1@b>", undefined],
    ["220 0 <>", undefined],
    ["220 0 <x>", "x"],
    ["220 0", undefined],
    ["220", undefined],
  ])("%s: %s", (reply, messageId) => {
    const name = { messageId: "9@b" };
    const text = "A: b\n\nx\n.";
    const { events } = perform(retrieveArticle(INIT, name), `${reply}\n${text}`);
    expect(events[0]).toMatchObject({ messageId });
    const head = perform(statArticle(INIT, name), `${reply.replace("220", "221")}\nA: b\n.`);
    expect(head.result).toMatchObject({ messageId, head: { fields: [{ name: "A", body: "b" }] } });
    const body = perform(retrieveArticle(INIT, name, "body"), `${reply.replace("220", "222")}\nx\n.`);
    expect(body.events).toEqual([{ messageId, head: undefined }, "x\r\n"]);
    const many = perform(retrieveArticles(INIT, { messageIds: ["9@b"] }), `${reply}\n${text}`);
    expect(many.events).toEqual([{ name: "9@b", messageId, octets: octetsOf("A: b\r\n\r\nx\r\n") }]);
  });
});

describe("several articles (RFC 3977 §3.5)", () => {
  const ids = ["1@b", "2@b", "3@b", "4@b", "5@b"];
  const gone = ids.map(() => "430 no");

  it.each([
    [1, ["ARTICLE <1@b>", "ARTICLE <2@b>", "ARTICLE <3@b>", "ARTICLE <4@b>", "ARTICLE <5@b>"]],
    // Further commands follow when half of the window is left.
    [2, ["ARTICLE <1@b> + ARTICLE <2@b>", "ARTICLE <3@b>", "ARTICLE <4@b>", "ARTICLE <5@b>"]],
    [4, ["ARTICLE <1@b> + ARTICLE <2@b> + ARTICLE <3@b> + ARTICLE <4@b>", "ARTICLE <5@b>"]],
    [128, ["ARTICLE <1@b> + ARTICLE <2@b> + ARTICLE <3@b> + ARTICLE <4@b> + ARTICLE <5@b>"]],
  ])("are requested with a window of %i", (window, sent) => {
    const done = perform(retrieveArticles(INIT, { messageIds: ids }, { window }), ...gone);
    expect(done.sent).toEqual(sent);
    expect(done.events).toEqual(ids.map((name) => ({ name, messageId: undefined, octets: undefined })));
  });

  it("can be none", () => {
    expect(perform(retrieveArticles(INIT, { messageIds: [] }))).toMatchObject({ sent: [], events: [] });
  });

  it.each(["420 no", "423 no", "430 no"])("can be missing: %s", (reply) => {
    const { events } = perform(retrieveArticles(INIT, { messageIds: ["1@b"] }), reply);
    expect(events).toEqual([{ name: "1@b", messageId: undefined, octets: undefined }]);
  });
});

it("a reply to GROUP without numbers is in the error (RFC 3977 §6.1.1)", () => {
  expect(() => perform(statGroup(INIT, "a.b"), "211 a.b")).toThrow(
    expect.objectContaining({ code: "protocol-error", reply: "211 a.b" }),
  );
});

it("a listing begins with the facts of its newsgroup, and what it leaves out", () => {
  const list = (newest: number, group: string) =>
    perform(listArticles(INIT, "a.b", { range: undefined, newest }), group, "224 here\n3\tx\n.").events;
  const facts = { count: "3", low: "1", high: "3" };
  expect(list(1, "211 3 1 3 a.b")).toMatchObject([{ facts, older: "2" }, [{ number: "3", subject: "x" }]]);
  expect(list(Number.POSITIVE_INFINITY, "211 3 1 3 a.b")[0]).toEqual({ facts, older: "0" });
  const none = listArticles(INIT, "a.b", { range: undefined, newest: 1 });
  expect(perform(none, "211 3 1 3 a.b", "224 here\n.").events).toEqual([{ facts, older: "2" }]);
  expect(list(0, "211 3 1 3 a.b")).toEqual([{ facts, older: "0" }]);
  expect(list(1.9, "211 3 1 3 a.b")[0]).toEqual({ facts, older: "2" });
  expect(list(1, "211 0 0 0 a.b")).toEqual([{ facts: { count: "0", low: "0", high: "0" }, older: "0" }]);
});

it("an article is the same for any split into packets", () => {
  const replies = [...BEGIN, "222 1 <1@b>\r\n..a\r\n\r\nb\r\n.\r\n"];
  for (const size of [1, 2, 3, 5]) {
    const split = (text: string) => text.match(new RegExp(`[^]{1,${size}}`, "g"))!;
    const packets = replies.flatMap(split);
    const article = [...BEGIN, "220 1 <1@b>\r\nA: 1\r\n\r\nB: 2\r\n.\r\n"].flatMap(split);
    const whole = received(retrieveArticle(INIT, { messageId: "1@b" }), article).events;
    expect(whole[0]).toMatchObject({ head: { fields: [{ name: "A", body: "1" }] } });
    expect(whole.slice(1).join(""), `${size}`).toBe("A: 1\r\n\r\nB: 2\r\n");
    const { events } = received(retrieveArticle(INIT, { messageId: "1@b" }, "body"), packets);
    expect(events[0]).toEqual({ messageId: "1@b", head: undefined });
    expect(events.slice(1).join(""), `${size}`).toBe(".a\r\n\r\nb\r\n");
    // No caller is woken for nothing.
    expect(events).not.toContain("");
  }
});
