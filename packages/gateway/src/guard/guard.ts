import { parseLogin, type Registry, type Url } from "@anyurl/core";
import { type Health, healthResponse } from "../health.ts";
import { createMetrics, METRICS_TYPE, type Metrics } from "../metrics.ts";
import { type AccessRecord, type LoggedAddress, loggedAddress, loggedTarget } from "./access-log.ts";
import { checkRequest, hostOf } from "./check-request.ts";
import { isLoopback } from "./client-key.ts";
import type { Leave } from "./concurrency-limiter.ts";
import { setSecurityFields } from "./content-policy.ts";
import { watched } from "./count-response.ts";
import { checkSite } from "./cross-site.ts";
import { isRefusal, Refusal, refusalResponse } from "./gateway-error.ts";
import { type Caller, type Visit, type VisitState, visitOf } from "./gateway-request.ts";
import { type Hosts, hostsOf, LOOPBACK_HOSTS } from "./hosts.ts";
import { limitedSource, type Source } from "./limit-source.ts";
import { limitsOf } from "./limits.ts";
import type { Rate } from "./rate-limiter.ts";
import { type Signatures, type Signed, type SigningOptions, signaturesOf } from "./signatures.ts";
import { chanceName, checkedName } from "./via.ts";
import { checkedContact, type Robots, robotsText, securityText } from "./well-known.ts";

export interface GuardOptions {
  /** Values of `Host` that are served; "*" for all. Default the loopback names and the host of `publicUrl`. */
  readonly hosts?: readonly string[];
  /** The external URL of the gateway, for example `https://gateway.example`. */
  readonly publicUrl?: string;
  /** Concurrent requests. Default 64. */
  readonly maxRequests?: number;
  /** Concurrent requests of one client. Default 8. */
  readonly maxPerClient?: number;
  /** Concurrent calls to one host. One client can use half of them, but at least one. Default 4. */
  readonly maxPerTarget?: number;
  /** Rate limit per client. Default 10 requests per second with a burst of 100. */
  readonly clientRate?: Rate;
  /** Rate limit per host. Default 10 calls per second with a burst of 40. */
  readonly targetRate?: Rate;
  /** Number of clients, and of hosts, that the rate limiters track. Default 10,000 of each. */
  readonly maxTracked?: number;
  /** Maximum size of a form, in bytes. Default 64 KiB. */
  readonly maxForm?: number;
  /** Sign links, and open signed links only. Default off. */
  readonly sign?: SigningOptions;
  /** Called for each request. Default no log. */
  readonly log?: (record: AccessRecord) => void;
  /** How a client's address is logged. Default "shortened". */
  readonly logAddresses?: LoggedAddress;
  /** Whether search engines may index the gateway. Default "disallow". */
  readonly robots?: Robots;
  /** Contact for abuse reports: a `mailto:` or `https:` URL. */
  readonly contact?: string;
  /** The name of the gateway in `Via`. Default a random name. */
  readonly name?: string;
  /**
   * Who can read `/_/health` and `/_/metrics`. "loopback": a client with a loopback address that uses a loopback name,
   * and no proxy. A proxy on this machine that sends no `X-Forwarded-For` and replaces `Host` by a loopback name looks
   * like such a client: for such a proxy, use "nobody" and a separate listener. Default "loopback".
   */
  readonly operations?: "loopback" | "everybody" | "nobody";
  /** Called with an internal error, which the client sees as 500. */
  readonly onFault?: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface GuardInit extends GuardOptions {
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
    caller: Caller | undefined,
    route: (visit: Visit) => Response | Promise<Response>,
  ): Promise<Response>;
  health(): Health;
  /** Answers health and metrics requests, on a separate listener. */
  operations(request: Request): Response;
  /** Starts the shutdown: `health` reports "draining". */
  drain(): void;
  /** Reports the port, to distinguish our own address from other servers on the same host. */
  listening(port: number): void;
}

