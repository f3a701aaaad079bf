import { type HttpProblem, toHttpProblem } from "@anyurl/client";
import { displayText, redact, type Url } from "@anyurl/core";
import { CONTENT_POLICY, type GatewayRequest, gatewayErrorHeaders, isGatewayError } from "../guard/index.ts";
import { formatLink } from "../link.ts";
import { failurePage } from "../pages/index.ts";
import type { FailureView } from "../views.ts";
import { breadcrumbs } from "./breadcrumbs.ts";
import { MEDIA_TYPE, type Mode } from "./mode.ts";
import { type AppContext, createFrame } from "./request-context.ts";
import { textResponse } from "./responses.ts";

/** The request that failed. `url` is absent if it must not be shown. */
export interface FailureContext {
  readonly house: AppContext;
  readonly visit: GatewayRequest;
  readonly url?: Url | undefined;
  readonly mode: Mode;
  readonly negotiated: boolean;
}

/** Answers with an error. @throws errors that are not AccessError, UrlSyntaxError or Refusal: internal errors. */
export async function failureResponse(error: unknown, failing: FailureContext): Promise<Response> {
  const { visit, mode, negotiated } = failing;
  // The client disconnected. 499 is the status that servers log for that.
  if (visit.signal.aborted) return new Response(null, { status: 499 });
  const failure = toKnownFailure(error);
  if (failure === undefined) throw error;
  if (isGatewayError(error)) visit.recordError(error.code);
  const headers = {
    ...(isGatewayError(error) ? gatewayErrorHeaders(error) : { "cache-control": "no-store" }),
    ...(failure.retryAfter !== undefined && { "retry-after": String(Math.ceil(failure.retryAfter / 1000)) }),
    ...(negotiated && { vary: "Accept" }),
  };
  const { status } = failure;
  switch (mode) {
    case "html":
      return textResponse(await renderFailurePage(failure, failing), visit, {
        status,
        headers: {
          ...headers,
          "content-type": MEDIA_TYPE.html,
          "content-security-policy": CONTENT_POLICY.page,
        },
      });
    case "text":
      return textResponse(`${failureLine(failure)}\n`, visit, {
        status,
        headers: { ...headers, "content-type": MEDIA_TYPE.text },
      });
    default:
      return textResponse(`${JSON.stringify(toProblemJson(failure))}\n`, visit, {
        status,
        headers: { ...headers, "content-type": "application/problem+json" },
      });
  }
}

/** Describes an error for a page. Reports an internal error to `onFault`. */
export function toFailureView(error: unknown, house: AppContext): FailureView {
  const known = toKnownFailure(error);
  if (known !== undefined) return known;
  house.onFault?.(error);
  return { status: 500, code: "gateway-fault", message: "internal gateway error" };
}

/** Returns an error as a problem (RFC 9457). */
export function toProblemJson({ status, code, message, hint, reply }: FailureView): object {
  return { type: "about:blank", title: code, status, detail: message, hint, reply };
}

/** Formats an error as one line: code, message, hint, reply. */
export function failureLine({ code, message, hint, reply }: FailureView): string {
  const said = reply === undefined ? "" : `; the server replied: ${reply}`;
  return displayText(`${code}: ${message}${hint === undefined ? "" : ` (${hint})`}${said}`);
}

function toKnownFailure(error: unknown): FailureView | undefined {
  if (isGatewayError(error)) {
    const { status, code, message, hint } = error;
    return { status, code, message, ...(hint !== undefined && { hint }) };
  }
  const known = toHttpProblem(error, undefined);
  if (known === undefined) return undefined;
  const { title, detail } = known;
  const hint = visitorHint(title, known);
  return {
    // 401 would make the browser ask for a login (RFC 9110 §15.5.2), which the gateway does not accept.
    status: known.status === 401 ? 403 : known.status,
    code: title,
    message: displayText(detail),
    ...(known.retryAfter !== undefined && { retryAfter: known.retryAfter }),
    ...(hint !== undefined && { hint: displayText(hint) }),
    ...(known.reply !== undefined &&
      known.reply !== "" && { reply: displayText(known.reply).slice(0, MAX_REPLY_LENGTH) }),
  };
}

/** Returns a hint for visitors. Hints of the library for programmers are dropped. */
function visitorHint(code: string, { hint, scheme }: HttpProblem): string | undefined {
  if (code === "missing-host" && (scheme === "news" || scheme === "snews"))
    return `add a server to the URL, for example ${scheme}://news.example/example.group`;
  const own = HINTS.get(code);
  if (own !== undefined) return own;
  return hint !== undefined && PROGRAMMER_HINT.test(hint) ? undefined : hint;
}

const PROGRAMMER_HINT = /\b(?:options?|limits?|policy|npm|schemes)\b/;

/** Maximum length of a server reply on a page, in characters. */
const MAX_REPLY_LENGTH = 500;

/** Hints for visitors. They replace the hints of the library, which are for programmers. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["auth-required", "use a program on your own computer: this gateway does not log in"],
  ["auth-failed", "use a program on your own computer: this gateway does not log in"],
  ["port-blocked", "use a registered port of the scheme: this gateway does not connect to others"],
  ["host-blocked", "use a public address: this gateway does not connect to others"],
  ["tls-required", "use a program on your own computer: this gateway does not send passwords"],
  ["too-large", "use a program on your own computer: this gateway limits the size"],
  ["bad-option", "check the form fields"],
]);

async function renderFailurePage(told: FailureView, { house, visit, url }: FailureContext): Promise<string> {
  const failure =
    told.code === "host-blocked" && visit.isNamed && url !== undefined
      ? await privateNetworkFailure(url, visit)
      : told;
  const title =
    failure.anyway === undefined ? (TITLES.get(failure.code) ?? DEFAULT_TITLE) : PRIVATE_NETWORK_TITLE;
  const crumbs = url === undefined ? [] : await breadcrumbs(url, house.served.registry, visit.href);
  return failurePage(
    createFrame({ house }, { title, breadcrumbs: crumbs, ...(url && { url: url.href }) }),
    failure,
  );
}

/** A server linked to a URL in the visitor's own network. Only the visitor can open it. */
async function privateNetworkFailure(url: Url, visit: GatewayRequest): Promise<FailureView> {
  return {
    status: 403,
    code: "host-blocked",
    message: "The link comes from another server, so the gateway did not open it.",
    anyway: { text: `Open ${redact(url.href)}`, href: await visit.chosenHref(url, formatLink(url.href)) },
  };
}

const PRIVATE_NETWORK_TITLE = "Possible link into your own network";

const DEFAULT_TITLE = "Cannot open this URL";

const TITLES: ReadonlyMap<string, string> = new Map([
  ["not-found", "Not found"],
  ["permission-denied", "Permission denied"],
  ["auth-required", "Login required"],
  ["auth-failed", "Login required"],
  ["connect-failed", "Cannot connect to the server"],
  ["no-such-host", "Host not found"],
  ["timeout", "The server did not respond in time"],
  ["port-blocked", "Address or port not allowed"],
  ["host-blocked", "Address or port not allowed"],
  ["own-address", "Address or port not allowed"],
  ["scheme-blocked", "Scheme not supported"],
  ["unknown-scheme", "Scheme not supported"],
  ["scheme-not-installed", "Scheme not supported"],
]);
