import { type Plan, parseLogin } from "@anyurl/core";
import {
  listArticles,
  retrieveArticle,
  retrieveArticles,
  statArticle,
  statGroup,
} from "@anyurl/protocol-nntp/exchange";
import {
  type NewsPlanInit,
  noPlan,
  partOf,
  planNews,
  plannedSession,
  planPost,
  readOptions,
} from "@anyurl/protocol-nntp/operations";
import { describe } from "./describe.ts";
import { DEFAULT_PORT, type NntpUrl } from "./syntax.ts";

/** How many articles a list requests, and how many the group of a plan has. */
const NEWEST = 100;

/**
 * Returns what opening the URL would send. The article numbers of a plan are an example, because they depend on the
 * server.
 *
 * @throws {AccessError} control-octet, too-long, not-found (the article 0), tls-required, bad-option, unsupported.
 */
export function plan(url: NntpUrl, operation = "get", given: Readonly<Record<string, unknown>> = {}): Plan {
  const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  const endpoint = { host: hostname, port, tls: url.scheme === "nntps" };
  const options = readOptions(given);
  const init = { operation, endpoint, login: { user, password }, parts: describe(url), options };
  return url.parts.articleNumber === undefined ? planGroup(url, init) : planArticle(url, init);
}

function planArticle({ scheme, parts }: NntpUrl, init: NewsPlanInit): Plan {
  const { newsgroupName, articleNumber = "" } = parts;
  const name = { newsgroupName, articleNumber };
  const session = plannedSession(init);
  if (init.operation === "get") return planNews(retrieveArticle(session, name, partOf(init.options)), init);
  if (init.operation === "stat") return planNews(statArticle(session, name), init);
  throw noPlan(scheme, init.operation, ["get", "stat"]);
}

function planGroup({ scheme, parts }: NntpUrl, init: NewsPlanInit): Plan {
  const { newsgroupName } = parts;
  const { operation, options } = init;
  const session = plannedSession(init);
  const wanted = { range: options.range, newest: options.newest ?? NEWEST };
  if (operation === "list" || operation === "search")
    return planNews(listArticles(session, newsgroupName, wanted), init);
  if (operation === "get" && options.digest)
    return planNews(retrieveArticles(session, { newsgroupName, wanted }), init);
  if (operation === "stat") return planNews(statGroup(session, newsgroupName), init);
  if (operation === "send") return planPost(newsgroupName, init);
  throw noPlan(scheme, operation, ["list", "search", "stat", "send"]);
}
