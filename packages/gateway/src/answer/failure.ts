import { toHttpStatus } from "@anyurl/client/front";
import { displayText, type Idna, redact, type Url } from "@anyurl/core";
import { describeError, getCodeText } from "@anyurl/core/codes";
import { displayMessage } from "@anyurl/core/presentation";
import { type GatewayRequest, gatewayErrorHeaders, isGatewayError } from "../guard/index.ts";
import { failurePage } from "../pages/failure.ts";
import { pathWithUrl } from "../paths.ts";
import type { ServedSchemes } from "../served-schemes.ts";
import type { FailureView } from "../views.ts";
import { createAnswerForms, createFrame } from "./frame.ts";
import { type AppContext, MEDIA_TYPE, type Mode } from "./request-context.ts";
import { pageResponse, textResponse } from "./responses.ts";
import { suggestUrls } from "./typed-url.ts";

/** The request that failed. `url` is absent if it must not be shown. */
export interface FailureContext {
  readonly context: AppContext;
  readonly incoming: GatewayRequest;
  readonly url?: Url | undefined;
  readonly mode: Mode;
  readonly vary: Readonly<Record<string, string>>;
}

/** Answers with an error. @throws errors that are not AccessError, UrlSyntaxError or GatewayError: internal errors. */
export async function failureResponse(error: unknown, failing: FailureContext): Promise<Response> {
  const { incoming, mode, vary } = failing;
  // The client disconnected. 499 is the status that servers log for that.
  if (incoming.signal.aborted) return new Response(null, { status: 499 });
  const failure = toKnownFailure(error, failing.context.served);
  if (failure === undefined) throw error;
  if (isGatewayError(error)) incoming.errorCode = error.code;
  const headers = {
    ...(isGatewayError(error) ? gatewayErrorHeaders(error) : { "cache-control": "no-store" }),
    ...(failure.retryAfter !== undefined && { "retry-after": String(Math.ceil(failure.retryAfter / 1000)) }),
    ...vary,
  };
  const { status } = failure;
  switch (mode) {
    case "html":
      return pageResponse(await renderFailurePage(error, failure, failing), incoming, headers, { status });
    case "text":
      return textResponse(`${failureLine(failure)}\n`, incoming, {
        status,
        headers: { ...headers, "content-type": MEDIA_TYPE.text },
      });
    default:
      return textResponse(`${JSON.stringify(toProblemJson(failure))}\n`, incoming, {
        status,
        headers: { ...headers, "content-type": "application/problem+json" },
      });
  }
}

/** Describes an error for a page. Reports an internal error to `onFault`. */
export function toFailureView(error: unknown, context: AppContext): FailureView {
  const known = toKnownFailure(error, context.served);
  if (known !== undefined) return known;
  context.onFault?.(error);
  return { status: 500, code: "gateway-fault", message: "internal gateway error" };
}

/** Returns an error as a problem (RFC 9457). */
export function toProblemJson({ status, code, message, hint, reply, place }: FailureView): object {
  return { type: "about:blank", title: code, status, detail: message, hint, reply, ...place };
}

/** Formats an error as one line: code, message, hint, reply. */
export function failureLine({ code, message, hint, reply }: FailureView): string {
  const said = reply === undefined ? "" : `; the server replied: ${reply}`;
  return displayText(`${code}: ${message}${hint === undefined ? "" : ` (${hint})`}${said}`);
}

function toKnownFailure(error: unknown, served: ServedSchemes): FailureView | undefined {
  if (isGatewayError(error)) {
    const { status, code, message, hint } = error;
    return { status, code, message, ...(hint !== undefined && { hint }) };
  }
  const described = describeError(error, {
    hints: HINTS,
    hint: (hint, { code, scheme }) => toVisitorHint(hint, code, scheme, served),
  });
  if (described === undefined) return undefined;
  const { code, message, hint, reply, retryAfter, place, scheme } = described;
  const status = toHttpStatus(described);
  const registered = code === "unknown-scheme" ? served.registration(scheme ?? "") : undefined;
  const told = registered === undefined || hint === undefined ? hint : `${registered}; or ${hint}`;
  return {
    // 401 would make the browser ask for a login (RFC 9110 §15.5.2), which the gateway does not accept.
    status: status === 401 ? 403 : status,
    code,
    message: displayText(message),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(told !== undefined && { hint: displayText(told) }),
    ...(reply !== undefined && { reply }),
    ...(place !== undefined && { place }),
  };
}

/** Returns a hint for visitors. Hints of the library for programmers are dropped. */
function toVisitorHint(
  hint: string,
  code: string,
  scheme = "",
  { registry }: ServedSchemes,
): string | undefined {
  if (!PROGRAMMER_HINT.test(hint)) return hint;
  if (code !== "missing-host") return undefined;
  const example = registry.scheme(scheme)?.examples.find(({ url }) => url.startsWith(`${scheme}://`));
  return example && `add a server to the URL, for example ${example.url}`;
}

