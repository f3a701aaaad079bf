import { isAccessError, isSyntaxError, redact, type Url } from "@anyurl/core";
import { CONTENT_POLICY, type GatewayRequest, isGatewayError } from "../guard/index.ts";
import { aboutPage } from "../pages/about.ts";
import { homePage } from "../pages/home.ts";
import type { ExampleView, Fact, HomeView, LabeledLink } from "../views.ts";
import { toFailureView } from "./failure.ts";
import type { AppContext } from "./request-context.ts";
import { pageResponse } from "./responses.ts";
import { seeOtherResponse } from "./search.ts";
import { readTypedUrl, suggestUrls } from "./typed-url.ts";

export interface HomeOptions {
  /** The examples on the home page. */
  readonly examples: readonly { readonly url: string; readonly text: string }[];
  readonly limits: readonly Fact[];
}

/** Answers `/`, `/?url=…` and `/?url=…&go=open`. */
export async function homeResponse(
  context: AppContext,
  incoming: GatewayRequest,
  { examples }: HomeOptions,
): Promise<Response> {
  const query = new URLSearchParams(incoming.requestUrl.query);
  const typed = query.get("url")?.trim().slice(0, MAX_INPUT_LENGTH);
  const opening: Opening =
    typed === undefined || typed === "" ? {} : await readOpening(typed, context, incoming);
  // With signed links it must not redirect: the visitor must follow the link. A visitor also has to see what was changed.
  const mayRedirect = !context.isSigned && opening.changes === undefined;
  if (opening.href !== undefined && query.get("go") === "open" && mayRedirect)
    return seeOtherResponse(opening.href);
  const shown: ExampleView[] = [];
  for (const { url, text: what } of examples) {
    const href = (await findOpenLink(url, context, incoming)).href;
    shown.push({ url, text: what, ...(href !== undefined && { href }) });
  }
  const page = homePage(
    {
      ...opening,
      examples: shown,
      opened: context.served.opened,
      ...context.operator,
    },
    context.served.registry,
  );
  return pageResponse(page, incoming, { "cache-control": "no-cache" }, { policy: CONTENT_POLICY.home });
}

/** Maximum length of the text that the page explains, in characters. */
const MAX_INPUT_LENGTH = 8192;

type Opening = Pick<HomeView, "text" | "changes" | "href" | "reason" | "suggestions">;

/** Reads the typed text, and finds what opens it, or else URLs that it may mean. */
async function readOpening(typed: string, context: AppContext, incoming: GatewayRequest): Promise<Opening> {
  const { registry } = context.served;
  const { error, ...read } = await readTypedUrl(typed, registry);
  const opening =
    error === undefined
      ? await findOpenLink(read.text, context, incoming)
      : { reason: formatReason(error, context) };
  if ("href" in opening) return { ...read, ...opening };
  const suggestions: LabeledLink[] = [];
  for (const { url, message } of await suggestUrls(typed, registry)) {
    const { href } = await findOpenLink(url, context, incoming);
    if (href !== undefined) suggestions.push({ text: url, label: message, href });
  }
  return { ...read, ...opening, suggestions };
}

async function findOpenLink(
  text: string,
  context: AppContext,
  incoming: GatewayRequest,
): Promise<{ readonly href?: string; readonly reason?: string }> {
  try {
    const url: Url = context.served.parse(text);
    if (!context.served.isSession(url)) context.served.check(url);
    return { href: await incoming.href(url) };
  } catch (error) {
    if (!isAccessError(error) && !isGatewayError(error) && !isSyntaxError(error)) throw error;
    return { reason: formatReason(error, context) };
  }
}

function formatReason(error: unknown, context: AppContext): string {
  const { message, hint } = toFailureView(error, context);
  // The message of a syntax error has its position, its rule, and its hint as well, which the page shows elsewhere.
  const text = isSyntaxError(error) ? (error.problems[0]?.message ?? message) : message;
  return redact(hint === undefined ? text : `${text}; ${hint}`);
}

export function aboutResponse(
  context: AppContext,
  incoming: GatewayRequest,
  { limits }: HomeOptions,
): Response {
  const { opened, read } = context.served;
  const page = aboutPage({
    frame: { title: "About this gateway", isOwn: true, breadcrumbs: [], ...context.operator },
    opened,
    read,
    ...(limits.length > 0 && { limits }),
  });
  return pageResponse(page, incoming, { "cache-control": "no-cache" });
}
