import type { Url } from "@anyurl/core";
import type { CacheUse } from "../metrics.ts";
import { type RequestUrl, withNamed, withToken } from "../paths.ts";
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
  /**
   * For listeners that send responses themselves: receives the delivery, to report how sending ended. Without it, a
   * streamed body is wrapped to count its bytes.
   */
  observe?(delivery: OutgoingResponse): void;
}

/** A response that is being sent. */
export interface OutgoingResponse {
  /** The complete content, if it is in memory. The listener can send it directly. */
  readonly octets?: Uint8Array;
  /** Reports that sending ended. `cut`: the content is truncated. Only the first call counts. */
  finish(octets: number, cut: boolean): void;
}

/** One request to the gateway. */
export interface GatewayRequest {
  /** The request without the token and the mark in its path, because routes do not handle them. */
  readonly request: Request;
  readonly requestUrl: RequestUrl;
  /** Aborted when the client disconnects and when the response was sent, to release resources of the route. */
  readonly signal: AbortSignal;
  /** Can the request be a link on a page of another site, with a URL that the visitor has not seen? */
  readonly isForeign: boolean;
  /**
   * Checks and records the URL to open, for the log and the limits.
   *
   * @throws {Refusal} own-address; bad-signature, link-expired.
   */
  target(url: Url): Promise<void>;
  /**
   * Returns the path of a link, signed if the gateway signs links. If the gateway reaches a private network, a link to
   * another server is marked as one from a server. So is every link of a page that was opened by such a link.
   */
  href(url: Url, path: string): string | Promise<string>;
  /** Returns the path of a link that the user chooses: without the mark. */
  chosenHref(url: Url, path: string): string | Promise<string>;
  /** The `Via` header of the request, for the call option `via`. */
  readonly via: string | undefined;
  /** The key of the client, if it has an address, for the call option `client`. */
  readonly client: string | undefined;
  /** Records the result of the cache, for the call option `onCache`. */
  readonly recordCacheUse: (use: CacheUse) => void;
  /** The result of the cache, if a call reported it. */
  readonly cacheUse: CacheUse | undefined;
  /** Reports that the complete content, or its length, is known, so that it need not be counted. */
  setContent(content: Uint8Array | number): void;
  /** Records the error code if a limit of the gateway rejected a call, for the log. */
  recordError(code: string): void;
}

/** What the guard records of a request, for the log. */
export interface RequestState {
  url: Url | undefined;
  cache: CacheUse | undefined;
  whole: Uint8Array | number | undefined;
  refused: string | undefined;
}

export interface GatewayRequestInit {
  readonly request: Request;
  readonly requestUrl: RequestUrl;
  readonly caller: ClientInfo | undefined;
  readonly hosts: Hosts;
  readonly signatures: Signatures | undefined;
  readonly signed: (url: Url) => SignedUrl;
  readonly isForeign: boolean;
  /** Can calls reach this machine or its network? Then links are marked. */
  readonly reachesInside: boolean;
  readonly signal: AbortSignal;
}

export function createGatewayRequest(init: GatewayRequestInit): {
  readonly incoming: GatewayRequest;
  readonly state: RequestState;
} {
  const { requestUrl, caller, hosts, signatures, signed, isForeign, reachesInside, signal } = init;
  const state: RequestState = { url: undefined, cache: undefined, whole: undefined, refused: undefined };
  const { reference, link, token, isNamed } = requestUrl;
  const { url } = init.request;
  const request =
    link === reference
      ? init.request
      : new Request(url.slice(0, url.indexOf("/", url.indexOf("//") + 2)) + link, init.request);
  const mayBeNamed = (url: Url) =>
    reachesInside && (isNamed || (state.url !== undefined && !isSameServer(signed(state.url), signed(url))));
  const chosen: GatewayRequest["chosenHref"] = (url, path) =>
    signatures === undefined ? path : signatures.token(signed(url)).then((made) => withToken(made, path));
  const incoming: GatewayRequest = {
    request,
    requestUrl,
    signal,
    isForeign,
    chosenHref: chosen,
    via: request.headers.get("via") ?? undefined,
    client: caller?.address === undefined ? undefined : toClientKey(caller.address),
    async target(url) {
      state.url = url;
      const target = signed(url);
      if (hosts.isOwn(target.host, target.port)) throw new GatewayError("own-address");
      await signatures?.check(token, target);
    },
    href: (url, path) => chosen(url, mayBeNamed(url) ? withNamed(path) : path),
    get cacheUse() {
      return state.cache;
    },
    recordCacheUse(use) {
      state.cache = use;
    },
    setContent(content) {
      state.whole = content;
    },
    recordError(code) {
      state.refused = code;
    },
  };
  return { incoming, state };
}

/** Compares scheme, host and port. HTTP and HTTPS on their default ports count as the same server in that direction. */
function isSameServer(from: SignedUrl, to: SignedUrl): boolean {
  if (from.host !== to.host) return false;
  if (from.scheme === to.scheme && from.port === to.port) return true;
  return from.scheme === "http" && from.port === 80 && to.scheme === "https" && to.port === 443;
}
