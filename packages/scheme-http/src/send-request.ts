import { AccessError, decodeText, type Entity, type Source } from "@anyurl/core";
import type { Context, HttpField, HttpRequest, HttpResponse, Remote } from "@anyurl/core/exchange";
import { type Authorization, hasKnownChallenge, OriginLogin } from "./login.ts";
import type { HttpRedirect } from "./options.ts";
import { findRedirectUrl, isRedirect, parseRedirect, type Redirect, requestKey } from "./redirect.ts";
import { ReplayableBody } from "./replayable-body.ts";
import { createRequest, rejectUserinfo } from "./request.ts";
import type { HttpSettings } from "./settings.ts";
import type { HttpUrl } from "./syntax.ts";

/** The parts of a request that depend on the operation. */
export interface RequestState {
  readonly method: string;
  /** Fields of the operation itself, such as Range. They override fields of the caller. */
  readonly fields?: readonly HttpField[];
  readonly body?: Source;
  /** The request is a message of the caller: its response is returned unchanged, and redirected as `fetch` does. */
  readonly isMessage?: boolean;
  /** Fields of the message. */
  readonly message?: readonly HttpField[];
}

/** A final response, and the URL that gave it. */
export interface HttpResult {
  readonly response: HttpResponse;
  readonly url: HttpUrl;
  /** Number of redirects that were followed. */
  readonly redirects: number;
  /** The method of the last request. */
  readonly method: string;
  /** Whether the last request had a login. */
  readonly loggedIn: boolean;
}

/**
 * Sends a request. Logs in if the server requires it and credentials are available, and follows redirects as far as the
 * caller and the rules allow.
 *
 * @throws {AccessError} redirect-refused, too-many-redirects, userinfo-not-allowed, too-large, unsupported, and what
 *   the context throws.
 */
export function sendRequest(
  url: HttpUrl,
  asking: RequestState,
  context: Context,
  wishes: HttpSettings,
): Promise<HttpResult> {
  const body = asking.body && new ReplayableBody(asking.body, context.limits.maxHeld);
  const runner = new RequestRunner(url, asking, body, context, wishes);
  return body === undefined ? runner.run() : sendWithBody(runner, body, asking);
}

async function sendWithBody(
  runner: RequestRunner,
  body: ReplayableBody,
  asking: RequestState,
): Promise<HttpResult> {
  try {
    const result = await runner.run();
    const { sent, status } = result.response;
    // The server can respond while it receives the rest (RFC 9112 §9.5). The client ends the source with the call.
    const mayGoOn = asking.isMessage === true || (sent !== undefined && status >= 200 && status < 300);
    if (!mayGoOn) body.leave();
    return result;
  } catch (error) {
    body.leave();
    throw error;
  }
}

/** Returns the text of a URL without its login. */
export function formatShownUrl(url: HttpUrl): string {
  return url.userinfo === undefined ? url.href : String(url.with({ userinfo: undefined }));
}

/** Describes who responded, and with which header. */
export function describeResult({
  response,
  url,
  redirects,
}: HttpResult): Required<Pick<Entity, "status" | "fields" | "url" | "redirects">> &
  Pick<Entity, "redirectUrl"> & { readonly status: number } {
  const { status, fields } = response;
  const redirectUrl = findRedirectUrl(response, url);
  return {
    ...{ status, fields, url: formatShownUrl(url), redirects },
    ...(redirectUrl !== undefined && { redirectUrl }),
  };
}

/** Fields of the caller that may go to any server, because their values are not secret. */
const SHAREABLE_FIELDS: ReadonlySet<string> = new Set([
  ...["accept", "accept-language", "accept-charset", "user-agent", "cache-control", "pragma", "dnt"],
  ...["content-type", "content-language", "content-encoding", "content-disposition"],
]);

/** One request, with the further requests that its responses cause. */
class RequestRunner {
  readonly #context: Context;
  readonly #wishes: HttpSettings;
  readonly #asking: RequestState;
  readonly #seen: Set<string> = new Set();
  #url: HttpUrl;
  #method: string;
  #body: ReplayableBody | undefined;
  #fields: readonly HttpField[];
  #login: OriginLogin;
  #sentBy: Remote | undefined;
  #count = 0;

  constructor(
    url: HttpUrl,
    asking: RequestState,
    body: ReplayableBody | undefined,
    context: Context,
    wishes: HttpSettings,
  ) {
    this.#asking = asking;
    this.#context = context;
    this.#wishes = wishes;
    this.#url = url;
    this.#method = asking.method;
    this.#body = body;
    this.#fields = mergeFields(wishes.fields, asking.message ?? []);
    this.#login = new OriginLogin(url, url.user === undefined ? undefined : decodeText(url.user), context);
  }

