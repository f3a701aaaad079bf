import { AccessError, isAccessError } from "@anyurl/core";
import type { ConnectOptions, DatagramSocket, Endpoint } from "@anyurl/core/exchange";
import { approvedAddresses, approvePort, outsideSender, rejectInternal } from "../connection/approve.ts";
import { findProxy } from "../proxies/settings.ts";
import { type CallNetwork, serverKey } from "./call-network.ts";
import { GuardedDatagrams } from "./guarded-datagrams.ts";

/**
 * Opens a UDP socket for one request. `maxDatagrams`, `maxDatagramOctets`, and `replyTimeout` limit the response. The
 * socket is closed with the call.
 *
 * @throws {AccessError} port-blocked, host-blocked, connect-failed, timeout; unsupported: a proxy is set for the host,
 *   and datagrams must not bypass it.
 */
export async function openDatagrams(
  network: CallNetwork,
  endpoint: Endpoint,
  how: ConnectOptions = {},
): Promise<DatagramSocket> {
  const { call, limits } = network;
  call.connectsTo(endpoint);
  const { leave } = await call.settings.pool.enter(serverKey(endpoint), call);
  call.whenOver(leave);
  try {
    const socket = await call.connecting(
      limits.connectTimeout,
      (signal) => reach(network, endpoint, how, signal),
      (late) => late.close(),
      "looking up the host",
    );
    const on = how.channel ?? "control";
    const guarded = new GuardedDatagrams(network, socket, endpoint.host, on, leave);
    call.opened(on, guarded.remote);
    call.whenOver(() => guarded.close());
    return guarded;
  } catch (error) {
    leave();
    throw error;
  }
}

/** Opens a socket to the first approved address: a socket cannot detect whether a server answers there. */
async function reach(
  network: CallNetwork,
  { host = "", port }: Endpoint,
  { sentBy }: ConnectOptions,
  signal: AbortSignal,
): Promise<DatagramSocket> {
  const sender = outsideSender(sentBy, network.sentBy);
  await approvePort(network, host, port, sender);
  const { scheme, proxies, limits, transport } = network;
  if (proxies !== undefined && findProxy(scheme, host, port, proxies) !== undefined) {
    throw new AccessError(
      "unsupported",
      "cannot send datagrams through a proxy, and one is set for this host",
      {
        hint: "add the host to noProxy in the option proxies",
      },
    );
  }
  const [address] = rejectInternal(await approvedAddresses(network, host, signal), sender);
  try {
    return await transport.datagram!({ address: address!, port, maxBuffer: limits.maxBuffer }, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (isAccessError(cause)) throw cause;
    throw new AccessError("connect-failed", "cannot send datagrams to the server", {
      cause,
    });
  }
}