/** Creates a guard. @throws {RangeError} an option is invalid. */
export function createGuard(init: GuardInit): Guard {
  const { registry, now = Date.now, robots = "disallow", operations = "loopback" } = init;
  const { maxForm = 64 * 1024, logAddresses = "shortened", log, onFault } = init;
  checkChoice("robots", robots, ["disallow", "allow"]);
  checkChoice("operations", operations, ["loopback", "everybody", "nobody"]);
  checkChoice("logAddresses", logAddresses, ["shortened", "whole", "none"]);
  const contact = checkedContact(init.contact);
  const name = init.name === undefined ? chanceName() : checkedName(init.name);
  let port: number | undefined;
  const hosts: Hosts = hostsOf(init.hosts ?? usualHosts(init.publicUrl), () => port);
  const limits = limitsOf(init, now);
  const signatures: Signatures | undefined = init.sign && signaturesOf(init.sign, now);
  const metrics = createMetrics(registry.names());
  const signed = (url: Url) => signedOf(url, registry);
  const began = now();
  let draining = false;

  const health = (): Health => ({
    status: draining ? "draining" : "ok",
    inFlight: metrics.inFlight,
    uptime: Math.max(0, Math.floor((now() - began) / 1000)),
    cache: init.cacheState?.() ?? "off",
  });
  const ownPage = (path: string, host: string, caller: Caller | undefined): Response | undefined => {
    switch (path) {
      case "/_/health":
      case "/_/metrics":
        if (!maySeeOperations(operations, host, caller)) return undefined;
        return operational(path);
      case "/robots.txt":
        return robotsText(robots);
      case "/.well-known/security.txt":
        return securityText({ contact, publicUrl: init.publicUrl }, now());
      default:
        return undefined;
    }
  };
  const operational = (path: string): Response => {
    if (path === "/_/health") return healthResponse(health());
    if (path !== "/_/metrics") return refusalResponse(notFound());
    return new Response(metrics.text(), {
      headers: { "content-type": METRICS_TYPE, "cache-control": "no-store" },
    });
  };

  return {
    metrics,
    contact,
    limited: (client) =>
      limitedSource(client, {
        ...{ places: limits.targets, shares: limits.targetShares },
        ...{ rates: limits.targetRates, name },
      }),
    health,
    operations(request) {
      const response = operational(pathOf(request.url));
      setSecurityFields(response.headers, false);
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
      const path = pathOf(request.url);
      const leaves: Leave[] = [];
      const ending = new AbortController();
      const gone = () => ending.abort(request.signal.reason);
      let state: VisitState | undefined;
      let refused: string | undefined;
      let response: Response;
      metrics.began();
      try {
        checkRequest(request, hosts, name, maxForm);
        const isForeign = checkSite(request, init.publicUrl);
        const own = ownPage(path, hostOf(request.url), caller);
        if (own !== undefined) response = own;
        else {
          limits.enter(caller, leaves);
          if (request.signal.aborted) gone();
          request.signal.addEventListener("abort", gone, { once: true });
          const made = visitOf({
            ...{ request, caller, hosts, signatures, signed, isForeign },
            reachesInside: init.reachesInside ?? false,
            signal: ending.signal,
          });
          state = made.state;
          response = await route(made.visit);
        }
      } catch (error) {
        const refusal = isRefusal(error) ? error : fault();
        if (!isRefusal(error)) onFault?.(error);
        refused = refusal.code;
        response = refusalResponse(refusal);
      }
      const over = (octets: number, cut: boolean) => {
        for (const leave of leaves) leave();
        request.signal.removeEventListener("abort", gone);
        const { url, cache } = state ?? {};
        refused ??= state?.refused;
        const ms = Math.max(0, now() - started);
        const { status } = response;
        metrics.ended({ status, octets, seconds: ms / 1000, scheme: url?.scheme, cache, refused });
        const client = loggedAddress(caller?.address, logAddresses);
        log?.({
          time: new Date(started).toISOString(),
          method: request.method,
          target: url === undefined ? loggedPath(path) : loggedTarget(url.href),
          ...{ status, octets, ms },
          ...(client !== undefined && { client }),
          ...(cache !== undefined && { cache }),
          ...(refused !== undefined && { refused }),
          ...(cut && { cut }),
        });
      };
      response = secured(response, robots === "allow");
      const whole = state === undefined || refused !== undefined ? lengthOf(response) : state.whole;
      if (whole !== undefined) {
        const length = typeof whole === "number" ? whole : whole.length;
        over(request.method === "HEAD" ? 0 : length, false);
        if (typeof whole !== "number") caller?.observe?.({ octets: whole, over: () => {} });
        return response;
      }
      let isOver = false;
      const delivered = (octets: number, cut: boolean) => {
        if (isOver) return;
        isOver = true;
        over(octets, cut);
        ending.abort(new Error("the response was sent"));
      };
      if (caller?.observe === undefined) return watched(response, request.signal, delivered);
      caller.observe({ over: delivered });
      return response;
    },
  };
}

