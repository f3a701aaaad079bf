import { AccessError, parseLogin } from "@anyurl/core";
import type { Endpoint } from "@anyurl/core/exchange";
import type { Tn3270Settings } from "./options.ts";
import { DEFAULT_PORT, type Tn3270Url } from "./syntax.ts";

/** The port of Telnet over TLS, by custom. */
const TLS_PORT = 992;

/** Returns the server of a URL. */
export function toEndpoint(url: Tn3270Url, { tls }: Pick<Tn3270Settings, "tls">): Endpoint {
  const { hostname, port } = parseLogin(url, tls ? TLS_PORT : DEFAULT_PORT);
  return { host: hostname, port, tls };
}

/** @throws {AccessError} control-octet */
export function rejectControls(user = "", password = ""): void {
  if (!/[\0\r\n]/.test(user + password)) return;
  throw new AccessError("control-octet", "the user or password contains NUL, CR, or LF", {
    hint: "remove it from the URL",
  });
}
