import { type Plan, parseLogin } from "@anyurl/core";
import {
  listArticles,
  retrieveArticle,
  retrieveArticles,
  statArticle,
  statGroup,
} from "@anyurl/protocol-nntp/exchange";
import {
  createPlannedSession,
  type NewsPlanInit,
  noPlanError,
  planNews,
  planPost,
  resolvePart,
} from "@anyurl/protocol-nntp/operations";
import { describe } from "./describe.ts";
import { type NntpSettings, nntpOptions } from "./options.ts";
import { DEFAULT_PORT, type NntpUrl } from "./syntax.ts";

/** How many articles a list requests, and how many the group of a plan has. */
const DEFAULT_NEWEST = 100;

/**
 * Returns what opening the URL would send. The article numbers of a plan are an example, because they depend on the
 * server.
 *
 * @throws {AccessError} control-octet, too-long, not-found (the article 0), tls-required, bad-option, unsupported.
 */
export function plan(url: NntpUrl, operation = "get", options: NntpSettings = nntpOptions.defaults): Plan {
  const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  const endpoint = { host: hostname, port, tls: url.scheme === "nntps" };
  const init = { operation, endpoint, login: { user, password }, parts: describe(url), options };
  return url.parts.articleNumber === undefined ? planGroup(url, init) : planArticle(url, init);
}

function planArticle({ scheme, parts }: NntpUrl, init: NewsPlanInit): Plan {
  const { newsgroupName, articleNumber = "" } = parts;
  const name = { newsgroupName, articleNumber };
  const session = createPlannedSession(init);
  if (init.operation === "get")
    return planNews(retrieveArticle(session, name, resolvePart(init.options)), init);
  if (init.operation === "stat") return planNews(statArticle(session, name), init);
  throw noPlanError(scheme, init.operation, ["get", "stat"]);
}

function planGroup({ scheme, parts }: NntpUrl, init: NewsPlanInit): Plan {
  const { newsgroupName } = parts;
  const { operation, options } = init;
  const session = createPlannedSession(init);
  const wanted = { range: options.range, newest: options.newest ?? DEFAULT_NEWEST };
  if (operation === "list" || operation === "search")
    return planNews(listArticles(session, newsgroupName, wanted), init);
  if (operation === "get" && options.digest)
    return planNews(retrieveArticles(session, { newsgroupName, wanted }), init);
  if (operation === "stat") return planNews(statGroup(session, newsgroupName), init);
  if (operation === "send") return planPost(newsgroupName, init);
  throw noPlanError(scheme, operation, ["list", "search", "stat", "send"]);
}
