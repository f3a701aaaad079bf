import type { Url } from "@anyurl/core";
import type { CacheUse } from "../metrics.ts";
import { formatLink, type RequestUrl, withNamed, withToken } from "../paths.ts";
import { toClientKey } from "./client-key.ts";
import { GatewayError } from "./gateway-error.ts";
import type { Hosts } from "./hosts.ts";
import type { Signatures, SignedUrl } from "./signatures.ts";

/** What the listener knows of a client. */
export interface ClientInfo {
  /** An IPv4 or IPv6 address. Without one, there are no limits per client. */
  readonly address?: string | undefined;
  /** The request came through a proxy, so a loopback address does not identify a local client. */
  readonly forwarded?: boolean;
}

export interface GatewayRequestInit {
  readonly request: Request;
  readonly requestUrl: RequestUrl;
  readonly caller: ClientInfo | undefined;
  readonly hosts: Hosts;
  readonly signatures: Signatures | undefined;
  readonly signed: (url: Url) => SignedUrl;
  /** Can the request be a link on a page of another site, with a URL that the visitor has not seen? */
  readonly isForeign: boolean;
  /** Can calls reach this machine or its network? Then links are marked. */
  readonly reachesInside: boolean;
  /** Aborted when the client disconnects and when the response was sent, to release resources of the route. */
  readonly signal: AbortSignal;
}

/** One request to the gateway, and what the guard needs to know of its response. */
export class GatewayRequest {
  /** The request without the token and the mark in its path, because routes do not handle them. */
  readonly request: Request;
  readonly requestUrl: RequestUrl;
  readonly signal: AbortSignal;
  readonly isForeign: boolean;
  /** The `Via` header of the request, for the call option `via`. */
  readonly via: string | undefined;
  /** The key of the client, if it has an address, for the call option `client`. */
  readonly client: string | undefined;
  /** The result of the cache, if a call reported it. */
  cacheUse: CacheUse | undefined;
  /** The error code if a limit of the gateway rejected a call, for the log. */
  errorCode: string | undefined;
  readonly #init: GatewayRequestInit;
  #url: Url | undefined;

  constructor(init: GatewayRequestInit) {
    const { request, requestUrl, caller } = init;
    const { reference, link } = requestUrl;
    const { url } = request;
    this.request =
      link === reference
        ? request
        : new Request(url.slice(0, url.indexOf("/", url.indexOf("//") + 2)) + link, request);
    this.requestUrl = requestUrl;
    this.signal = init.signal;
    this.isForeign = init.isForeign;
    this.via = request.headers.get("via") ?? undefined;
    this.client = caller?.address === undefined ? undefined : toClientKey(caller.address);
    this.#init = init;
  }

  /** The URL to open, for the log. */
  get url(): Url | undefined {
    return this.#url;
  }

  /**
   * Checks and records the URL to open.
   *
   * @throws {GatewayError} own-address; bad-signature, link-expired.
   */
  async target(url: Url): Promise<void> {
    const { hosts, signatures, signed } = this.#init;
    this.#url = url;
    const target = signed(url);
    if (hosts.isOwn(target.host, target.port)) throw new GatewayError("own-address");
    await signatures?.check(this.requestUrl.token, target);
  }

  /**
   * Returns the path of a link, signed if the gateway signs links. If the gateway reaches a private network, a link to
   * another server is marked as one from a server. So is every link of a page that was opened by such a link.
   *
   * @param path default the link of the URL.
   */
  readonly href = (url: Url, path: string = formatLink(url.href)): string | Promise<string> =>
    this.chosenHref(url, this.#isNamed(url) ? withNamed(path) : path);

  /** Returns the path of a link that the user chooses: without the mark. */
  chosenHref(url: Url, path: string = formatLink(url.href)): string | Promise<string> {
    const { signatures, signed } = this.#init;
    if (signatures === undefined) return path;
    return signatures.token(signed(url)).then((token) => withToken(token, path));
  }

  #isNamed(url: Url): boolean {
    const { reachesInside, signed } = this.#init;
    if (!reachesInside) return false;
    if (this.requestUrl.isNamed) return true;
    return this.#url !== undefined && !isSameServer(signed(this.#url), signed(url));
  }
}

/** Compares scheme, host and port. HTTP and HTTPS on their default ports count as the same server in that direction. */
function isSameServer(from: SignedUrl, to: SignedUrl): boolean {
  if (from.host !== to.host) return false;
  if (from.scheme === to.scheme && from.port === to.port) return true;
  return from.scheme === "http" && from.port === 80 && to.scheme === "https" && to.port === 443;
}
