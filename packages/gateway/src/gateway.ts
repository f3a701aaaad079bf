import { getPolicyProfile, reachesInside, systemClock } from "@anyurl/client";
import { optionError, type Registry, redact, resolveOptions, type Scheme, type Url } from "@anyurl/core";
import { type Language, loadLanguage } from "@anyurl/languages";
import { Hono } from "hono";
import { externalLinkResponse } from "./answer/external-link.ts";
import { failureResponse } from "./answer/failure.ts";
import { aboutResponse, type HomeOptions, homeResponse } from "./answer/home.ts";
import { openResponse } from "./answer/open.ts";
import { type AppContext, negotiateMode, type RequestContext } from "./answer/request-context.ts";
import { requestedLanguage } from "./answer/responses.ts";
import { searchResponse, seeOtherResponse } from "./answer/search.ts";
import { submitForm } from "./answer/server-form.ts";
import { ASSETS, findAsset } from "./assets/index.ts";
import { CachedSource } from "./cache/cached-source.ts";
import { createExamples, limitFacts } from "./examples.ts";
import {
  type ClientInfo,
  createGuard,
  GatewayError,
  type GatewayRequest,
  type Guard,
  type Source,
} from "./guard/index.ts";
import { type GatewayOptions, gatewayOptions, resolveCallLimits } from "./options.ts";
import { ABOUT, EXTERNAL_LINK, FORM, pathWithUrl, type RequestUrl, SEARCH } from "./paths.ts";
import { loadServedSchemes } from "./served-schemes.ts";

/** A gateway from HTTP to any scheme. It runs in every environment with `Request` and `Response`. */
export interface Gateway {
  /** Answers a request. Never rejects. @param caller what the listener knows of the client: limits are per client. */
  fetch(request: Request, caller?: ClientInfo): Promise<Response>;
  /** Health and metrics. A listener also reports its port and its shutdown here. */
  readonly guard: Guard;
}

/**
 * Creates a gateway (RFC 1738 §4). It serves a page for a URL of any scheme, at the path that {@link link} returns.
 *
 * @throws {TypeError} the policy of the client is not "untrusted". @throws {AccessError} bad-option: an option is
 *   unknown or invalid.
 */
export function createGateway<S extends Scheme>(given: GatewayOptions<S>): Gateway {
  // The types of the client's schemes do not matter here: the registry is queried at run time.
  const { client, ...rest } = given as unknown as GatewayOptions;
  if (getPolicyProfile(client) !== "untrusted")
    throw new TypeError(
      'invalid option client: expected a client with the policy "untrusted", because visitors choose the URLs',
    );
  const options = resolveOptions(gatewayOptions, rest);
  checkSchemeNames(options.openSchemes, client.registry);
  const limits = resolveCallLimits(options);
  const { html, maxEmbedded, cache, onFault, sign, openSchemes, now = systemClock.now } = options;
  const { crossSite = reachesInside(client) ? "home" : "open" } = options;
  let cachedSource: CachedSource | undefined;
  const guard = createGuard({
    ...options,
    registry: client.registry,
    reachesInside: reachesInside(client),
    cacheState: () => cachedSource?.state ?? "off",
  });
  const limited = guard.limited(client);
  if (cache !== false) cachedSource = new CachedSource(limited, { now, ...cache });
  const source: Source = cachedSource ?? limited;
  let made: Promise<RouteState> | undefined;
  const open = async (): Promise<RouteState> => {
    const served = await loadServedSchemes(client.registry, openSchemes);
    const context: AppContext = {
      ...{ source, served, html, maxEmbedded, now, onFault },
      isSigned: sign !== undefined,
      ...limits,
      operator: guard.contact === undefined ? {} : { contact: guard.contact },
    };
    const examples = options.examples ?? createExamples(served);
    return { context, home: { examples, limits: limitFacts(options) } };
  };
  const app = createRoutes();
  return {
    guard,
    fetch: (request, caller) =>
      guard.answer(request, caller, async (incoming) => {
        made ??= open();
        const home =
          crossSite === "home" && incoming.isForeign ? redirectToHome(incoming.requestUrl) : undefined;
        if (home !== undefined) return home;
        const language = await loadLanguage(requestedLanguage(incoming));
        return app.fetch(incoming.request, { incoming, state: translated(await made, language) });
      }),
  };
}

