import { AccessError, isAccessError } from "@anyurl/core";
import type { ConnectOptions, Context, DatagramSocket, Endpoint, Transport } from "@anyurl/core/exchange";
import { approvedAddresses, approvePort, outsideSender, rejectInternal } from "../connection/approve.ts";
import { withConnectTimeout } from "../connection/dial.ts";
import { findProxy } from "../proxies/settings.ts";
import { type CallNetwork, serverKey } from "./call-network.ts";
import { GuardedDatagrams } from "./guarded-datagrams.ts";

type Open = NonNullable<Transport["datagram"]>;

/**
 * Creates UDP access for a scheme; `undefined` if the transport does not support it. A socket is for one request.
 * `maxDatagrams`, `maxDatagramOctets`, and `replyTimeout` limit the response. The socket is closed with the call.
 *
 * It throws AccessErrors: port-blocked, host-blocked, connect-failed, timeout; unsupported: a proxy is set for the
 * host, and datagrams must not bypass it.
 */
export function createDatagrams(door: CallNetwork): Context["datagram"] {
  const { transport } = door.settings;
  const open = transport.datagram?.bind(transport);
  if (open === undefined) return undefined;
  return async (endpoint, how = {}) => {
    door.onConnecting(endpoint);
    const { settings, call, limits } = door;
    const leave = await settings.pool.enter(serverKey(endpoint), call);
    call.whenOver(leave);
    try {
      const socket = await withConnectTimeout(
        door,
        (signal) => reach(door, open, endpoint, how, signal),
        (late) => late.close(),
        (opened) => opened,
        "looking up the host",
      );
      const guarded = new GuardedDatagrams(
        { socket, host: endpoint.host, on: how.channel ?? "control" },
        { call, clock: settings.clock, limits, record: door.record, leave },
      );
      door.opened(how.channel ?? "control", guarded.remote);
      call.whenOver(() => guarded.close());
      return guarded;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Opens a socket to the first approved address: a socket cannot detect whether a server answers there. */
async function reach(
  door: CallNetwork,
  open: Open,
  { host = "", port }: Endpoint,
  { sentBy }: ConnectOptions,
  signal: AbortSignal,
): Promise<DatagramSocket> {
  const sender = outsideSender(sentBy, door.sentBy);
  await approvePort(door, host, port, sender);
  const { scheme, proxies, limits } = door;
  if (proxies !== undefined && findProxy(scheme, host, port, proxies) !== undefined) {
    throw new AccessError(
      "unsupported",
      "cannot send datagrams through a proxy, and one is set for this host",
      {
        hint: "add the host to noProxy in the option proxies",
      },
    );
  }
  const [address] = rejectInternal(await approvedAddresses(door, host, signal), sender);
  try {
    return await open({ address: address!, port, maxBuffer: limits.maxBuffer }, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (isAccessError(cause)) throw cause;
    throw new AccessError("connect-failed", "cannot send datagrams to the server", {
      cause,
      retryable: true,
    });
  }
}
