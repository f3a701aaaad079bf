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
  type NewsPlanInit,
  noPlan,
  partOf,
  planNews,
  plannedSession,
  planPost,
  readOptions,
} from "@anyurl/protocol-nntp/operations";
import { describe } from "./describe.ts";
import { serversOf } from "./servers.ts";
import { sinceOf } from "./since.ts";
import { DEFAULT_PORT, type NewsUrl } from "./syntax.ts";

/** How many articles a list requests, and how many the group of a plan has. */
const NEWEST = 100;

/**
 * Returns what opening the URL would send to its server or to the first one of the option `servers`; without either,
 * the server is unknown. The article numbers of a plan are an example, because they depend on the server.
 *
 * @throws {AccessError} control-octet, bad-message-id, too-long, tls-required, bad-option, unsupported.
 */
export function plan(url: NewsUrl, operation = "get", given: Readonly<Record<string, unknown>> = {}): Plan {
  const options = readOptions(given);
  const init = { operation, ...placeOf(url, given), parts: describe(url), options };
  if (url.parts.messageId !== undefined) return planArticle(url.scheme, url.parts.messageId, init);
  return planDirectory(url, init, sinceOf(given));
}

function placeOf(
  url: NewsUrl,
  given: Readonly<Record<string, unknown>>,
): Pick<NewsPlanInit, "endpoint" | "login"> {
  if (url.host === undefined && given["servers"] === undefined) {
    const { user, password } = parseLogin(url, 0);
    const endpoint = { port: DEFAULT_PORT[url.scheme], tls: url.scheme === "snews" };
    return { endpoint, login: { user, password } };
  }
  const { hostname, port, tls, login } = serversOf(url, given)[0]!;
  return { endpoint: { host: hostname, port, tls }, login };
}

function planArticle(scheme: string, messageId: string, init: NewsPlanInit): Plan {
  const session = plannedSession(init);
  if (init.operation === "get")
    return planNews(retrieveArticle(session, { messageId }, partOf(init.options)), init);
  if (init.operation === "stat") return planNews(statArticle(session, { messageId }), init);
  throw noPlan(scheme, init.operation, ["get", "stat"]);
}

function planDirectory({ scheme, parts }: NewsUrl, init: NewsPlanInit, since: Date | undefined): Plan {
  const { operation, options } = init;
  const { newsgroupName, wildmat } = parts;
  const session = plannedSession(init);
  const wanted = { range: options.range, newest: options.newest ?? NEWEST };
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
  throw noPlan(scheme, operation, [
    "list",
    "search",
    "stat",
    ...(newsgroupName === undefined ? [] : ["send"]),
  ]);
}
