import { parseLogin } from "@anyurl/core";
import type { Endpoint } from "@anyurl/core/exchange";
import { DEFAULT_PORT, type XDemoUrl } from "./syntax.ts";

/** Returns the server of a URL. */
export function toEndpoint(url: XDemoUrl): Endpoint {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return { host: hostname, port };
}
