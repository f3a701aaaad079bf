import { DEFAULT_LIMITS } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  listArticles,
  listGroups,
  listNewNews,
  retrieveArticle,
  retrieveArticles,
  type SessionInit,
  statGroup,
} from "../src/exchange/index.ts";

const INIT: SessionInit = {
  login: { user: undefined, password: undefined },
  secured: false,
  tls: "none",
  clearTextLogin: false,
  limits: DEFAULT_LIMITS,
};
const WANTED = { range: undefined, newest: 100 };

/**
 * Every function that puts a name into a command. It throws when the exchange is created, before a connection is
 * opened.
 */
const PLACES: readonly (readonly [place: string, make: (name: string) => unknown])[] = [
  ["ARTICLE <…>", (name) => retrieveArticle(INIT, { messageId: `a${name}@b` })],
  ["GROUP …, ARTICLE 1", (name) => retrieveArticle(INIT, { newsgroupName: `a${name}`, articleNumber: "1" })],
  ["GROUP …, OVER", (name) => listArticles(INIT, `a${name}`, WANTED)],
  ["GROUP …, ARTICLE …", (name) => retrieveArticles(INIT, { newsgroupName: `a${name}`, wanted: WANTED })],
  ["GROUP …", (name) => statGroup(INIT, `a${name}`)],
  ["LIST ACTIVE …", (name) => listGroups(INIT, `a${name}*`, { descriptions: false })],
  ["LIST NEWSGROUPS …", (name) => listGroups(INIT, `a${name}*`, { descriptions: true })],
  ["NEWNEWS …", (name) => listNewNews(INIT, `a${name}*`, new Date(0))],
];
const CONTROLS = [...Array.from({ length: 0x21 }, (_, octet) => octet), 0x7f].map((octet) =>
  String.fromCharCode(octet),
);

describe("arguments of commands (RFC 3977 §3.1, §9.2)", () => {
  it.each(PLACES)("%s rejects a space or a control", (_, make) => {
    for (const control of CONTROLS)
      expect(() => make(control), JSON.stringify(control)).toThrow(
        expect.objectContaining({ code: "control-octet" }),
      );
    expect(() => make("x")).not.toThrow();
  });

  it.each(PLACES)("%s accepts at most 512 bytes", (_, make) => {
    expect(() => make("x".repeat(600))).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(too-long|bad-message-id)$/) }),
    );
  });

  it("accepts only a message-id of RFC 3977 §3.6", () => {
    const make = (messageId: string) => () => retrieveArticle(INIT, { messageId });
    for (const id of ["", "a>b@c", "a<b@c", "é@c", `${"x".repeat(247)}@c`])
      expect(make(id), id).toThrow(expect.objectContaining({ code: "bad-message-id" }));
    expect(make("")).toThrow("1 to 248 bytes");
    expect(make(`${"x".repeat(246)}@c`)).not.toThrow();
  });

  it("accepts a window of 1 to 128 articles", () => {
    for (const window of [0, -1, 129, 1.5, Number.NaN])
      expect(() => retrieveArticles(INIT, { messageIds: [] }, { window })).toThrow(RangeError);
    for (const window of [1, 128])
      expect(() => retrieveArticles(INIT, { messageIds: [] }, { window })).not.toThrow();
  });
});