  async run(): Promise<HttpResult> {
    if (!this.#wishes.allowUserinfo) rejectUserinfo(this.#url);
    for (;;) {
      const response = await (this.#login.hasLogin ? this.#sendWithLogin() : this.#send());
      const mayGoOn = response.status === 401 || this.#redirects(response);
      const again =
        mayGoOn &&
        (await this.#goesOn(response).catch(async (error) => {
          await response.body.return(true);
          throw error;
        }));
      if (again) {
        await response.body.return(true);
        continue;
      }
      const { hasLogin: loggedIn } = this.#login;
      return { response, url: this.#url, redirects: this.#count, method: this.#method, loggedIn };
    }
  }

  /** The response to a message is returned if it has no target (Fetch §4.5). */
  #redirects(response: HttpResponse): boolean {
    const hasTarget = () => response.fields.some(([name]) => name === "location");
    return isRedirect(response) && (this.#asking.isMessage !== true || hasTarget());
  }

  async #sendWithLogin(): Promise<HttpResponse> {
    const { target } = createRequest(this.#url, this.#method);
    return this.#send(await this.#login.authorization(this.#method, target));
  }

  #send(login?: Authorization): Promise<HttpResponse> {
    const { http } = this.#context;
    if (http === undefined) throw new AccessError("unsupported", "this client does not support HTTP");
    const base = createRequest(this.#url, this.#method);
    const { conditions, hidden } = this.#wishes;
    const length = this.#wishes.length ?? this.#body?.size;
    const authorization: readonly HttpField[] = login === undefined ? [] : [["authorization", login.value]];
    const asked = this.#asking.fields ?? [];
    const fields = mergeFields(base.fields, this.#fields, conditions, asked, authorization);
    const isSecret = this.#fields.some(([name]) => hidden.includes(name)) || login?.isPassword === true;
    const request: HttpRequest = {
      ...base,
      fields,
      hidden,
      ...(isSecret && { secret: true }),
      ...(this.#body !== undefined && { body: this.#body.octets() }),
      ...(this.#body !== undefined && length !== undefined && { length }),
    };
    return http(request, this.#sentBy === undefined ? {} : { sentBy: this.#sentBy });
  }

  /** Returns whether the response leads to another request, after preparing that request. */
  async #goesOn(response: HttpResponse): Promise<boolean> {
    if (response.status === 401) return this.#logsIn(response);
    if (this.#wishes.redirect === "manual") return false;
    const isMessage = this.#asking.isMessage === true;
    const redirect = parseRedirect(response, this.#url, this.#method, isMessage);
    await this.#mayFollow(redirect, response.status);
    this.#follow(redirect, response);
    return true;
  }

  async #logsIn(response: HttpResponse): Promise<boolean> {
    // A caller with its own Authorization field does not want another login.
    if (this.#fields.some(([name]) => name === "authorization")) return false;
    if (this.#asking.isMessage === true && (this.#body?.canReplay === false || !hasKnownChallenge(response)))
      return false;
    if (!(await this.#login.acceptChallenge(response))) return false;
    if (this.#body?.canReplay === false) {
      throw new AccessError("auth-required", "cannot log in: the body was already sent", {
        hint: "add an authorization to the option fields, or increase the limit maxHeld",
      });
    }
    return true;
  }

  async #mayFollow({ to, method, sameOrigin, repaired }: Redirect, status: number): Promise<void> {
    const { redirect } = this.#wishes;
    const { maxRedirects } = this.#context.limits;
    if (redirect === "error") {
      throw new AccessError("redirect-refused", 'the server redirects, but the option redirect is "error"', {
        replyCode: status,
        hint: 'set redirect: "follow"',
      });
    }
    if (this.#count >= maxRedirects) {
      throw new AccessError("too-many-redirects", `the redirects exceed the limit of ${maxRedirects}`, {
        hint: "increase the limit maxRedirects",
      });
    }
    this.#seen.add(requestKey(this.#url, this.#method));
    // A server can redirect a message to the same URL until something is done: only their number is limited.
    const isLoop = this.#asking.isMessage !== true && this.#seen.has(requestKey(to, method));
    if (isLoop) throw new AccessError("too-many-redirects", "redirect loop");
    if (method === this.#method && this.#body?.canReplay === false) {
      throw new AccessError("redirect-refused", "cannot follow the redirect: the body was already sent", {
        hint: "increase the limit maxHeld",
      });
    }
    if (typeof redirect !== "function") return;
    const asked: HttpRedirect = {
      ...{ from: String(this.#url.with({ userinfo: undefined })), to: String(to), status, method },
      ...{ count: this.#count, sameOrigin, repaired },
    };
    if ((await redirect(asked)) !== true)
      throw new AccessError("redirect-refused", "the function redirect rejected the redirect", {
        replyCode: status,
      });
  }

  #follow({ to, method, sameOrigin }: Redirect, { remote }: HttpResponse): void {
    this.#count++;
    if (method === "GET" || method === "HEAD") {
      this.#body = undefined;
      if (method !== this.#method) {
        this.#fields = this.#fields.filter(([name]) => !name.startsWith("content-"));
      }
    }
    const isMessage = this.#asking.isMessage === true;
    if (!sameOrigin) {
      this.#fields = this.#fields.filter(
        ([name]) => (isMessage || SHAREABLE_FIELDS.has(name)) && !this.#wishes.hidden.includes(name),
      );
      this.#login = new OriginLogin(to, undefined, this.#context);
    }
    this.#method = method;
    this.#sentBy = remote;
    this.#url = to;
  }
}

/** Merges sets of fields; later sets override earlier ones. */
function mergeFields(...sets: readonly (readonly HttpField[])[]): readonly HttpField[] {
  let merged: readonly HttpField[] = [];
  for (const later of sets) {
    if (later.length === 0) continue;
    merged =
      merged.length === 0
        ? later
        : merged.filter(([name]) => !later.some(([each]) => each === name)).concat(later);
  }
  return merged;
}
