import type { Url } from "@anyurl/core";
import type { CacheUse } from "../metrics.ts";
import { toClientKey } from "./client-key.ts";
import { GatewayError } from "./gateway-error.ts";
import type { Hosts } from "./hosts.ts";
import type { Signatures, SignedUrl } from "./signatures.ts";
import { splitNamed, splitToken, withNamed, withToken } from "./signed-path.ts";

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
  /** The request without the signature in its path. */
  readonly request: Request;
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
  /** Does the URL come from a server, not from a user? Passed to calls as `namedBy`. */
  readonly isNamed: boolean;
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
  const { caller, hosts, signatures, signed, isForeign, reachesInside, signal } = init;
  const state: RequestState = { url: undefined, cache: undefined, whole: undefined, refused: undefined };
  const { request, token, isNamed } = stripRequestPath(init.request, signatures !== undefined);
  const mayBeNamed = (url: Url) =>
    reachesInside && (isNamed || (state.url !== undefined && !isSameServer(signed(state.url), signed(url))));
  const chosen: GatewayRequest["chosenHref"] = (url, path) =>
    signatures === undefined ? path : signatures.token(signed(url)).then((made) => withToken(made, path));
  const incoming: GatewayRequest = {
    request,
    signal,
    isForeign,
    isNamed,
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

interface StrippedRequest {
  readonly request: Request;
  readonly token: string | undefined;
  readonly isNamed: boolean;
}

/** Removes the token and the mark from the path, because routes do not handle them. */
function stripRequestPath(request: Request, isSigned: boolean): StrippedRequest {
  const { url } = request;
  const at = url.indexOf("/", url.indexOf("//") + 2);
  const whole = url.slice(at);
  const { token, path } = (isSigned ? splitToken(whole) : undefined) ?? { token: undefined, path: whole };
  const named = splitNamed(path);
  const plain = named ?? path;
  return {
    request: plain === whole ? request : new Request(url.slice(0, at) + plain, request),
    token,
    isNamed: named !== undefined,
  };
}

/** Compares scheme, host and port. HTTP and HTTPS on their default ports count as the same server in that direction. */
function isSameServer(from: SignedUrl, to: SignedUrl): boolean {
  if (from.host !== to.host) return false;
  if (from.scheme === to.scheme && from.port === to.port) return true;
  return from.scheme === "http" && from.port === 80 && to.scheme === "https" && to.port === 443;
}
