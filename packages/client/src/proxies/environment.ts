import { parseNoProxyRule } from "./exemption.ts";
import type { ProxyOptions } from "./settings.ts";

/**
 * The proxies that an environment names, as a command line may read them; a library never does so by itself.
 *
 * `ftp_proxy`, `gopher_proxy` … and `all_proxy`, or the same in upper case; `no_proxy`, with commas or spaces
 * between. Lower case goes first. `HTTP_PROXY` in upper case is passed over: in a CGI program it is a header
 * of the request, "Proxy". A value without "://" is the host of an HTTP proxy; an empty one counts as none.
 * Of `no_proxy` what is neither name nor address is left out.
 */
export function proxiesFromEnvironment(env: Readonly<Record<string, string | undefined>>): ProxyOptions {
  const proxy = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const scheme = /^([a-z][a-z0-9]*)_proxy$/i.exec(name)?.[1];
    const value = env[name]?.trim() ?? "";
    const isUpper = name === name.toUpperCase();
    if (scheme === undefined || value === "" || (!isUpper && name !== name.toLowerCase())) continue;
    const key = scheme.toLowerCase() === "all" ? "*" : scheme.toLowerCase();
    // Sorted by their characters, upper case comes before lower case: what comes later is what counts.
    if (key !== "no" && !(isUpper && key === "http"))
      proxy.set(key, value.includes("://") ? value : `http://${value}`);
  }
  const noProxy = (env["no_proxy"] || env["NO_PROXY"] || "")
    .split(/[\s,]+/)
    .filter((text) => parseNoProxyRule(text) !== undefined);
  return { proxy: Object.fromEntries(proxy), noProxy };
}
