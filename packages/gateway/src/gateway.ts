import { reachesInside, systemClock } from "@anyurl/client";
import { redact, type Scheme, type Url } from "@anyurl/core";
import { Hono } from "hono";
import { leaveResponse } from "./answer/external-link.ts";
import { failureResponse } from "./answer/failure.ts";
import { answeredForm } from "./answer/gopher-form.ts";
import { aboutResponse, type HomeOptions, homeResponse } from "./answer/home.ts";
import { type Mode, modeOf } from "./answer/mode.ts";
import { openResponse } from "./answer/open.ts";
import { KeptPages } from "./answer/page-cache.ts";
import type { House, Task } from "./answer/request-context.ts";
import { searchResponse, seeOther } from "./answer/search.ts";
import { ASSETS, assetAt } from "./assets/index.ts";
import { cachedSource } from "./cache/index.ts";
import { examplesOf, factsOf } from "./examples.ts";
import { type Caller, createGuard, type Guard, Refusal, type Source, type Visit } from "./guard/index.ts";
import { unlink } from "./link.ts";
import { callLimits, checkOptions, type GatewayOptions } from "./options.ts";
import { ABOUT, FORM, type FormName, formOfPath, LEAVE, SEARCH, withUrl } from "./paths.ts";
import { servedBy } from "./served-schemes.ts";
import { readTarget } from "./target.ts";

/** A gateway from HTTP to any scheme. It runs in every environment with `Request` and `Response`. */
export interface Gateway {
  /** Answers a request. Never rejects. @param caller what the listener knows of the client: limits are per client. */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /** Health and metrics. A listener also reports its port and its shutdown here. */
  readonly guard: Guard;
}

/**
 * Creates a gateway (RFC 1738 §4). It serves a page for a URL of any scheme, at the path that {@link link} returns.
 *
 * @throws {TypeError} the policy of the client is not "untrusted". @throws {RangeError} an option is invalid.
 */
export function createGateway<S extends Scheme>(given: GatewayOptions<S>): Gateway {
  // The types of the client's schemes do not matter here: the registry is queried at run time.
  const options = given as unknown as GatewayOptions;
  checkOptions(options);
  const limits = callLimits(options);
  const { client, html = "sandboxed", cache, onFault, now = systemClock.now } = options;
  const { crossSite = reachesInside(client) ? "home" : "open" } = options;
  let kept: ReturnType<typeof cachedSource> | undefined;
  const guard = createGuard({
    ...options,
    registry: client.registry,
    reachesInside: reachesInside(client),
    cacheState: () => kept?.state ?? "off",
  });
  const limited = guard.limited(client);
  if (cache !== false) kept = cachedSource(limited, { now, ...cache });
  const source: Source = kept ?? limited;
  let made: Promise<Rooms> | undefined;
  const open = async (): Promise<Rooms> => {
    const served = await servedBy(client.registry);
    const pages = options.sign === undefined ? new KeptPages() : undefined;
    const house: House = {
      ...{ source, served, html, pages, now, onFault },
      ...limits,
      contact: guard.contact,
    };
    const examples = options.examples ?? examplesOf(served);
    return { house, home: { examples, signed: options.sign !== undefined, limits: factsOf(options) } };
  };
  const app = routes();
  return {
    guard,
    fetch: (request, caller) =>
      guard.answer(request, caller, async (visit) => {
        made ??= open();
        const home = crossSite === "home" && visit.isForeign ? homeInstead(visit.request) : undefined;
        if (home !== undefined) return home;
        return app.fetch(visit.request, { visit, rooms: await made });
      }),
  };
}

/** Redirects to the home page with the requested URL filled in. `undefined` if the request is for the home page. */
function homeInstead({ url }: Request): Response | undefined {
  const path = pathOf(url);
  if (path === "/" || path.startsWith(ASSETS)) return undefined;
  const text = targetOf(referenceOf(url)) ?? new URLSearchParams(queryOf(url)).get("url");
  return seeOther(text === null ? "/" : withUrl("/", redact(text)));
}

/** The state that routes share. */
interface Rooms {
  readonly house: House;
  readonly home: HomeOptions;
}

interface Env {
  readonly Bindings: { readonly visit: Visit; readonly rooms: Rooms };
}

