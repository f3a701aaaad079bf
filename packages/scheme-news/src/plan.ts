import { type Plan, parseLogin } from "@anyurl/core";
import { type NewsPlanInit, type NewsTarget, planNews } from "@anyurl/protocol-nntp/operations";
import { describe } from "./describe.ts";
import { type NewsSettings, newsOptions } from "./options.ts";
import { resolveServers } from "./servers.ts";
import { DEFAULT_PORT, type NewsUrl } from "./syntax.ts";

/**
 * Returns what opening the URL would send to its server or to the first one of the option `servers`; without either,
 * the server is unknown. The article numbers of a plan are an example, because they depend on the server.
 *
 * @throws {AccessError} control-octet, bad-message-id, too-long, tls-required, bad-option, unsupported.
 */
export function plan(url: NewsUrl, operation?: string, options: NewsSettings = newsOptions.defaults): Plan {
  const { since } = options;
  const server = resolvePlanServer(url, options);
  return planNews(toTarget(url), {
    ...{ scheme: url.scheme, operation, parts: describe(url), options, since },
    ...server,
  });
}

function toTarget({ parts: { messageId, newsgroupName, wildmat } }: NewsUrl): NewsTarget {
  if (messageId !== undefined) return { article: { messageId } };
  return newsgroupName === undefined ? { wildmat: wildmat ?? "*" } : { newsgroupName };
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
