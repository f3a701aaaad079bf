import { AccessError, DEFAULT_LIMITS, octetsOf, type Part, type Plan, textOf } from "@anyurl/core";
import { createPlan, type Endpoint, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import type { ArticleRange } from "../article-number.ts";
import { type ArticleName, retrieveArticle, statArticle } from "../exchange/article.ts";
import { retrieveArticles } from "../exchange/articles.ts";
import { dotStuff } from "../exchange/block.ts";
import { type ArticleSelection, statGroup } from "../exchange/group.ts";
import { listGroups, listNewNews } from "../exchange/groups.ts";
import { listArticles } from "../exchange/over.ts";
import { post } from "../exchange/post.ts";
import { type SessionInit, statServer } from "../exchange/session.ts";
import type { Login } from "../exchange/session-state.ts";
import { resolvePart } from "./get.ts";
import type { NewsSettings } from "./options.ts";
import { createSessionInit } from "./server.ts";

/** The part of a news server that a URL names. */
export type NewsTarget =
  | { readonly article: ArticleName }
  | { readonly newsgroupName: string }
  /** The newsgroups that match a pattern. */
  | { readonly wildmat: string };

export interface NewsPlanInit {
  readonly scheme: string;
  /** Default: `list` for newsgroups, unless the option `digest` is set; `get` for the others. */
  readonly operation: string | undefined;
  readonly endpoint: Endpoint;
  readonly login: Login;
  readonly parts: readonly Part[];
  readonly options: NewsSettings;
  /** Lists the articles that have arrived since then. */
  readonly since?: Date | undefined;
}

/** With the operation that was chosen. */
type ChosenInit = NewsPlanInit & { readonly operation: string };

/** How many articles a list requests, and how many the group of a plan has. */
const DEFAULT_NEWEST = 100;

/**
 * Plans what opening the target would send to a server with all features. A password that would be requested is shown
 * masked.
 *
 * @throws {AccessError} tls-required; unsupported: the operation has no plan; the errors of the commands.
 */
export function planNews(target: NewsTarget, given: NewsPlanInit): Plan {
  const { endpoint, parts, login, options } = given;
  const { operation = "article" in target || options.digest ? "get" : "list" } = given;
  const init: ChosenInit = { ...given, operation };
  const { user, password = user === undefined ? undefined : "***" } = login;
  const server = { tls: endpoint.tls === true, login: { user, password } };
  const session = createSessionInit(server, { limits: DEFAULT_LIMITS, options });
  const plan = (exchange: Exchange<unknown, unknown>) =>
    createPlan(exchange, { operation, endpoint, parts, peer: createIdealPeer(options), cite: "RFC 3977" });
  const exchange = "article" in target ? undefined : createListing(target, session, init);
  if (exchange !== undefined) return plan(exchange);
  if ("article" in target) {
    if (operation === "get") return plan(retrieveArticle(session, target.article, resolvePart(options)));
    if (operation === "stat") return plan(statArticle(session, target.article));
    throw noPlanError(init, ["get", "stat"]);
  }
  if ("wildmat" in target) {
    if (operation === "stat") return plan(statServer(session));
    throw noPlanError(init, ["list", "search", "stat"]);
  }
  const { newsgroupName } = target;
  if (operation === "stat") return plan(statGroup(session, newsgroupName));
  if (operation === "get" && options.digest) {
    const names = { newsgroupName, wanted: selectWanted(options) };
    // A step for each command.
    return plan(retrieveArticles(session, names, { window: 1 }));
  }
  if (operation === "send") return planPost(newsgroupName, (article) => plan(post(session, article)));
  throw noPlanError(init, ["list", "search", "stat", "send"]);
}

function createListing(
  target: Exclude<NewsTarget, { readonly article: ArticleName }>,
  session: SessionInit,
  { operation, options, since }: ChosenInit,
): Exchange<unknown, unknown> | undefined {
  if (operation === "list" && since !== undefined)
    return listNewNews(session, "wildmat" in target ? target.wildmat : target.newsgroupName, since);
  if (operation !== "list" && operation !== "search") return undefined;
  return "wildmat" in target
    ? listGroups(session, target.wildmat, options)
    : listArticles(session, target.newsgroupName, selectWanted(options));
}

function selectWanted({ range, newest = DEFAULT_NEWEST }: NewsSettings): ArticleSelection {
  return { range, newest };
}

/** Plans what posting would send. The article comes from the caller later; only its newsgroup is known. */
function planPost(newsgroupName: string, plan: (article: Uint8Array) => Plan): Plan {
  const known = octetsOf(`Newsgroups: ${newsgroupName}\r\n`);
  const { operation, steps } = plan(known);
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

function noPlanError({ scheme, operation }: ChosenInit, others: readonly string[]): AccessError {
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
  ["ARTICLE", "220 0 <a@b>\r\n\r\n.\r\n"],
  ["HEAD", "221 0 <a@b>\r\n.\r\n"],
  ["BODY", "222 0 <a@b>\r\n.\r\n"],
  ["OVER", "224 overview\r\n.\r\n"],
  ["LIST ACTIVE", "215 groups\r\n.\r\n"],
  ["LIST NEWSGROUPS", "215 descriptions\r\n.\r\n"],
  ["NEWNEWS", "230 articles\r\n.\r\n"],
  ["POST", "340 go on\r\n"],
]);

/** A newsgroup that has the first hundred articles of the range. */
function createGroupReply(range: ArticleRange | undefined): string {
  const asked = BigInt(range?.first ?? 1);
  const first = asked === 0n ? 1n : asked;
  return `211 ${DEFAULT_NEWEST} ${first} ${first + BigInt(DEFAULT_NEWEST) - 1n} group\r\n`;
}

/** A server that has all features and the articles that are asked for, and accepts everything. */
function createIdealPeer({ range }: NewsSettings): IdealPeer {
  let posting = false;
  return (sent) => {
    if (sent === undefined) return octetsOf("200 ready\r\n");
    if (posting) return octetsOf("240 posted\r\n");
    const [, two = "", one = ""] = /^(([A-Z]+)(?: [A-Z]+)?)/.exec(textOf(sent)) ?? [];
    posting = one === "POST";
    const reply = one === "GROUP" ? createGroupReply(range) : (REPLIES.get(two) ?? REPLIES.get(one));
    return reply === undefined ? undefined : octetsOf(reply);
  };
}
