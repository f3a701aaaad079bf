import { isAccessError } from "@anyurl/core";
import { link } from "../link.ts";
import type { Task } from "./task.ts";

/** A redirect that a server asks for, as the scheme of http tells of it. */
interface Redirect {
  readonly to: string;
  readonly status: number;
}

/** What is asked of the scheme of http beyond other schemes, and where it is sent. */
export class WebAnswer {
  #redirect: Redirect | undefined;

  /** Redirects are not followed here: a reference in a page is relative to where the page is. */
  readonly options: Readonly<Record<string, unknown>> = {
    // As it is: so its size is told, its parts can be asked for, and its tag is that which a HEAD tells.
    acceptEncoding: "identity",
    redirect: (redirect: Redirect) => {
      this.#redirect = redirect;
      return false;
    },
  };

  /** Sends the visitor where the server has sent us. @throws `error`, where that is not what it is about. */
  async redirection(error: unknown, { house, visit }: Task): Promise<Response> {
    const redirect = this.#redirect;
    if (redirect === undefined || !isAccessError(error) || error.code !== "redirect-refused") throw error;
    const target = house.served.registry.parse(redirect.to);
    const location = await visit.href(target, link(target.href));
    return new Response(null, {
      status: redirect.status,
      headers: { location, "cache-control": "no-cache" },
    });
  }
}
