import { AccessError, isAccessError } from "@anyurl/core";
import type { ConnectOptions, Context, HttpRequest, HttpResponse } from "@anyurl/core/exchange";
import { lookedUp } from "../call/looked-up.ts";
import { withoutCertificate } from "../connection/tls.ts";
import type { CallNetwork } from "../context/call-network.ts";
import { withProxyLogin } from "../proxies/proxy-login.ts";
import { type Forwarder, findForwarder } from "./forwarder.ts";
import { formatRequestHead } from "./head-text.ts";
import { HttpExchange } from "./http-exchange.ts";
import { leaseHttp, mayPool } from "./http-lease.ts";
import { sendByPlatform } from "./platform-http.ts";

/**
 * Creates HTTP for schemes: HTTP/1.1 over connections of the transport, or the HTTP of its platform. The client certificate is sent to the first server only, not to the target of a
 * redirect.
 */
export function createHttp(network: CallNetwork): NonNullable<Context["http"]> {
  let first: string | undefined;
  return (asked, how = {}) => {
    try {
      const endpoint = lookedUp(asked.endpoint, network.call.settings.idna);
      const request = endpoint === asked.endpoint ? asked : { ...asked, endpoint };
      const origin = formatOrigin(request.endpoint);
      first ??= origin;
      const target = networkFor(network, request.endpoint);
      const own =
        first === origin ? target : { ...target, tls: target.tls && withoutCertificate(target.tls) };
      const { transport } = network;
      if (transport.http !== undefined) {
        const head = formatRequestHead(request, mayPool(own, how), own.limits);
        return sendByPlatform(own, transport.http.bind(transport), request, head, how);
      }
      const forwarder = own.proxies ? findForwarder(own, request) : undefined;
      return forwarder === undefined ? sendRequest(own, request, how) : forward(own, request, forwarder, how);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/** Asks a proxy for a URL. A request whose body is gone is not sent again with a login. */
function forward(
  own: CallNetwork,
  request: HttpRequest,
  forwarder: Forwarder,
  how: ConnectOptions,
): Promise<HttpResponse> {
  const forwards = { ...own, forwards: true } as const;
  const ask = request.body === undefined ? own.proxies?.login : undefined;
  const send = async () =>
    forwarder.check(await sendRequest(forwards, forwarder.request(), how, forwarder.authority));
  return ask === undefined ? send() : withProxyLogin(forwarder.proxy, ask, own.call, send);
}

async function sendRequest(
  own: CallNetwork,
  request: HttpRequest,
  how: ConnectOptions,
  authority?: string,
): Promise<HttpResponse> {
  const head = formatRequestHead(request, mayPool(own, how), own.limits, authority);
  for (let fresh = false; ; fresh = true) {
    const lease = await leaseHttp(own, request, how, fresh);
    try {
      const exchange = new HttpExchange(lease, own, how.channel ?? "control", request.method);
      return await exchange.request(head, request);
    } catch (error) {
      // A pooled connection may have been closed meanwhile, so repeat a safe request on a new connection.
      const mayRepeat = !fresh && lease.isReused && request.body === undefined && SAFE.has(request.method);
      const isGone = isAccessError(error) && error.code === "truncated" && !own.call.aborted;
      if (!mayRepeat || !isGone) throw error;
    }
  }
}

/** RFC 9110 §9.2.1. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns the network for a URL with this endpoint. An http URL may redirect to https or back, and each scheme has its
 * own rules.
 */
function networkFor(network: CallNetwork, { tls }: HttpRequest["endpoint"]): CallNetwork {
  if (network.scheme !== "http" && network.scheme !== "https") return network;
  const scheme = tls === true ? "https" : "http";
  if (network.scheme === scheme) return network;
  if (network.policy.schemes?.has(scheme) === false)
    throw new AccessError("scheme-blocked", `the policy does not allow ${scheme} URLs`, { scheme });
  return { ...network, scheme, defaultPort: tls === true ? 443 : 80 };
}

function formatOrigin(endpoint: HttpRequest["endpoint"]): string {
  return `${endpoint.tls === true ? "https" : "http"}://${endpoint.host.toLowerCase()}:${endpoint.port}`;
}
