import { AccessError, type Source } from "@anyurl/core";
import type { Context as AnyContext, HttpField } from "@anyurl/core/exchange";
import type { ResolvedHttpOptions } from "./options.ts";
import { sendRequest } from "./send-request.ts";
import { toSettings } from "./settings.ts";
import { requireSuccess } from "./success.ts";
import type { HttpUrl } from "./syntax.ts";

type Context = AnyContext<ResolvedHttpOptions>;

/** A request that changes a resource. */
export interface Change {
  readonly method: string;
  readonly fields?: readonly HttpField[];
  readonly body?: Source | undefined;
}

/**
 * Sends a request that changes the resource. Only the status of the response counts; its content is for people.
 *
 * @throws {AccessError} protocol-error: a 207 response, by which a part of a collection was not changed (RFC 4918 §13).
 */
export async function sendChange(url: HttpUrl, context: Context, { body, ...change }: Change): Promise<void> {
  const wishes = toSettings(context.options);
  const asking = { ...change, ...(body !== undefined && { body }) };
  const { response } = requireSuccess(await sendRequest(url, asking, context, wishes), context, wishes);
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  try {
    // A server that reports success early must still read the rest.
    if (isSuccess) await response.sent?.();
  } finally {
    await response.body.return(true);
  }
  if (status === 207 && !wishes.anyStatus)
    throw new AccessError("protocol-error", "the server changed only a part of the directory", {
      replyCode: status,
    });
}
