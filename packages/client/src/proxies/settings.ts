import {
  defineOptions,
  type OptionSet,
  type OptionsInput,
  OptionValueError,
  type ResolvedOptions,
  resolveOptions,
} from "@anyurl/core";
import { isExempt, type NoProxyRule, parseNoProxyRule } from "./exemption.ts";
import { isHttpProxy, type ProxyServer, parseProxyUrl } from "./proxy.ts";
import type { ProxyLoginCallback } from "./proxy-login.ts";

const DECLARATIONS = {
  proxy: {
    type: "value",
    as: undefined as string | Readonly<Record<string, string>> | undefined,
    read: readProxies as (value: unknown) => ReadonlyMap<string, ProxyServer> | undefined,
    expected: "the URL of a proxy, or an object with a URL for each scheme",
    default: {},
    description:
      'the URL of a proxy for all schemes, or one for each scheme name, with "*" for all other schemes',
  },
  noProxy: {
    type: "list",
    read: readRules as (texts: readonly string[]) => readonly NoProxyRule[],
    expected: "a list of hosts and address blocks",
    default: [],
    description:
      'hosts that are connected to without a proxy: "example.com" with its subdomains, "10.0.0.0/8", "::1", "*"',
  },
  trustProxy: {
    type: "boolean",
    default: false,
    description:
      'allow a proxy that looks names up itself under the policy "untrusted", which rejects it otherwise, because it cannot check the addresses',
  },
  tunnel: {
    type: "boolean",
    default: false,
    description:
      "let HTTP proxies open a tunnel (CONNECT) for every connection; otherwise only for TLS, because most proxies allow no other",
    rule: "RFC 9110 §9.3.6",
  },
  login: {
    type: "function",
    as: undefined as ProxyLoginCallback | undefined,
    description: "called for the login at a proxy that requires one, if its URL has none or a wrong one",
    rule: "RFC 9110 §15.5.8",
  },
} as const;

/** The option `proxies` of a client. */
export const proxyOptions: OptionSet<typeof DECLARATIONS> = defineOptions("proxies", DECLARATIONS);

export interface ProxyOptions extends OptionsInput<typeof proxyOptions> {}

/** Validated proxy options. */
export type ProxySettings = ResolvedOptions<typeof proxyOptions>;

/** @throws {AccessError} bad-option */
export function resolveProxySettings(options: ProxyOptions): ProxySettings {
  return resolveOptions(proxyOptions, options);
}

function readProxies(value: unknown): ReadonlyMap<string, ProxyServer> | undefined {
  if (typeof value === "string") return new Map([["*", parseProxyUrl(value)]]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(
    Object.entries(value).map(([scheme, url]) => {
      if (!/^(?:\*|[a-z][a-z0-9+.-]*)$/.test(scheme))
        throw new OptionValueError(`a scheme name or "*" instead of ${JSON.stringify(scheme)}`);
      return [scheme, parseProxyUrl(url)];
    }),
  );
}

function readRules(texts: readonly string[]): readonly NoProxyRule[] {
  return texts.map((text) => {
    const rule = parseNoProxyRule(text);
    if (rule !== undefined) return rule;
    throw new OptionValueError(
      `host names, addresses, blocks of addresses, or "*", instead of ${JSON.stringify(text)}`,
    );
  });
}

/** Returns the proxy for a host, or `undefined` if it is connected to directly. */
export function findProxy(
  scheme: string,
  host: string,
  port: number,
  { proxy: proxies, noProxy }: ProxySettings,
): ProxyServer | undefined {
  const proxy = proxies.get(scheme) ?? proxies.get("*");
  if (proxy === undefined || noProxy.some((rule) => isExempt(host, port, rule))) return undefined;
  return proxy;
}

/**
 * Returns the HTTP proxy that is asked for a URL itself, in absolute-form (RFC 9112 §3.2.2), and not for a tunnel;
 * `undefined` if the host has no such proxy.
 */
export function findForwardingProxy(
  scheme: string,
  host: string,
  port: number,
  proxies: ProxySettings | undefined,
): ProxyServer | undefined {
  if (proxies === undefined || proxies.tunnel) return undefined;
  const proxy = findProxy(scheme, host, port, proxies);
  return proxy !== undefined && isHttpProxy(proxy) ? proxy : undefined;
}
