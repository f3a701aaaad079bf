import { isAccessError, redact, type Url } from "@anyurl/core";
import { CONTENT_POLICY, isRefusal, type Visit } from "../guard/index.ts";
import { isSession } from "../hrefs.ts";
import { link } from "../link.ts";
import { aboutPage, homePage } from "../pages/index.ts";
import { checkServed, readTarget } from "../target.ts";
import type { Fact, ShownExample } from "../views.ts";
import { failureOf } from "./failure.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { framed, type House } from "./request-context.ts";
import { wholeOf } from "./responses.ts";
import { seeOther } from "./search.ts";

export interface HomeOptions {
  /** The examples on the home page. */
  readonly examples: readonly { readonly url: string; readonly text: string }[];
  /** Does the gateway open only signed links? Then `go=open` does not redirect: the visitor must follow the link. */
  readonly signed: boolean;
  readonly limits: readonly Fact[];
}

/** Answers `/`, `/?url=…` and `/?url=…&go=open`. */
export async function homeResponse(
  house: House,
  visit: Visit,
  query: URLSearchParams,
  { examples, signed }: HomeOptions,
): Promise<Response> {
  const text = query.get("url")?.trim().slice(0, MAX_TEXT);
  const opening = text === undefined || text === "" ? {} : await openingOf(text, house, visit);
  if (opening.href !== undefined && query.get("go") === "open" && !signed) return seeOther(opening.href);
  const shown: ShownExample[] = [];
  for (const { url, text: what } of examples) {
    const href = (await openingOf(url, house, visit)).href;
    shown.push({ url, text: what, ...(href !== undefined && { href }) });
  }
  const page = homePage(
    {
      ...(text !== undefined && { text }),
      ...opening,
      examples: shown,
      opened: house.served.opened,
      ...(house.contact !== undefined && { contact: house.contact }),
    },
    house.served.registry,
  );
  return wholeOf(page, visit, {
    status: 200,
    headers: {
      "content-type": MEDIA_TYPE.html,
      "content-security-policy": CONTENT_POLICY.home,
      "cache-control": "no-cache",
    },
  });
}

/** Maximum length of the text that the page explains, in characters. */
const MAX_TEXT = 8192;

async function openingOf(
  text: string,
  house: House,
  visit: Visit,
): Promise<{ readonly href?: string; readonly reason?: string }> {
  try {
    const url: Url = readTarget(text, house.served.registry);
    if (!isSession(url)) checkServed(url, house.served);
    return { href: await visit.href(url, link(url.href)) };
  } catch (error) {
    if (!isAccessError(error) && !isRefusal(error) && !isSyntaxError(error)) throw error;
    const { message, hint } = failureOf(error, house);
    return { reason: redact(hint === undefined ? `${message}.` : `${message}: ${hint}.`) };
  }
}

function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && error.name === "UrlSyntaxError";
}

export function aboutResponse(house: House, visit: Visit, { limits }: HomeOptions): Response {
  const { opened, read } = house.served;
  const page = aboutPage({
    frame: framed({ house }, { title: "About this gateway", crumbs: [] }),
    opened,
    read,
    ...(limits.length > 0 && { limits }),
  });
  return wholeOf(page, visit, {
    status: 200,
    headers: {
      "content-type": MEDIA_TYPE.html,
      "content-security-policy": CONTENT_POLICY.page,
      "cache-control": "no-cache",
    },
  });
}
