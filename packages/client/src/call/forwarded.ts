import { AccessError, type OperationName, resolveSchemeOptions, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { ClientSettings } from "../client-options.ts";
import { findForwardingProxy } from "../proxies/settings.ts";
import { findScheme, type InstalledScheme } from "./installed-scheme.ts";
import { getOrigin } from "./provenance.ts";

/** A URL that an HTTP proxy is asked for in place of its server. */
export interface ForwardedUrl {
  /** A URL of HTTP for the same host and port. What is sent for it has `target` as its request target. */
  readonly url: Url;
  readonly installed: InstalledScheme;
  readonly schemeOptions: Context["options"];
  /** absolute-form   (RFC 9112 §3.2.2) */
  readonly target: string;
  /** The value of Host: the authority of the target. */
  readonly authority: string;
}

/**
 * Returns how an HTTP proxy is asked for a URL; `undefined` if the scheme knows no such proxies, or if none is set.
 *
 * @throws {AccessError} unsupported: no proxy performs this operation. userinfo-not-allowed: the proxy would get the
 *   login in clear text. scheme-not-installed: the client cannot speak to the proxy.
 */
export function forwardUrl(
  url: Url,
  { scheme: { proxyOperations, proxyUrl } }: InstalledScheme,
  operation: OperationName,
  settings: Pick<ClientSettings, "proxies" | "registry" | "installed" | "idna">,
): ForwardedUrl | undefined {
  if (proxyOperations === undefined || url.host === undefined || url.host === "") return undefined;
  const { scheme } = url;
  const { host, port } = getOrigin(url, settings);
  const proxy = findForwardingProxy(scheme, host, port, settings.proxies);
  if (proxy === undefined) return undefined;
  const init = { scheme, operation };
  if (!proxyOperations.some((each) => each === operation)) {
    throw new AccessError("unsupported", `${proxy.shown} cannot ${operation} ${scheme} URLs`, {
      ...init,
      hint: `${BY_TUNNEL}, or use one of: ${proxyOperations.join(", ")}`,
    });
  }
  if (url.userinfo !== undefined) {
    throw new AccessError("userinfo-not-allowed", `${proxy.shown} would get the login of this URL`, {
      ...init,
      hint: `${BY_TUNNEL}, or remove the user and password before the "@"`,
    });
  }
  const authority = url.host + (url.port === undefined ? "" : `:${url.port}`);
  const http = spoken(url.host, port, settings);
  const asked = proxyUrl === undefined ? url : proxyUrl(url);
  return { ...http, target: String(asked.with({ fragment: undefined })), authority };
}

const BY_TUNNEL = "set tunnel: true in the option proxies if the proxy allows CONNECT to this port";

/** The scheme that speaks to HTTP proxies, with a URL that leads its requests to the host. */
function spoken(
  host: string,
  port: number,
  settings: Pick<ClientSettings, "registry" | "installed">,
): Pick<ForwardedUrl, "url" | "installed" | "schemeOptions"> {
  const installed = findScheme(settings, "http");
  const { scheme } = installed;
  const url = settings.registry.parse(`http://${host}:${port}/`) as Url;
  return {
    url,
    installed,
    schemeOptions: resolveSchemeOptions(scheme, undefined, { scheme: "http", operation: "get" }),
  };
}
