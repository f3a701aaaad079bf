import { asciiLowerCase } from "@anyurl/core";
import type {
  Channel,
  ConnectOptions,
  Context,
  Endpoint,
  Lease,
  LeaseOptions,
  Remote,
} from "@anyurl/core/exchange";
import type { ForwardedUrl } from "../call/forwarded.ts";
import type { ClientSettings } from "../client-options.ts";
import { outsideSender } from "../connection/approve.ts";
import { dial } from "../connection/dial.ts";
import type { DialOptions } from "../connection/dial-options.ts";
import type { Link } from "../connection/link.ts";
import { ManagedConnection } from "../connection/managed-connection.ts";
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
  /** How a proxy is asked for the URL of the call. */
  readonly forwarded?: ForwardedUrl | undefined;
  /** May the call use files? Not if a server, a referral, or a URL of another scheme named its URL. */
  readonly isLocal: boolean;
  /** Called with every connection that a scheme gets, except for data connections to the same peer. */
  opened(on: Channel, remote: Remote, reused?: true): void;
  readonly referrals: Referrals;
}

/** Connects, and records the connection, which is counted until it is closed or the call ends. */
export async function openConnection(
  network: CallNetwork,
  endpoint: Endpoint,
  how: ConnectOptions = {},
): Promise<ManagedConnection> {
  const { call, settings } = network;
  network.onConnecting(endpoint);
  // A data connection needs no slot: its control connection has one.
  const slot = how.peerOf === undefined ? await settings.pool.enter(serverKey(endpoint), call) : undefined;
  let link: Link;
  try {
    link = await dial(network, endpoint, how);
  } catch (error) {
    slot?.leave();
    throw error;
  }
  const connection = new ManagedConnection(link, network, { beside: how.peerOf, onClose: slot?.leave });
  call.keep(connection);
  network.opened(how.channel ?? "control", link.remote);
  return connection;
}

interface ManagedLease extends Lease {
  readonly connection: ManagedConnection;
}

/** Leases a pooled connection, or a new one. */
export async function leaseConnection(
  network: CallNetwork,
  endpoint: Endpoint,
  { key, fresh, beforeNew, tls: request }: LeaseOptions,
): Promise<ManagedLease> {
  const { settings, call, scheme, sentBy, tls } = network;
  const { pool } = settings;
  network.onConnecting(endpoint);
  const server = serverKey(endpoint);
  const insecure = tls?.insecure === true;
  const sender = sentBy && senderKey(sentBy);
  const how = request && { ...request, certificate: request.certificate?.cert };
  const whole = JSON.stringify([scheme, server, endpoint.tls === true, insecure, sender, how, key]);
  let isNew = false;
  const make = () => {
    isNew = true;
    beforeNew?.();
    return dial(network, endpoint, { tls: request });
  };
  const slot = await pool.lend(server, whole, make, call, fresh);
  const { link, state } = slot;
  const connection = new ManagedConnection(link, network, { onClose: slot.leave });
  call.keep(connection);
  network.opened("control", link.remote, isNew ? undefined : true);
  const giveBack = (next: unknown) => {
    if (!connection.retire()) return;
    call.release(connection);
    pool.giveBack(slot, next);
  };
  return { connection, state, giveBack };
}

/** Returns the key by which the connections to a server are counted. */
export function serverKey({ host = "", port }: Endpoint): string {
  return `${asciiLowerCase(host)}:${port}`;
}

/**
 * Returns the outside server that named the URL of a call, for the key of a pooled connection. The connection was
 * approved for this server, so it can be reused only for URLs that this server names.
 */
function senderKey(sentBy: Remote): string | undefined {
  const sender = outsideSender(sentBy);
  return sender && serverKey({ host: sender.host ?? sender.address, port: sender.port });
}
