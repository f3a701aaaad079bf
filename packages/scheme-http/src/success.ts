import { AccessError } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { contentCodings } from "./codings.ts";
import { formatShownUrl, type HttpResult } from "./send-request.ts";
import type { HttpSettings } from "./settings.ts";
import { statusError } from "./status.ts";

/** Returns the response if it is a success, and throws otherwise. */
export function requireSuccess(
  answered: HttpResult,
  context: Pick<Context, "now">,
  wishes: HttpSettings,
): HttpResult {
  notifyResponse(answered, wishes);
  const { response, loggedIn } = answered;
  const { status } = response;
  const isRedirect = wishes.redirect === "manual" && status >= 300 && status < 400 && status !== 304;
  // A 300 response leaves the choice to the user; its content lists the choices (RFC 9110 §15.4.1).
  if (wishes.anyStatus || isRedirect || (status >= 200 && status < 300) || status === 300) return answered;
  response.body.return(true).catch(() => {});
  const failure = statusError(response, context.now());
  if (status !== 401 || !loggedIn) throw failure;
  throw new AccessError("auth-failed", "the server rejected the login", {
    reply: failure.reply,
    replyCode: status,
  });
}

/** Tells the caller the header of a final response. */
export function notifyResponse({ response, url, redirects }: HttpResult, { onResponse }: HttpSettings): void {
  if (onResponse === undefined) return;
  const { status, reason, fields } = response;
  onResponse({
    url: formatShownUrl(url),
    redirected: redirects > 0,
    status,
    reason,
    fields,
    decoded: contentCodings(response).length > 0,
  });
}
