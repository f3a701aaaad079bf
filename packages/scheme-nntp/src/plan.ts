import { type Plan, parseLogin } from "@anyurl/core";
import { planNews } from "@anyurl/protocol-nntp/operations";
import { describe } from "./describe.ts";
import { type NntpSettings, nntpOptions } from "./options.ts";
import { DEFAULT_PORT, type NntpUrl } from "./syntax.ts";

/**
 * Returns what opening the URL would send. The article numbers of a plan are an example, because they depend on the
 * server.
 *
 * @throws {AccessError} control-octet, too-long, not-found (the article 0), tls-required, bad-option, unsupported.
 */
export function plan(url: NntpUrl, operation?: string, options: NntpSettings = nntpOptions.defaults): Plan {
  const { scheme } = url;
  const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[scheme]);
  const { newsgroupName, articleNumber } = url.parts;
  return planNews(
    articleNumber === undefined ? { newsgroupName } : { article: { newsgroupName, articleNumber } },
    {
      ...{ scheme, operation, login: { user, password }, parts: describe(url), options },
      endpoint: { host: hostname, port, tls: scheme === "nntps" },
    },
  );
}