function routes(): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/", ({ req, env: { visit, rooms } }) =>
    homeResponse(rooms.house, visit, new URLSearchParams(queryOf(req.raw.url)), rooms.home),
  );
  app.get(ABOUT, ({ env: { visit, rooms } }) => aboutResponse(rooms.house, visit, rooms.home));
  app.get(`${ASSETS}*`, async ({ req, env: { visit } }) => {
    const asset = await assetAt(pathOf(req.raw.url));
    if (asset === undefined) throw notFound();
    const { type, octets, cacheControl } = asset;
    visit.whole(octets);
    const headers = {
      "content-type": type,
      "cache-control": cacheControl,
      "content-length": String(octets.length),
    };
    return new Response(req.raw.method === "HEAD" ? null : octets, { headers });
  });
  app.get(LEAVE, ({ req, env }) => ofQuery(env, queryOf(req.raw.url), leaveResponse));
  app.get(SEARCH, ({ req, env }) => {
    const query = queryOf(req.raw.url);
    const words = new URLSearchParams(query).get("q") ?? "";
    return ofQuery(env, query, (task) => searchResponse(task, words));
  });
  app.post(FORM, async ({ req, env }) => {
    const fields = new Map(new URLSearchParams(await formText(req.raw)));
    return ofText(env, fields.get("url"), (task) => answeredForm(task, fields));
  });
  app.get("*", ({ req, env }) => {
    const reference = referenceOf(req.raw.url);
    return ofText(env, targetOf(reference), openResponse, formOfPath(reference)?.form);
  });
  app.all("*", ({ env: { visit, rooms } }) => failed(notAllowed(), { visit, rooms }, undefined));
  app.onError((error, { env }) => failed(error, env, undefined));
  return app;
}

function ofQuery(
  env: Env["Bindings"],
  query: string,
  answer: (task: Task) => Promise<Response>,
): Promise<Response> {
  return ofText(env, new URLSearchParams(query).get("url") ?? undefined, answer);
}

/** Parses a URL and answers for it, or answers with the error. */
async function ofText(
  { visit, rooms }: Env["Bindings"],
  text: string | undefined,
  answer: (task: Task) => Promise<Response>,
  form?: FormName,
): Promise<Response> {
  const { house } = rooms;
  let url: Url | undefined;
  try {
    if (text === undefined) throw notFound();
    const target = readTarget(text, house.served.registry);
    await visit.target(target);
    url = target;
    return await answer({ house, visit, url, ...wishOf(visit, form) });
  } catch (error) {
    return failed(error, { visit, rooms }, url, form);
  }
}

/** @param url the target, if it may be shown and linked. */
function failed(
  error: unknown,
  { visit, rooms: { house } }: Env["Bindings"],
  url: Url | undefined,
  form?: FormName,
): Promise<Response> {
  return failureResponse(error, { house, visit, url, ...wishOf(visit, form) });
}

function wishOf(
  { request }: Visit,
  form: FormName | undefined,
): { readonly mode: Mode; readonly negotiated: boolean } {
  if (form !== undefined) return { mode: form, negotiated: false };
  return { mode: modeOf(request.headers.get("accept")), negotiated: true };
}

/** Reads the body of a form. The guard already checked its length. */
function formText(request: Request): Promise<string> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return request.text();
  throw new Refusal({
    status: 415,
    code: "bad-form",
    message: "invalid content type: expected application/x-www-form-urlencoded",
  });
}

/** Returns the URL of a link, with or without a format prefix. */
function targetOf(reference: string): string | undefined {
  return unlink(formOfPath(reference)?.link ?? reference);
}

/** Returns path and query exactly as received. */
function referenceOf(url: string): string {
  const reference = url.slice(url.indexOf("/", url.indexOf("//") + 2));
  const hash = reference.indexOf("#");
  return hash < 0 ? reference : reference.slice(0, hash);
}

function pathOf(url: string): string {
  const reference = referenceOf(url);
  const mark = reference.indexOf("?");
  return mark < 0 ? reference : reference.slice(0, mark);
}

function queryOf(url: string): string {
  const reference = referenceOf(url);
  const mark = reference.indexOf("?");
  return mark < 0 ? "" : reference.slice(mark + 1);
}

function notFound(): Refusal {
  return new Refusal({
    status: 404,
    code: "not-found",
    message: "page not found",
    hint: "add a URL after the first slash, for example /gopher://gopher.example/",
  });
}

function notAllowed(): Refusal {
  return new Refusal({
    status: 405,
    code: "method-not-allowed",
    message: "the gateway is read-only",
    allow: "GET, HEAD",
  });
}
