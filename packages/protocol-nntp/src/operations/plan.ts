import { AccessError, DEFAULT_LIMITS, octetsOf, type Part, type Plan, textOf } from "@anyurl/core";
import { createPlan, type Endpoint, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { dotStuff } from "../exchange/block.ts";
import { post } from "../exchange/post.ts";
import type { SessionInit } from "../exchange/session.ts";
import type { Login } from "../exchange/session-state.ts";
import type { NewsSettings } from "./options.ts";
import { createSessionInit } from "./server.ts";

export interface NewsPlanInit {
  readonly operation: string;
  readonly endpoint: Endpoint;
  readonly login: Login;
  readonly parts: readonly Part[];
  readonly options: NewsSettings;
}

/**
 * Returns the settings of a planned session. A password that would be requested is shown masked.
 *
 * @throws {AccessError} tls-required.
 */
export function createPlannedSession({ endpoint, login, options }: NewsPlanInit): SessionInit {
  const { user, password = user === undefined ? undefined : "***" } = login;
  const server = { tls: endpoint.tls === true, login: { user, password } };
  return createSessionInit(server, { limits: DEFAULT_LIMITS, options });
}

/** Plans what an exchange would send to a server with all features. */
export function planNews(exchange: Exchange<unknown, unknown>, init: NewsPlanInit): Plan {
  const { operation, endpoint, parts } = init;
  return createPlan(exchange, { operation, endpoint, parts, peer: createIdealPeer(), cite: "RFC 3977" });
}

/** Plans what posting would send. The article comes from the caller later; only its newsgroup is known. */
export function planPost(newsgroupName: string | undefined, init: NewsPlanInit): Plan {
  const known = octetsOf(newsgroupName === undefined ? "" : `Newsgroups: ${newsgroupName}\r\n`);
  const { operation, steps } = planNews(post(createPlannedSession(init), known), init);
  const sent = textOf(dotStuff(known));
  return {
    operation,
    steps: steps.map((step) =>
      step.do === "send" && textOf(step.octets) === sent
        ? { do: "message", octets: known, text: textOf(known), cite: "RFC 5537 §3.4.1" }
        : step,
    ),
  };
}

/**
 * Makes the error for an operation without a plan.
 *
 * @throws {AccessError} unsupported.
 */
export function noPlanError(scheme: string, operation: string, others: readonly string[]): AccessError {
  return new AccessError("unsupported", `${scheme} has no plan for "${operation}" of this URL`, {
    hint: `plan ${others.map((each) => `"${each}"`).join(" or ")}`,
  });
}

const CAPABILITIES = ["VERSION 2", "READER", "POST", "NEWNEWS", "OVER", "LIST ACTIVE NEWSGROUPS", "STARTTLS"];

const REPLIES: ReadonlyMap<string, string> = new Map([
  ["CAPABILITIES", `101 capabilities\r\n${CAPABILITIES.join("\r\n")}\r\n.\r\n`],
  ["STARTTLS", "382 go on\r\n"],
  ["AUTHINFO USER", "381 password\r\n"],
  ["AUTHINFO PASS", "281 welcome\r\n"],
  ["GROUP", "211 100 1 100 group\r\n"],
  ["ARTICLE", "220 0 <a@b>\r\n\r\n.\r\n"],
  ["HEAD", "221 0 <a@b>\r\n.\r\n"],
  ["BODY", "222 0 <a@b>\r\n.\r\n"],
  ["OVER", "224 overview\r\n.\r\n"],
  ["LIST ACTIVE", "215 groups\r\n.\r\n"],
  ["LIST NEWSGROUPS", "215 descriptions\r\n.\r\n"],
  ["NEWNEWS", "230 articles\r\n.\r\n"],
  ["POST", "340 go on\r\n"],
]);

/** A server that has all features and accepts everything. */
function createIdealPeer(): IdealPeer {
  let posting = false;
  return (sent) => {
    if (sent === undefined) return octetsOf("200 ready\r\n");
    if (posting) {
      posting = false;
      return octetsOf("240 posted\r\n");
    }
    const [, two = "", one = ""] = /^(([A-Z]+)(?: [A-Z]+)?)/.exec(textOf(sent)) ?? [];
    posting = one === "POST";
    const reply = REPLIES.get(two) ?? REPLIES.get(one);
    return reply === undefined ? undefined : octetsOf(reply);
  };
}
