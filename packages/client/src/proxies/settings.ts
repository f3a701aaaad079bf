import { isExempt, type NoProxyRule, parseNoProxyRule } from "./exemption.ts";
import { type ProxyServer, parseProxyUrl } from "./proxy.ts";

export interface ProxyOptions {
  /** The URL of a proxy for all schemes; or one for each, by scheme name, with "*" for all others. */
  readonly proxy?: string | Readonly<Record<string, string>>;
  /** Hosts that are reached without: "example.com" with what is below it, "10.0.0.0/8", "::1", "*". */
  readonly noProxy?: readonly string[];
  /**
   * The policy "untrusted" refuses proxies that look names up by themselves, for it cannot see where they
   * lead to. True: this one may. Default false.
   */
  readonly trustProxy?: boolean;
}

/** Options of proxies that have been read and checked. */
export interface ProxySettings {
  readonly proxies: ReadonlyMap<string, ProxyServer>;
  readonly exemptions: readonly NoProxyRule[];
  readonly trustProxy: boolean;
}

/** @throws {RangeError} a proxy, a scheme or an exemption that is none. */
export function resolveProxySettings({
  proxy = {},
  noProxy = [],
  trustProxy = false,
}: ProxyOptions): ProxySettings {
  const texts = typeof proxy === "string" ? { "*": proxy } : proxy;
  const proxies = Object.entries(texts).map(([scheme, text]) => {
    if (!/^(?:\*|[a-z][a-z0-9+.-]*)$/.test(scheme))
      throw new RangeError(`"${scheme}" is no scheme to have a proxy`);
    return [scheme, parseProxyUrl(text)] as const;
  });
  const exemptions = noProxy.map((text) => {
    const exemption = parseNoProxyRule(text);
    if (exemption === undefined)
      throw new RangeError(`noProxy: "${text}" is no name and no block of addresses`);
    return exemption;
  });
  return { proxies: new Map(proxies), exemptions, trustProxy };
}

/** The proxy between us and a host; `undefined` when there is none. */
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
