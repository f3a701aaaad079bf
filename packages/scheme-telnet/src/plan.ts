import { AccessError, noPlanError, type Plan, parseLogin } from "@anyurl/core";
import { DEFAULT_PORT, type TelnetUrl } from "./syntax.ts";

/**
 * Returns what opening the URL would do: connect, and wait for the server to negotiate options. User and password are
 * not sent: they are suggestions for the user (RFC 4248 §2).
 *
 * @throws {AccessError} control-octet; unsupported: another operation than "open".
 */
export function plan(url: TelnetUrl, operation = "open"): Plan {
  if (operation !== "open") throw noPlanError("telnet", operation, ["open"]);
  const { user, password, hostname, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  rejectControls(user, password);
  return {
    operation,
    steps: [{ do: "connect", on: "control", host: hostname, port, cite: "RFC 854" }],
  };
}

/** @throws {AccessError} control-octet */
export function rejectControls(user = "", password = ""): void {
  if (!/[\0\r\n]/.test(user + password)) return;
  throw new AccessError("control-octet", "the user or password contains NUL, CR, or LF", {
    hint: "remove it from the URL",
  });
}