const PROGRAMMER_HINT = /\b(?:options?|limits?|policy|npm|schemes)\b/;

/** Hints for visitors. They replace the hints of the library, which are for programmers. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["auth-required", "use a program on your own computer: this gateway does not log in"],
  ["auth-failed", "use a program on your own computer: this gateway does not log in"],
  ["port-blocked", "use a registered port of the scheme: this gateway does not connect to others"],
  ["host-blocked", "use a public address: this gateway does not connect to others"],
  ["tls-required", "use a program on your own computer: this gateway does not send passwords"],
  ["too-large", "use a program on your own computer: this gateway limits the size"],
  ["bad-option", "check the form fields"],
  ["unknown-scheme", "ask the operator to install a plugin; npm lists them with the keyword anyurl-scheme"],
]);

async function renderFailurePage(
  error: unknown,
  told: FailureView,
  { context, incoming, url }: FailureContext,
): Promise<string> {
  const isPrivate = told.code === "host-blocked" && incoming.requestUrl.isNamed && url !== undefined;
  const failure = await toDisplay(
    isPrivate
      ? await privateNetworkFailure(url, incoming)
      : { ...told, ...(await suggestUrl(told, incoming, context.served)) },
  );
  const title = isPrivate ? PRIVATE_NETWORK_TITLE : findTitle(failure.code);
  // A faulty scheme may be the failure, so its frame may fail as well.
  const frame =
    url && (await createFrame({ context, incoming, url }, { title, isOwn: true }).catch(() => undefined));
  const forms = url === undefined ? [] : await createAnswerForms({ context, incoming, url }, error);
  const bare = { title, isOwn: true, breadcrumbs: [], ...(url && { url: url.href }), ...context.operator };
  // The form is the fix, and the hint is for programs without one.
  const { hint, ...unhinted } = failure;
  return failurePage(frame ?? bare, forms.length > 0 || hint === undefined ? unhinted : failure, forms);
}

/** Shows the URLs and hosts in the texts of a page in letters. JSON and plain text keep them unchanged. */
async function toDisplay(failure: FailureView): Promise<FailureView> {
  const { message, hint, anyway } = failure;
  // The tables of host names are large: loaded only if a text has A-labels.
  const isInternational = /(?<![a-z0-9-])xn--/i.test(`${message} ${hint} ${anyway?.text}`);
  const idna: Partial<Idna> = isInternational ? (await import("@anyurl/idna")).idna : {};
  const display = (text: string): string => displayMessage(text, idna);
  return {
    ...failure,
    message: display(message),
    ...(hint !== undefined && { hint: display(hint) }),
    ...(anyway !== undefined && { anyway: { ...anyway, text: display(anyway.text) } }),
  };
}

/** Codes of errors whose cause can be a typing error in a URL. */
const TYPING_ERRORS: ReadonlySet<string> = new Set([
  ...["unknown-scheme", "scheme-not-installed", "no-such-host", "userinfo-not-allowed"],
]);

/** Links to the URL that the target of the request may mean: to the home page, which shows the URL before it opens it. */
async function suggestUrl(
  { code, status }: FailureView,
  { requestUrl: { target } }: GatewayRequest,
  { registry, opens }: ServedSchemes,
): Promise<Pick<FailureView, "anyway">> {
  if (target === undefined || (status !== 400 && !TYPING_ERRORS.has(code))) return {};
  const found = (await suggestUrls(target, registry)).find(({ url }) => opens(registry.parse(url).scheme));
  if (found === undefined) return {};
  const shown = redact(found.url);
  return { anyway: { text: `Did you mean ${shown}?`, href: pathWithUrl("/", shown) } };
}

/** A server linked to a URL in the visitor's own network. Only the visitor can open it. */
async function privateNetworkFailure(url: Url, incoming: GatewayRequest): Promise<FailureView> {
  return {
    status: 403,
    code: "host-blocked",
    message: "The link comes from another server, so the gateway did not open it.",
    anyway: { text: `Open ${redact(url.href)}`, href: await incoming.chosenHref(url) },
  };
}

const PRIVATE_NETWORK_TITLE = "Possible link into your own network";

function findTitle(code: string): string {
  return getCodeText(code)?.title ?? TITLES.get(code) ?? DEFAULT_TITLE;
}

const DEFAULT_TITLE = "Cannot open this URL";

/** Titles of the gateway's own codes. */
const TITLES: ReadonlyMap<string, string> = new Map([["own-address", "Address or port not allowed"]]);
