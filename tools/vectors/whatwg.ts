import { createRegistry, defineScheme, normalizeGeneric, type Registry, type Url } from "@anyurl/core";

/*
 * The special schemes of the WHATWG URL Standard, with the normalization of RFC 3986 §6.2.3: the default port is
 * removed, and an empty path becomes "/". For comparing the two standards independently of the installed schemes.
 */

const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443, ftp: 21 };

const common = {
  cite: ["RFC 3986 §6.2.3"],
  hierarchical: true,
  parse: () => ({}),
  format: () => "http://h/",
  normalize: normalOf,
  examples: [],
};

function normalOf(url: Url): string {
  const whole = url.host !== undefined && url.path === "" ? url.with({ path: "/" }) : url;
  return normalizeGeneric(whole, { hierarchical: true, defaultPort: PORTS[url.scheme] });
}

export const urls: Registry = createRegistry(
  defineScheme({ ...common, name: ["http", "https", "ws", "wss", "ftp"], defaultPort: PORTS }),
  defineScheme({ ...common, name: "file" }),
);
