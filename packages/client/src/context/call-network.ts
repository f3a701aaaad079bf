import { asciiLowerCase } from "@anyurl/core";
import type { Channel, ConnectOptions, Context, Endpoint, Remote } from "@anyurl/core/exchange";
import type { ClientSettings } from "../client-options.ts";
import { outsideSender } from "../connection/approve.ts";
import { dial } from "../connection/dial.ts";
import type { DialOptions } from "../connection/dial-options.ts";
import type { Link } from "../connection/link.ts";
import type { Referrals } from "./referrals.ts";

/**
 * The network access of one call. All requests of a scheme pass through it. Scheme and ports are those of the opened
 * URL.
 */
export interface CallNetwork extends DialOptions {
  readonly settings: ClientSettings;
  /** Called with every endpoint before it is tried. */
  readonly onConnecting: (endpoint: Endpoint) => void;
  readonly record: Context["record"];
  /** Records a message that is formatted only if the transcript is read. */
  readonly recordFormatted: (kind: "send" | "receive", on: Channel, said: () => Uint8Array) => void;
  /** May the call use files? Not if a server, a referral, or a URL of another scheme named its URL. */
  readonly isLocal: boolean;
  /** Called with every connection that a scheme gets, except for data connections to the same peer. */
  opened(on: Channel, remote: Remote, reused?: true): void;
  readonly referrals: Referrals;
}

/**
 * Connects, and records the connection. The connection is counted until it is closed or the call ends.
 *
 * @param made converts the link to the result. `leave` frees its slot.
 */
export async function openConnection<R>(
  network: CallNetwork,
  endpoint: Endpoint,
  how: ConnectOptions,
  made: (link: Link, leave: (() => void) | undefined) => R,
): Promise<R> {
  network.onConnecting(endpoint);
  // A data connection needs no slot: its control connection has one.
  const leave = how.peerOf === undefined ? await waitForRoom(network, endpoint) : undefined;
  try {
    return await dial(network, endpoint, how, (link) => {
      network.opened(how.channel ?? "control", link.remote);
      return made(link, leave);
    });
  } catch (error) {
    leave?.();
    throw error;
  }
}

async function waitForRoom({ settings, call }: CallNetwork, endpoint: Endpoint): Promise<() => void> {
  const leave = await settings.pool.enter(serverKey(endpoint), call);
  call.whenOver(leave);
  return leave;
}

/** Returns the key by which the connections to a server are counted. */
export function serverKey({ host = "", port }: Endpoint): string {
  return `${asciiLowerCase(host)}:${port}`;
}

/**
 * Returns the outside server that named the URL of a call, for the key of a pooled connection. The connection was
 * approved for this server, so it can be reused only for URLs that this server names.
 */
export function senderKey({ sentBy }: CallNetwork): string | undefined {
  const sender = outsideSender(sentBy);
  return sender && serverKey({ host: sender.host ?? sender.address, port: sender.port });
}
