import { parseLogin, type Registry, type Url } from "@anyurl/core";
import { type Health, healthResponse } from "../health.ts";
import { createMetrics, METRICS_TYPE, type Metrics } from "../metrics.ts";
import { parseRequestUrl } from "../paths.ts";
import { formatLogAddress, redactTarget } from "./access-log.ts";
import { checkRequest, type RequestRules } from "./check-request.ts";
import { isLoopback, toClientKey } from "./client-key.ts";
import { setSecurityHeaders } from "./content-policy.ts";
import { countResponse } from "./count-response.ts";
import { GatewayError, gatewayErrorResponse, isGatewayError } from "./gateway-error.ts";
import { type ClientInfo, GatewayRequest } from "./gateway-request.ts";
import type { GuardSettings } from "./guard-options.ts";
import { defaultHosts, type Hosts, LOOPBACK_HOSTS, parseHosts } from "./hosts.ts";
import { limitSource, type Source } from "./limit-source.ts";
import { ConcurrencyLimiter, RateLimiter, type Release } from "./limiters.ts";
import { createSignatures, type Signatures, type SignedUrl } from "./signatures.ts";
import { randomName } from "./via.ts";
import { robotsResponse, securityTxtResponse } from "./well-known.ts";

export interface GuardInit extends GuardSettings {
  /** The schemes of the client. */
  readonly registry: Registry;
  /** Can the client reach this machine or its network? Default false. */
  readonly reachesInside?: boolean;
  /** Returns the state of the cache. */
  readonly cacheState?: () => Health["cache"];
}

/** Protects the gateway: checks requests, applies limits, sets security headers, and logs. */
export interface Guard {
  readonly metrics: Metrics;
  /** Contact for abuse reports, from the option. */
  readonly contact: string | undefined;
  /** Wraps a client with the limits per target. */
  limited(client: Source): Source;
  /** Answers a request: with an error if it rejects it, with its own pages, or with the route. */
  answer(
    request: Request,
    caller: ClientInfo | undefined,
    route: (incoming: GatewayRequest) => Response | Promise<Response>,
  ): Promise<Response>;
  health(): Health;
  /** Answers health and metrics requests, on a separate listener. */
  operations(request: Request): Response;
  /** Starts the shutdown: `health` reports "draining". */
  drain(): void;
  /** Reports the port, to distinguish our own address from other servers on the same host. */
  listening(port: number): void;
}

