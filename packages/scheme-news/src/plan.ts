import { type Plan, parseLogin } from "@anyurl/core";
import {
  listArticles,
  listGroups,
  listNewNews,
  retrieveArticle,
  retrieveArticles,
  statArticle,
  statGroup,
  statServer,
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
import { type NewsSettings, newsOptions } from "./options.ts";
import { resolveServers } from "./servers.ts";
import { DEFAULT_PORT, type NewsUrl } from "./syntax.ts";

/** How many articles a list requests, and how many the group of a plan has. */
const DEFAULT_NEWEST = 100;

/**
 * Returns what opening the URL would send to its server or to the first one of the option `servers`; without either,
 * the server is unknown. The article numbers of a plan are an example, because they depend on the server.
 *
 * @throws {AccessError} control-octet, bad-message-id, too-long, tls-required, bad-option, unsupported.
 */
export function plan(url: NewsUrl, operation = "get", options: NewsSettings = newsOptions.defaults): Plan {
  const init = { operation, ...resolvePlanServer(url, options), parts: describe(url), options };
  if (url.parts.messageId !== undefined) return planArticle(url.scheme, url.parts.messageId, init);
  return planDirectory(url, init, options.since);
}

function resolvePlanServer(url: NewsUrl, options: NewsSettings): Pick<NewsPlanInit, "endpoint" | "login"> {
  if (url.host === undefined && options.servers === undefined) {
    const { user, password } = parseLogin(url, 0);
    const endpoint = { port: DEFAULT_PORT[url.scheme], tls: url.scheme === "snews" };
    return { endpoint, login: { user, password } };
  }
  const { hostname, port, tls, login } = resolveServers(url, options)[0]!;
  return { endpoint: { host: hostname, port, tls }, login };
}

function planArticle(scheme: string, messageId: string, init: NewsPlanInit): Plan {
  const session = createPlannedSession(init);
  if (init.operation === "get")
    return planNews(retrieveArticle(session, { messageId }, resolvePart(init.options)), init);
  if (init.operation === "stat") return planNews(statArticle(session, { messageId }), init);
  throw noPlanError(scheme, init.operation, ["get", "stat"]);
}

function planDirectory({ scheme, parts }: NewsUrl, init: NewsPlanInit, since: Date | undefined): Plan {
  const { operation, options } = init;
  const { newsgroupName, wildmat } = parts;
  const session = createPlannedSession(init);
  const wanted = { range: options.range, newest: options.newest ?? DEFAULT_NEWEST };
  if (operation === "list" && since !== undefined)
    return planNews(listNewNews(session, newsgroupName ?? wildmat ?? "*", since), init);
  if (operation === "list" || operation === "search") {
    const exchange =
      newsgroupName === undefined
        ? listGroups(session, wildmat ?? "*", options)
        : listArticles(session, newsgroupName, wanted);
    return planNews(exchange, init);
  }
  if (operation === "stat")
    return planNews(
      newsgroupName === undefined ? statServer(session) : statGroup(session, newsgroupName),
      init,
    );
  if (operation === "get" && options.digest && newsgroupName !== undefined)
    return planNews(retrieveArticles(session, { newsgroupName, wanted }), init);
  if (operation === "send" && newsgroupName !== undefined) return planPost(newsgroupName, init);
  throw noPlanError(scheme, operation, [
    "list",
    "search",
    "stat",
    ...(newsgroupName === undefined ? [] : ["send"]),
  ]);
}