const LOOPBACK = hostsOf(LOOPBACK_HOSTS);

/** Checks address and host name. A local proxy has a loopback address, but usually passes on the name from visitors. */
function maySeeOperations(
  operations: "loopback" | "everybody" | "nobody",
  host: string,
  caller: Caller | undefined,
): boolean {
  if (operations !== "loopback") return operations === "everybody";
  if (!LOOPBACK.serves(host)) return false;
  return caller?.address !== undefined && caller.forwarded !== true && isLoopback(caller.address);
}

/** Returns the length of a response that the guard created. */
function lengthOf({ headers }: Response): number {
  return Number(headers.get("content-length") ?? 0);
}

/** Identifies the server of a URL: by host name, without case and escapes, and by effective port. */
function signedOf(url: Url, registry: Registry): Signed {
  const { scheme, host, href } = url;
  if (host === undefined) return { scheme, host: "", port: undefined, href };
  const { hostname, port } = parseLogin(url, registry.scheme(scheme)?.defaultPort(scheme) ?? 0);
  return { scheme, host: hostname.toLowerCase(), port: port === 0 ? undefined : port, href };
}

/** Sets the security headers. Copies the response if its headers are immutable, such as those of a redirect. */
function secured(response: Response, robots: boolean): Response {
  try {
    setSecurityFields(response.headers, robots);
    return response;
  } catch {
    const own = new Response(response.body, response);
    setSecurityFields(own.headers, robots);
    return own;
  }
}

function usualHosts(publicUrl: string | undefined): readonly string[] {
  if (publicUrl === undefined) return LOOPBACK_HOSTS;
  const [, host] = /^https?:\/\/([^/?#@]+)\/?$/i.exec(publicUrl) ?? [];
  if (host === undefined)
    throw new RangeError(
      'invalid option publicUrl: expected a URL without a path, such as "https://gateway.example"',
    );
  return [host, ...LOOPBACK_HOSTS];
}

function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value))
    throw new RangeError(
      `invalid option ${name}: expected one of ${choices.map((each) => `"${each}"`).join(", ")}`,
    );
}

function pathOf(url: string): string {
  const path = url.slice(url.indexOf("/", url.indexOf("//") + 2));
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** Returns the path to log for a request without a target, but only for the gateway's own paths. */
function loggedPath(path: string): string {
  return path === "/" || /^\/(?:_\/|robots\.txt$|\.well-known\/)/.test(path)
    ? path.slice(0, 100).replace(/^\/_\/s\/.*$/, "/_/s/***")
    : "";
}

function notFound(): Refusal {
  return new Refusal({ status: 404, code: "not-found", message: "page not found" });
}

function fault(): Refusal {
  return new Refusal({ status: 500, code: "gateway-fault", message: "internal gateway error" });
}
