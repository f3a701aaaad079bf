import { isAccessError } from "@anyurl/core";
import type { RequestContext } from "./request-context.ts";

/** A redirect, as the http scheme reports it. */
interface Redirect {
  readonly to: string;
  readonly status: number;
}

/** Passes HTTP responses through: sets the options of the http scheme, and records redirects. */
export class HttpPassthrough {
  #redirect: Redirect | undefined;

  /** The visitor follows redirects, because references in a page are relative to its final URL. */
  readonly options: Readonly<Record<string, unknown>> = {
    // Without a coding the size is known, ranges work, and the tag is the one of a HEAD response.
    acceptEncoding: "identity",
    redirect: (redirect: Redirect) => {
      this.#redirect = redirect;
      return false;
    },
  };

  /** Answers with the redirect of the server. @throws `error` if it is not a redirect. */
  async redirectResponse(error: unknown, { context, incoming }: RequestContext): Promise<Response> {
    const redirect = this.#redirect;
    if (redirect === undefined || !isAccessError(error) || error.code !== "redirect-refused") throw error;
    const target = context.served.registry.parse(redirect.to);
    const location = await incoming.href(target);
    return new Response(null, {
      status: redirect.status,
      headers: { location, "cache-control": "no-cache" },
    });
  }
}
