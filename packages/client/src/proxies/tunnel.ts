import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import { parseAddress } from "../connection/addresses.ts";
import { approvedAddresses, checkAddress } from "../connection/approve.ts";
import type { DialOptions } from "../connection/dial-options.ts";
import { connectByHttp } from "./http-connect.ts";
import { isHttpProxy, type ProxyServer } from "./proxy.ts";
import { findProxyLogin } from "./proxy-login.ts";
import { connectBySocks5 } from "./socks5.ts";
import { type Target, toTargetHost } from "./target.ts";

/** A tunnel, and the target that was sent to the proxy. */
export interface Tunnel {
  readonly connection: Connection;
  readonly address: string;
}

/**
 * Returns the targets that may be sent to a proxy: approved addresses, or the name if the proxy looks names up itself.
 *
 * @throws {AccessError} host-blocked: the policy "untrusted" must know the addresses of a name.
 */
export async function tunnelTargets(
  dialling: DialOptions,
  proxy: ProxyServer,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (proxy.kind === "socks5") return approvedAddresses(dialling, host, signal);
  if (dialling.policy.profile === "untrusted" && dialling.proxies?.trustProxy !== true) {
    throw new AccessError(
      "host-blocked",
      "the proxy looks names up itself, so the policy cannot check the addresses",
      { hint: "set trustProxy: true if the proxy enforces such a policy itself, or use socks5:" },
    );
  }
  toTargetHost(host);
  if (parseAddress(host) !== undefined) checkAddress(dialling.policy, host);
  return [host];
}

/**
 * Checks that a proxy may be asked for a tunnel: an HTTP proxy is asked for TLS, and for anything else only if the
 * caller wants that, because usual rules of such proxies allow CONNECT to port 443 only.
 *
 * @throws {AccessError} unsupported
 */
export function checkTunnel(
  { scheme, proxies }: Pick<DialOptions, "scheme" | "proxies">,
  proxy: ProxyServer,
  isTls: boolean,
): void {
  if (!isHttpProxy(proxy) || isTls || proxies?.tunnel === true) return;
  throw new AccessError("unsupported", `${proxy.shown} passes on ${scheme} only through a tunnel`, {
    hint: "set tunnel: true in the option proxies if the proxy allows CONNECT to this port, or use a SOCKS proxy",
  });
}

/**
 * Opens a tunnel to the first target that a proxy can connect to.
 *
 * @param connect connects to the proxy.
 */
export async function openTunnel(
  connect: () => Promise<Connection>,
  proxy: ProxyServer,
  targets: readonly string[],
  port: number,
  limits: Limits,
  signal: AbortSignal,
): Promise<Tunnel> {
  for (const [i, address] of targets.entries()) {
    try {
      const connection = await tunnel(await connect(), proxy, { host: address, port }, limits, signal);
      return { connection, address };
    } catch (error) {
      const passes = isAccessError(error) && error.code === "proxy-refused" && i + 1 < targets.length;
      if (!passes || signal.aborted) throw error;
    }
  }
  throw new AccessError("connect-failed", "the host has no address");
}

async function tunnel(
  connection: Connection,
  proxy: ProxyServer,
  target: Target,
  limits: Limits,
  signal: AbortSignal,
): Promise<Connection> {
  const stop = () => connection.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    return await (isHttpProxy(proxy)
      ? connectByHttp(connection, target, findProxyLogin(proxy), limits)
      : connectBySocks5(connection, target, findProxyLogin(proxy)));
  } catch (error) {
    connection.close();
    throw ofProxy(proxy, error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Converts an error to one that names the proxy, and not the target, as its source. */
export function ofProxy({ shown }: ProxyServer, error: unknown): AccessError {
  if (!isAccessError(error)) {
    const message = `${shown}: the connection to the proxy was lost`;
    return new AccessError("connect-failed", message, { cause: error });
  }
  const { code, message, hint, reply, replyCode, retryable, cause } = error;
  return new AccessError(code, `${shown}: ${message}`, { hint, reply, replyCode, retryable, cause });
}
