import { AccessError, decodeText, parseLogin, type Url } from "@anyurl/core";
import { externalLinkPage } from "../pages/external-link.ts";
import { isWeb } from "../served-schemes.ts";
import type { Fact } from "../views.ts";
import type { RequestContext } from "./request-context.ts";
import { jsonResponse, pageResponse } from "./responses.ts";

/**
 * Answers with the page before an external target: a web URL, or a session for another program.
 *
 * @throws {AccessError} scheme-blocked: the gateway does not link to this scheme.
 */
export async function externalLinkResponse(task: RequestContext): Promise<Response> {
  const { context, incoming, url, mode } = task;
  const isSession = context.served.isSession(url);
  if (!isWeb(url) && !isSession)
    throw new AccessError("scheme-blocked", `the gateway does not link to ${url.scheme} URLs`, {
      scheme: url.scheme,
    });
  const headers = { "cache-control": "no-store" };
  const facts = targetFacts(url, context.served.registry.scheme(url.scheme)?.defaultPort(url.scheme));
  if (mode !== "html") return jsonResponse({ url: url.href, leaves: true }, incoming, headers);
  const through = context.served.opens(url.scheme)
    ? [{ text: "Open through this gateway", href: await incoming.href(url) }]
    : [];
  const page = externalLinkPage({
    frame: { title: "External link", isOwn: true, breadcrumbs: [], formats: through, ...context.operator },
    target: url.href,
    ...(isWeb(url) && { href: url.href }),
    facts,
    ...(isSession && {
      note: 'This URL opens an interactive session. Use a program on your own computer, for example "anyurl open".',
    }),
  });
  return pageResponse(page, incoming, headers);
}

function targetFacts(url: Url, defaultPort: number | undefined): readonly Fact[] {
  const { hostname, port } = parseLogin(url, defaultPort ?? 0);
  return [
    { name: "Scheme", value: url.scheme },
    { name: "Host", value: decodeText(hostname) },
    ...(port === 0 ? [] : [{ name: "Port", value: String(port) }]),
  ];
}