/** Creates a guard. */
export function createGuard(init: GuardInit): Guard {
  const { registry, now = Date.now, robots, operations, contact, maxForm, logAddresses, log, onFault } = init;
  const { name = randomName() } = init;
  let port: number | undefined;
  const hosts: Hosts = parseHosts(init.hosts ?? defaultHosts(init.publicUrl), () => port);
  const slots = new ConcurrencyLimiter(init.maxRequests);
  const clientSlots = new ConcurrencyLimiter(init.maxPerClient);
  const clientRates = new RateLimiter(init.clientRate, init.maxTracked, now);
  const signatures: Signatures | undefined = init.sign && createSignatures(init.sign, now);
  const metrics = createMetrics(registry.names());
  const rules: RequestRules = { hosts, name, maxForm, publicUrl: init.publicUrl };
  const signed = (url: Url) => toSignedUrl(url, registry);
  const began = now();
  let draining = false;

  const health = (): Health => ({
    status: draining ? "draining" : "ok",
    inFlight: metrics.inFlight,
    uptime: Math.max(0, Math.floor((now() - began) / 1000)),
    cache: init.cacheState?.() ?? "off",
  });
  const ownPage = (path: string, host: string, caller: ClientInfo | undefined): Response | undefined => {
    switch (path) {
      case "/_/health":
      case "/_/metrics":
        if (!canSeeOperations(operations, host, caller)) return undefined;
        return operational(path);
      case "/robots.txt":
        return robotsResponse(robots);
      case "/.well-known/security.txt":
        return securityTxtResponse({ contact, publicUrl: init.publicUrl }, now());
      default:
        return undefined;
    }
  };
  const operational = (path: string): Response => {
    if (path === "/_/health") return healthResponse(health());
    if (path !== "/_/metrics")
      return gatewayErrorResponse(new GatewayError("not-found", { hint: "request /_/health or /_/metrics" }));
    return new Response(metrics.formatText(), {
      headers: { "content-type": METRICS_TYPE, "cache-control": "no-store" },
    });
  };
  /** Takes a slot. @throws {GatewayError} client-rate, client-busy, gateway-busy. */
  const enter = (caller: ClientInfo | undefined, leaves: Release[]): void => {
    const key = caller?.address === undefined ? undefined : toClientKey(caller.address);
    const wait = key === undefined ? 0 : clientRates.take(key);
    if (wait > 0) throw new GatewayError("client-rate", { retryAfter: wait / 1000 });
    const leaveClient = key === undefined ? () => {} : clientSlots.acquire(key);
    if (leaveClient === undefined) throw new GatewayError("client-busy");
    leaves.push(leaveClient);
    const leave = slots.acquire("");
    if (leave === undefined) throw new GatewayError("gateway-busy");
    leaves.push(leave);
  };

  return {
    metrics,
    contact,
    limited: (client) => limitSource(client, { ...init, name, now }),
    health,
    operations(request) {
      const response = operational(parseRequestUrl(request.url, false).path);
      setSecurityHeaders(response.headers, false);
      return response;
    },
    drain() {
      draining = true;
    },
    listening(at) {
      port = at;
    },
    async answer(request, caller, route) {
      const started = now();
      const requestUrl = parseRequestUrl(request.url, signatures !== undefined);
      const [path = ""] = requestUrl.reference.split("?", 1);
      const leaves: Release[] = [];
      const ending = new AbortController();
      const gone = () => ending.abort(request.signal.reason);
      let incoming: GatewayRequest | undefined;
      let refused: string | undefined;
      let response: Response;
      metrics.requestStarted();
      try {
        const isForeign = checkRequest(request, requestUrl.host, rules);
        const own = ownPage(path, requestUrl.host, caller);
        if (own !== undefined) response = own;
        else {
          enter(caller, leaves);
          if (request.signal.aborted) gone();
          request.signal.addEventListener("abort", gone, { once: true });
          incoming = new GatewayRequest({
            ...{ request, requestUrl, caller, hosts, signatures, signed, isForeign },
            reachesInside: init.reachesInside ?? false,
            signal: ending.signal,
          });
          response = await route(incoming);
        }
      } catch (error) {
        const refusal = isGatewayError(error) ? error : new GatewayError("gateway-fault");
        if (!isGatewayError(error)) onFault?.(error);
        refused = refusal.code;
        response = gatewayErrorResponse(refusal);
      }
      const over = (octets: number, cut: boolean) => {
        for (const leave of leaves) leave();
        request.signal.removeEventListener("abort", gone);
        const { url, cacheUse: cache } = incoming ?? {};
        refused ??= incoming?.errorCode;
        const ms = Math.max(0, now() - started);
        const { status } = response;
        metrics.requestEnded({ status, octets, seconds: ms / 1000, scheme: url?.scheme, cache, refused });
        if (log === undefined) return;
        const client = formatLogAddress(caller?.address, logAddresses);
        log({
          time: new Date(started).toISOString(),
          method: request.method,
          target: url === undefined ? redactPath(path) : redactTarget(url.href),
          ...{ status, octets, ms },
          ...(client !== undefined && { client }),
          ...(cache !== undefined && { cache }),
          ...(refused !== undefined && { refused }),
          ...(cut && { cut }),
        });
      };
      response = withSecurityHeaders(response, robots === "allow");
      // Content that is in memory has a length.
      const length = response.headers.get("content-length");
      if (response.body === null || length !== null) {
        over(request.method === "HEAD" ? 0 : Number(length), false);
        return response;
      }
      return countResponse(response, request.signal, (octets, cut) => {
        over(octets, cut);
        ending.abort(new Error("the response was sent"));
      });
    },
  };
}

const LOOPBACK_ONLY = parseHosts(LOOPBACK_HOSTS);

/** Checks address and host name. A local proxy has a loopback address, but usually passes on the name from visitors. */
function canSeeOperations(
  operations: "loopback" | "all" | "none",
  host: string,
  caller: ClientInfo | undefined,
): boolean {
  if (operations !== "loopback") return operations === "all";
  if (!LOOPBACK_ONLY.serves(host)) return false;
  return caller?.address !== undefined && caller.forwarded !== true && isLoopback(caller.address);
}

/** Identifies the server of a URL: by host name, without case and escapes, and by effective port. */
function toSignedUrl(url: Url, registry: Registry): SignedUrl {
  const { scheme, host, href } = url;
  if (host === undefined) return { scheme, host: "", port: undefined, href };
  const { hostname, port } = parseLogin(url, registry.scheme(scheme)?.defaultPort(scheme) ?? 0);
  return { scheme, host: hostname.toLowerCase(), port: port === 0 ? undefined : port, href };
}

/** Sets the security headers. Copies the response if its headers are immutable, such as those of a redirect. */
function withSecurityHeaders(response: Response, robots: boolean): Response {
  try {
    setSecurityHeaders(response.headers, robots);
    return response;
  } catch {
    const own = new Response(response.body, response);
    setSecurityHeaders(own.headers, robots);
    return own;
  }
}

/** Returns the path to log for a request without a target, but only for the gateway's own paths. */
function redactPath(path: string): string {
  return path === "/" || /^\/(?:_\/|robots\.txt$|\.well-known\/)/.test(path)
    ? path.slice(0, 100).replace(/^\/_\/s\/.*$/, "/_/s/***")
    : "";
}
