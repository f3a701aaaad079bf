import type { Url } from "@anyurl/core";
import type { CacheUse } from "../metrics.ts";
import { clientKey } from "./client-key.ts";
import type { Hosts } from "./hosts.ts";
import { Refusal } from "./refusal.ts";
import type { Signatures, Signed } from "./signatures.ts";
import { splitNamed, splitToken, withNamed, withToken } from "./signed-path.ts";

/** Who asks, as far as whoever listens knows. */
export interface Caller {
  /** An address of IPv4 or IPv6. Without one, nothing is counted by client. */
  readonly address?: string | undefined;
  /** It came by others than the gateway's own listener: then even loopback is nobody in particular. */
  readonly forwarded?: boolean;
  /**
   * Called by who sends answers himself: then he says how that has ended. Else a content that comes as it is read is
   * wrapped, and watched on its way out.
   */
  observe?(delivery: Delivery): void;
}

/** An answer on its way out. */
export interface Delivery {
  /** All of the content, where it is in memory: then it is as well sent from here. */
  readonly octets?: Uint8Array;
  /** It was sent, all of it or not. Only the first call counts. */
  over(octets: number, cut: boolean): void;
}

/** One request on its way through the gateway. */
export interface Visit {
  /** The request as routes see it: without the signature in its path. */
  readonly request: Request;
  /** Aborted when the client is gone, and when all was sent: what a route has opened for it ends with it. */
  readonly signal: AbortSignal;
  /** May the request be a link on a page of another site, which its visitor has not seen? */
  readonly isForeign: boolean;
  /**
   * Says what is about to be opened, for the log and the limits.
   *
   * @throws {Refusal} own-address; bad-signature, link-expired.
   */
  target(url: Url): Promise<void>;
  /** Did a server name the URL, and no person? Given to calls as `namedBy`. */
  readonly isNamed: boolean;
  /**
   * The path of a link, with its signature where the gateway signs them. If the gateway reaches a private network, a link to
   * another server is marked as one that a server named, and so is every link of a page that was opened by such a link.
   */
  href(url: Url, path: string): string | Promise<string>;
  /** The path of a link that a person chooses: without the mark. */
  chosen(url: Url, path: string): string | Promise<string>;
  /** What the request says in `Via`: to be given to a call as `via`. */
  readonly via: string | undefined;
  /** By what its client is counted, where it has an address: to be given to a call as `client`. */
  readonly client: string | undefined;
  /** What the cache has done: to be given to a call as `onCache`. */
  readonly cached: (use: CacheUse) => void;
  /** The content is in memory, all of it, or so many octets: it is not watched on its way out. */
  whole(content: Uint8Array | number): void;
  /** A call was refused for what this gateway bears: for the log. */
  refused(code: string): void;
}

/** What is known of a visit when it is over. */
export interface VisitState {
  url: Url | undefined;
  cache: CacheUse | undefined;
  whole: Uint8Array | number | undefined;
  refused: string | undefined;
}

export interface VisitInit {
  readonly request: Request;
  readonly caller: Caller | undefined;
  readonly hosts: Hosts;
  readonly signatures: Signatures | undefined;
  readonly signed: (url: Url) => Signed;
  readonly isForeign: boolean;
  /** May calls reach this machine or its network? Then links are marked. */
  readonly reachesInside: boolean;
  readonly signal: AbortSignal;
}

export function visitOf(init: VisitInit): { readonly visit: Visit; readonly state: VisitState } {
  const { caller, hosts, signatures, signed, isForeign, reachesInside, signal } = init;
  const state: VisitState = { url: undefined, cache: undefined, whole: undefined, refused: undefined };
  const { request, token, isNamed } = plainRequest(init.request, signatures !== undefined);
  const mayBeNamed = (url: Url) =>
    reachesInside && (isNamed || (state.url !== undefined && !isSameServer(signed(state.url), signed(url))));
  const chosen: Visit["chosen"] = (url, path) =>
    signatures === undefined ? path : signatures.token(signed(url)).then((made) => withToken(made, path));
  const visit: Visit = {
    request,
    signal,
    isForeign,
    isNamed,
    chosen,
    via: request.headers.get("via") ?? undefined,
    client: caller?.address === undefined ? undefined : clientKey(caller.address),
    async target(url) {
      state.url = url;
      const target = signed(url);
      if (hosts.isOwn(target.host, target.port)) throw ownAddress();
      await signatures?.check(token, target);
    },
    href: (url, path) => chosen(url, mayBeNamed(url) ? withNamed(path) : path),
    cached(use) {
      state.cache = use;
    },
    whole(content) {
      state.whole = content;
    },
    refused(code) {
      state.refused = code;
    },
  };
  return { visit, state };
}

interface PlainRequest {
  readonly request: Request;
  readonly token: string | undefined;
  readonly isNamed: boolean;
}

/** Without the token and the mark in the path, which routes do not know of. */
function plainRequest(request: Request, isSigned: boolean): PlainRequest {
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

/** The same scheme, host and port; or the way from HTTP to HTTPS, at their own ports. */
function isSameServer(from: Signed, to: Signed): boolean {
  if (from.host !== to.host) return false;
  if (from.scheme === to.scheme && from.port === to.port) return true;
  return from.scheme === "http" && from.port === 80 && to.scheme === "https" && to.port === 443;
}

function ownAddress(): Refusal {
  return new Refusal({
    status: 403,
    code: "own-address",
    message: "this is the address of the gateway itself",
    hint: "open it without the gateway",
  });
}
