import { parseNoProxyRule } from "./exemption.ts";
import type { ProxyOptions } from "./settings.ts";

/**
 * Reads the proxy settings from environment variables, for a command line; the library never does so by itself.
 *
 * The variables are `ftp_proxy`, `gopher_proxy` …, `all_proxy`, and `no_proxy` with commas or spaces between its
 * entries, all in lower or upper case. Lower case takes precedence. `HTTP_PROXY` in upper case is ignored: in a CGI
 * program it is the request header "Proxy". A value without "://" is the host of an HTTP proxy, and `socks://`, which
 * desktops set, means `socks5://`; an empty value is ignored. Invalid entries of `no_proxy` are skipped.
 *
 * @param schemes the names of the schemes in use. Variables of other programs, such as `GIT_PROXY` and `auto_proxy`, are
 *   then ignored, whatever they contain. Default: every name can be that of a scheme.
 */
export function proxiesFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  schemes?: Iterable<string>,
): ProxyOptions {
  const used = schemes && new Set(["*", ...schemes]);
  const proxy = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const scheme = /^([a-z][a-z0-9]*)_proxy$/i.exec(name)?.[1];
    const value = env[name]?.trim() ?? "";
    const isUpper = name === name.toUpperCase();
    if (scheme === undefined || value === "" || (!isUpper && name !== name.toLowerCase())) continue;
    const key = scheme.toLowerCase() === "all" ? "*" : scheme.toLowerCase();
    // Upper case sorts before lower case, so a lower-case variable overwrites an upper-case one.
    if (key === "no" || (isUpper && key === "http") || used?.has(key) === false) continue;
    proxy.set(key, value.includes("://") ? value.replace(/^socks:/i, "socks5:") : `http://${value}`);
  }
  const noProxy = (env["no_proxy"] || env["NO_PROXY"] || "")
    .split(/[\s,]+/)
    .filter((text) => parseNoProxyRule(text) !== undefined);
  return { proxy: Object.fromEntries(proxy), noProxy };
}
