import { DEFAULT_LIMITS, octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { post, type SessionInit } from "../src/exchange/index.ts";

const INIT: SessionInit = {
  login: { user: undefined, password: undefined },
  secured: false,
  tls: "none",
  clearTextLogin: false,
  limits: DEFAULT_LIMITS,
};
const ARTICLE = "Subject: x\r\n\r\n.x\r\n";
const BEGIN = ["200 ready\r\n", "101 list\r\nVERSION 2\r\nPOST\r\n.\r\n"];

/** Posts to a server that sends these texts, one for each receive. Returns what was sent, and the events. */
function postTo(...replies: readonly string[]): { sent: readonly string[]; events: readonly unknown[] } {
  const [sent, events]: [string[], unknown[]] = [[], []];
  const left = [...BEGIN, ...replies];
  const exchange = post(INIT, octetsOf(ARTICLE));
  let step = exchange.next();
  while (step.done !== true) {
    const { value } = step;
    if (value.do === "send") sent.push(textOf(value.octets));
    else if (value.do === "emit") events.push(value.event);
    const reply = value.do === "receive" ? left.shift() : undefined;
    step = exchange.next(reply === undefined ? undefined : octetsOf(reply));
  }
  return { sent, events };
}

describe("post (RFC 3977 §6.3.1)", () => {
  it("sends the article after 340, and reports the reply that confirms it", () => {
    const { sent, events } = postTo("340 go on\r\n", "240 received <1@b>\r\n", "205 bye\r\n");
    expect(sent.slice(0, 3)).toEqual(["CAPABILITIES\r\n", "POST\r\n", "Subject: x\r\n\r\n..x\r\n.\r\n"]);
    expect(events).toMatchObject([{ code: 240, text: "received <1@b>" }]);
  });

  it("does not take a reply that came before the article as its confirmation", () => {
    expect(() => postTo("340 go on\r\n240 received\r\n")).toThrow(
      expect.objectContaining({ code: "desync" }),
    );
  });

  it("reports a malformed reply to the article as such", () => {
    expect(() => postTo("340 go on\r\n", "thank you\r\n")).toThrow(
      expect.objectContaining({
        code: "protocol-error",
        message: expect.not.stringContaining("did not confirm"),
      }),
    );
  });
});