/** A misspelled name must not go unnoticed. @throws {AccessError} bad-option: the client does not have the scheme. */
function checkSchemeNames(names: readonly string[], registry: Registry): void {
  const isKnown = names.every((name) => registry.scheme(name) !== undefined);
  if (!isKnown) throw optionError(gatewayOptions, "openSchemes", "names of schemes of the client");
}

/** Redirects to the home page with the requested URL filled in. `undefined` if the request is for the home page. */
function redirectToHome({ path, query, target }: RequestUrl): Response | undefined {
  if (path === "/" || path.startsWith(ASSETS)) return undefined;
  const text = target ?? new URLSearchParams(query).get("url");
  return seeOtherResponse(text === null ? "/" : pathWithUrl("/", redact(text)));
}

/** The state that routes share. */
interface RouteState {
  readonly context: AppContext;
  readonly home: HomeOptions;
}

interface RouteEnv {
  readonly Bindings: { readonly incoming: GatewayRequest; readonly state: RouteState };
}

/** The same state for pages of a language. */
function translated({ context, home }: RouteState, language: Language): RouteState {
  return { context: { ...context, operator: { ...context.operator, language } }, home };
}

function createRoutes(): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  app.get("/", ({ env: { incoming, state } }) => homeResponse(state.context, incoming, state.home));
  app.get(ABOUT, ({ env: { incoming, state } }) => aboutResponse(state.context, incoming, state.home));
  app.get(`${ASSETS}*`, async ({ req, env: { incoming } }) => {
    const asset = await findAsset(incoming.requestUrl.path);
    if (asset === undefined) throw new GatewayError("not-found");
    const { type, octets, cacheControl } = asset;
    const headers = {
      "content-type": type,
      "cache-control": cacheControl,
      "content-length": String(octets.length),
    };
    return new Response(req.raw.method === "HEAD" ? null : octets, { headers });
  });
  app.get(EXTERNAL_LINK, ({ env }) => answerUrl(env, queryField(env, "url"), externalLinkResponse));
  app.get(SEARCH, ({ env }) =>
    answerUrl(env, queryField(env, "url"), (task) => searchResponse(task, queryField(env, "q") ?? "")),
  );
  app.post(FORM, async ({ req, env }) => {
    const fields = new Map(new URLSearchParams(await readFormBody(req.raw)));
    return answerUrl(env, fields.get("url"), (task) => submitForm(task, fields));
  });
  app.get("*", ({ env }) => answerUrl(env, env.incoming.requestUrl.target, openResponse));
  app.all("*", ({ env }) => answerFailure(new GatewayError("method-not-allowed"), env));
  app.onError((error, { env }) => answerFailure(error, env));
  return app;
}

function queryField({ incoming }: RouteEnv["Bindings"], name: string): string | undefined {
  return new URLSearchParams(incoming.requestUrl.query).get(name) ?? undefined;
}

/** Parses a URL and answers for it, or answers with the error. */
async function answerUrl(
  { incoming, state: { context } }: RouteEnv["Bindings"],
  text: string | undefined,
  answer: (task: RequestContext) => Promise<Response>,
): Promise<Response> {
  let url: Url | undefined;
  try {
    if (text === undefined) throw new GatewayError("not-found");
    const target = context.served.parse(text);
    await incoming.target(target);
    url = target;
    return await answer({ context, incoming, url, ...negotiateMode(incoming) });
  } catch (error) {
    return failureResponse(error, { context, incoming, url, ...negotiateMode(incoming) });
  }
}

/** Answers an error of a request without a URL to show. */
function answerFailure(
  error: unknown,
  { incoming, state: { context } }: RouteEnv["Bindings"],
): Promise<Response> {
  return failureResponse(error, { context, incoming, ...negotiateMode(incoming) });
}

/** Reads the body of a form. The guard already checked its length. */
function readFormBody(request: Request): Promise<string> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return request.text();
  throw new GatewayError("bad-form");
}
