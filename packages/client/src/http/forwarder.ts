import { AccessError, displayText } from "@anyurl/core";
import { formatHttpAuthority, type HttpRequest, type HttpResponse } from "@anyurl/core/exchange";
import type { CallNetwork } from "../context/call-network.ts";
import { formatProxyAuthorization, proxyLoginError } from "../proxies/http-connect.ts";
import type { ProxyServer } from "../proxies/proxy.ts";
import { findProxyLogin } from "../proxies/proxy-login.ts";
import { findForwardingProxy } from "../proxies/settings.ts";
import { ofProxy } from "../proxies/tunnel.ts";

/** A request as an HTTP proxy gets it, with the URL as its target (RFC 9112 §3.2.2). */
export interface Forwarder {
  readonly proxy: ProxyServer;
  /** Returns the request, with the login of the proxy. */
  request(): HttpRequest;
  /** The value of Host: the authority of the target. */
  readonly authority: string;
  /** Returns a response of the server. @throws {AccessError} proxy-auth-required, redirect-refused: it is a response of the proxy. */
  check(response: HttpResponse): Promise<HttpResponse>;
}

/** Returns how to ask the proxy of a host; `undefined` without a proxy, for TLS, and if the proxy opens tunnels. */
export function findForwarder(network: CallNetwork, request: HttpRequest): Forwarder | undefined {
  const { endpoint, fields } = request;
  const { scheme, proxies } = network;
  if (endpoint.tls === true) return undefined;
  const proxy = findForwardingProxy(scheme, endpoint.host, endpoint.port, proxies);
  if (proxy === undefined) return undefined;
  const { target, authority } = network.call.forwarded ?? toAbsoluteForm(request);
  return {
    proxy,
    authority,
    request() {
      const login = findProxyLogin(proxy);
      const more: typeof fields =
        login === undefined ? [] : [["proxy-authorization", formatProxyAuthorization(login)]];
      return { ...request, target, fields: [...fields, ...more] };
    },
    async check(response) {
      const { status, reason, fields, body } = response;
      const reply = displayText(reason).slice(0, MAX_REPLY_LENGTH);
      const error =
        status === 407
          ? proxyLoginError(findProxyLogin(proxy), reply)
          : network.call.forwarded !== undefined && fields.some(([name]) => name === "location")
            ? redirectError(network.scheme, status, reply)
            : undefined;
      if (error === undefined) return response;
      await body.return(true);
      throw ofProxy(proxy, error);
    },
  };
}

function toAbsoluteForm({
  endpoint,
  target,
}: HttpRequest): Pick<Forwarder, "authority"> & { readonly target: string } {
  const authority = formatHttpAuthority(endpoint);
  // "OPTIONS *" asks for the URL without a path (RFC 9112 §3.2.4).
  return { authority, target: `http://${authority}${target === "*" ? "" : target}` };
}

/** Servers of other schemes do not redirect. */
function redirectError(scheme: string, status: number, reply: string): AccessError {
  return new AccessError("redirect-refused", `the proxy redirects a request for ${scheme}`, {
    reply,
    replyCode: status,
  });
}

const MAX_REPLY_LENGTH = 500;
