import { AccessError, isAccessError } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import { parseAddress } from "../connection/addresses.ts";
import {
  approvedAddresses,
  checkAddress,
  interleaveFamilies,
  lookUpAddresses,
} from "../connection/approve.ts";
import type { DialOptions } from "../connection/dial-options.ts";
import { raceAddresses } from "../connection/race.ts";
import { connectByHttp } from "./http-connect.ts";
import type { ProxyServer } from "./proxy.ts";
import { connectBySocks5 } from "./socks5.ts";
import { type Target, toTargetHost } from "./target.ts";

/** A tunnel, and what the proxy was told to connect to. */
export interface Tunnel {
  readonly connection: Connection;
  readonly address: string;
}

/**
 * What a proxy may be told of a host: an approved address, or, when it looks names up by itself, the name.
 *
 * @throws {AccessError} host-blocked: by the policy, which under "untrusted" must see where a name leads to.
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
      "the proxy looks names up by itself, and so the policy cannot see where they lead to",
      { hint: "set trustProxy: true if the proxy has such a policy of its own, or use socks5:" },
    );
  }
  toTargetHost(host);
  if (parseAddress(host) !== undefined) checkAddress(dialling.policy, host);
  return [host];
}

/** Connects to a proxy, and through it to the first of the targets that it can reach. */
export async function openTunnel(
  dialling: DialOptions,
  proxy: ProxyServer,
  targets: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Tunnel> {
  for (const [i, address] of targets.entries()) {
    try {
      return { connection: await tunnel(dialling, proxy, { host: address, port }, signal), address };
    } catch (error) {
      const passes = isAccessError(error) && error.code === "proxy-refused" && i + 1 < targets.length;
      if (!passes || signal.aborted) throw error;
    }
  }
  throw new AccessError("connect-failed", "the host has no address", { retryable: true });
}

async function tunnel(
  dialling: DialOptions,
  proxy: ProxyServer,
  target: Target,
  signal: AbortSignal,
): Promise<Connection> {
  const connection = await reached(dialling, proxy, signal);
  const stop = () => connection.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    return await (proxy.kind === "http" || proxy.kind === "https"
      ? connectByHttp(connection, target, proxy.login, dialling.limits)
      : connectBySocks5(connection, target, proxy.login));
  } catch (error) {
    connection.close();
    signal.throwIfAborted();
    throw ofProxy(proxy, error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** A connection to the proxy itself: the user has named it, and so every address of it is approved. */
async function reached(dialling: DialOptions, proxy: ProxyServer, signal: AbortSignal): Promise<Connection> {
  const { host, port, kind } = proxy;
  try {
    const addresses = await lookUpAddresses(dialling.transport, host, signal);
    // Whom we trust holds here too; who we are, and that anybody may be the peer, was said of another host.
    const { ca, minVersion } = dialling.tls ?? {};
    const tls = { serverName: host, ...(ca !== undefined && { ca }), ...(minVersion && { minVersion }) };
    const speaking = kind === "https" ? tls : undefined;
    return await raceAddresses(dialling, interleaveFamilies(addresses), port, speaking, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw ofProxy(proxy, error);
  }
}

/** An error that says that the proxy, and not the host behind it, is where it comes from. */
function ofProxy({ shown }: ProxyServer, error: unknown): AccessError {
  if (!isAccessError(error)) {
    const message = `${shown}: the connection to the proxy broke off`;
    return new AccessError("connect-failed", message, { cause: error, retryable: true });
  }
  const { code, message, hint, reply, replyCode, retryable, cause } = error;
  return new AccessError(code, `${shown}: ${message}`, { hint, reply, replyCode, retryable, cause });
}
