import { isExempt, type NoProxyRule, parseNoProxyRule } from "./exemption.ts";
import { type ProxyServer, parseProxyUrl } from "./proxy.ts";

export interface ProxyOptions {
  /** The URL of a proxy for all schemes, or one for each scheme name, with "*" for all other schemes. */
  readonly proxy?: string | Readonly<Record<string, string>>;
  /** Hosts that are connected to without a proxy: "example.com" with its subdomains, "10.0.0.0/8", "::1", "*". */
  readonly noProxy?: readonly string[];
  /**
   * Allow a proxy that looks names up itself under the policy "untrusted". By default, that policy rejects it, because
   * it cannot check the addresses. Default false.
   */
  readonly trustProxy?: boolean;
}

/** Validated proxy options. */
export interface ProxySettings {
  readonly proxies: ReadonlyMap<string, ProxyServer>;
  readonly exemptions: readonly NoProxyRule[];
  readonly trustProxy: boolean;
}

/** @throws {RangeError} a proxy, a scheme or an exemption is invalid. */
export function resolveProxySettings({
  proxy = {},
  noProxy = [],
  trustProxy = false,
}: ProxyOptions): ProxySettings {
  const texts = typeof proxy === "string" ? { "*": proxy } : proxy;
  const proxies = Object.entries(texts).map(([scheme, text]) => {
    if (!/^(?:\*|[a-z][a-z0-9+.-]*)$/.test(scheme))
      throw new RangeError(`invalid proxy scheme "${scheme}": expected a scheme name or "*"`);
    return [scheme, parseProxyUrl(text)] as const;
  });
  const exemptions = noProxy.map((text) => {
    const exemption = parseNoProxyRule(text);
    if (exemption === undefined)
      throw new RangeError(
        `invalid noProxy entry "${text}": expected a host name, an address, a block of addresses or "*"`,
      );
    return exemption;
  });
  return { proxies: new Map(proxies), exemptions, trustProxy };
}

/** Returns the proxy for a host, or `undefined` if it is connected to directly. */
export function findProxy(
  scheme: string,
  host: string,
  port: number,
  { proxies, exemptions }: ProxySettings,
): ProxyServer | undefined {
  const proxy = proxies.get(scheme) ?? proxies.get("*");
  if (proxy === undefined || exemptions.some((exemption) => isExempt(host, port, exemption)))
    return undefined;
  return proxy;
}
