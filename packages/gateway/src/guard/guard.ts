import { loginOf, type Registry, type Url } from "@anyurl/core";
import { type Health, healthResponse } from "../health.ts";
import { createMetrics, METRICS_TYPE, type Metrics } from "../metrics.ts";
import { type AccessRecord, type LoggedAddress, loggedAddress, loggedTarget } from "./access-log.ts";
import { checkRequest, hostOf } from "./check-request.ts";
import { isLoopback } from "./client-key.ts";
import { setSecurityFields } from "./content-policy.ts";
import { checkSite } from "./cross-site.ts";
import { type Hosts, hostsOf, LOOPBACK_HOSTS } from "./hosts.ts";
import { limitedSource, type Source } from "./limited.ts";
import { limitsOf } from "./limits.ts";
import type { Leave } from "./places.ts";
import type { Rate } from "./rates.ts";
import { isRefusal, Refusal, refusalResponse } from "./refusal.ts";
import { type Signatures, type Signed, type SigningOptions, signaturesOf } from "./signatures.ts";
import { chanceName, checkedName } from "./via.ts";
import { type Caller, type Visit, type VisitState, visitOf } from "./visit.ts";
import { watched } from "./watched.ts";
import { checkedContact, type Robots, robotsText, securityText } from "./well-known.ts";

export interface GuardOptions {
  /** Values of `Host` that are answered; "*" for all. Default the names of loopback, and that of `publicUrl`. */
  readonly hosts?: readonly string[];
  /** Where the gateway is reached from outside, as `https://gateway.example`. */
  readonly publicUrl?: string;
  /** Requests at once. Default 64. */
  readonly maxRequests?: number;
  /** Requests of a client at once. Default 8. */
  readonly maxPerClient?: number;
  /** Calls to a host at once; one client has half of them at most, and one at least. Default 4. */
  readonly maxPerTarget?: number;
  /** How often a client may ask. Default 10 a second, 100 at once. */
  readonly clientRate?: Rate;
  /** How often a host is asked. Default 10 a second, 40 at once. */
  readonly targetRate?: Rate;
  /** Clients and hosts whose rates are remembered. Default 10,000 of each. */
  readonly maxTracked?: number;
  /** Octets of a form that is sent. Default 64 KiB. */
  readonly maxForm?: number;
  /** Open signed links only. Default none are signed. */
  readonly sign?: SigningOptions;
  /** Told of each request that was answered. Default nobody is. */
  readonly log?: (record: AccessRecord) => void;
  /** What is kept of a client's address in the log. Default "shortened". */
  readonly logAddresses?: LoggedAddress;
  /** Whether machines may list what is served. Default "disallow". */
  readonly robots?: Robots;
  /** Where to complain: a `mailto:` or `https:` URL. */
  readonly contact?: string;
  /** Our name in `Via`. Default one by chance. */
  readonly name?: string;
  /**
   * Who may see `/_/health` and `/_/metrics`. "loopback": a client with a loopback address that asks by a loopback name,
   * and not through a proxy. A proxy on this machine that says nothing of itself and replaces `Host` by a loopback name
   * cannot be told from such a client: use "nobody" behind it, and a listener of their own. Default "loopback".
   */
  readonly operations?: "loopback" | "everybody" | "nobody";
  /** Told of a fault of our own, which the client sees as 500. */
  readonly onFault?: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface GuardInit extends GuardOptions {
  /** Of the client that is behind. */
  readonly registry: Registry;
  /** May that client reach this machine or its network? Default false. */
  readonly reachesInside?: boolean;
  /** How the cache is. */
  readonly cacheState?: () => Health["cache"];
}

/** What stands between the world and the pages. */
export interface Guard {
  readonly metrics: Metrics;
  /** Where to complain, as the option says. */
  readonly contact: string | undefined;
  /** A client that stays within what a target may be bothered with. */
  limited(client: Source): Source;
  /** Answers a request: by itself what it refuses, and what is about the gateway; else by the route. */
  answer(
    request: Request,
    caller: Caller | undefined,
    route: (visit: Visit) => Response | Promise<Response>,
  ): Promise<Response>;
  health(): Health;
  /** Answers for health and metrics, on a listener of their own. */
  operations(request: Request): Response;
  /** From now on `health` tells that no new requests are to be sent here. */
  drain(): void;
  /** Told of the port, once there is one: it tells our own address from another server of the host. */
  listening(port: number): void;
}

/** @throws {RangeError} an option that is none. */
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

/** By address and name: a proxy on this machine has the address, and asks by the name that visitors use. */
function maySeeOperations(
  operations: "loopback" | "everybody" | "nobody",
  host: string,
  caller: Caller | undefined,
): boolean {
  if (operations !== "loopback") return operations === "everybody";
  if (!LOOPBACK.serves(host)) return false;
  return caller?.address !== undefined && caller.forwarded !== true && isLoopback(caller.address);
}

/** Of an answer of our own. */
function lengthOf({ headers }: Response): number {
  return Number(headers.get("content-length") ?? 0);
}

/** What tells one server from another: its name without case and escapes, and the port that is gone to. */
function signedOf(url: Url, registry: Registry): Signed {
  const { scheme, host, href } = url;
  if (host === undefined) return { scheme, host: "", port: undefined, href };
  const { hostname, port } = loginOf(url, registry.scheme(scheme)?.defaultPort(scheme) ?? 0);
  return { scheme, host: hostname.toLowerCase(), port: port === 0 ? undefined : port, href };
}

/** The fields of a response may be fixed, as those of a redirection are. */
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

/** Of a request that has no target, or none yet: only that it was for the gateway itself. */
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
