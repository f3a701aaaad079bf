import { asciiLowerCase, type Entity, type Operations, type Url } from "@anyurl/core";
import type {
  Channel,
  ConnectOptions,
  Context,
  Endpoint,
  Lease,
  LeaseOptions,
  Remote,
} from "@anyurl/core/exchange";
import type { BodyCall } from "../body/resume.ts";
import type { CallScope } from "../call/call-scope.ts";
import type { ForwardedUrl } from "../call/forwarded.ts";
import type { ClientSettings } from "../client-options.ts";
import { outsideSender } from "../connection/approve.ts";
import { dial } from "../connection/dial.ts";
import type { DialOptions } from "../connection/dial-options.ts";
import type { Link } from "../connection/link.ts";
import { ManagedConnection } from "../connection/managed-connection.ts";

/** How one call connects: scheme, ports, and TLS are those of the opened URL, or of the target of a redirect. */
export interface CallNetwork extends DialOptions {
  readonly call: NetworkCall;
}

/** What the network of a call needs of it. */
export interface NetworkCall extends CallScope {
  readonly settings: ClientSettings;
  readonly url: Url;
  /** How a proxy is asked for the URL. `undefined`: its server is asked. */
  readonly forwarded: ForwardedUrl | undefined;
  /** May the call use files? Not if a server, a referral, or a URL of another scheme named its URL. */
  readonly isLocal: boolean;
  /** The normal forms of the URLs that referred to this one. */
  readonly chain: readonly string[];
  /** Takes note of an endpoint before it is tried: errors show the first one. */
  connectsTo(endpoint: Endpoint): void;
  /** Takes note of a connection that the scheme gets, except for data connections to the same peer. */
  opened(on: Channel, remote: Remote, reused?: true): void;
  record: Context["record"];
  /** Records a message that is formatted only if the transcript is read. */
  recordFormatted(kind: "send" | "receive", on: Channel, said: () => Uint8Array): void;
  /**
   * Creates the call for a referral. It is part of this call and has its limits, signal and transcript, but not its login
   * and options.
   *
   * @param chain the normal forms of the URLs that referred to the URL.
   */
  referTo(url: string, chain: readonly string[]): ReferredCall;
}

/** A `get` of another URL within the same call. */
export interface ReferredCall extends BodyCall {
  run(
    work: (get: Operations["get"], url: Url, context: Context) => ReturnType<Operations["get"]>,
    after: "stays open",
    check: (entity: Entity) => Entity,
  ): Promise<Entity>;
}

/** Connects, and records the connection, which is counted until it is closed or the call ends. */
export async function openConnection(
  network: CallNetwork,
  endpoint: Endpoint,
  how: ConnectOptions = {},
): Promise<ManagedConnection> {
  const { call } = network;
  call.connectsTo(endpoint);
  // A data connection needs no slot: its control connection has one.
  const slot =
    how.peerOf === undefined ? await call.settings.pool.enter(serverKey(endpoint), call) : undefined;
  let link: Link;
  try {
    link = await dial(network, endpoint, how);
  } catch (error) {
    slot?.leave();
    throw error;
  }
  const connection = new ManagedConnection(link, network, { beside: how.peerOf, onClose: slot?.leave });
  call.keep(connection);
  call.opened(how.channel ?? "control", link.remote);
  return connection;
}

export interface ManagedLease extends Lease {
  readonly connection: ManagedConnection;
}

/** Leases a pooled connection, or a new one. */
export async function leaseConnection(
  network: CallNetwork,
  endpoint: Endpoint,
  { key, fresh, beforeNew, tls: request }: LeaseOptions,
): Promise<ManagedLease> {
  const { call, scheme, sentBy, tls } = network;
  const { pool } = call.settings;
  call.connectsTo(endpoint);
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
  const lent = pool.lend(server, whole, make, call, fresh);
  const slot = lent instanceof Promise ? await lent : lent;
  const { link, state } = slot;
  const connection = new ManagedConnection(link, network, { onClose: slot.leave });
  call.keep(connection);
  call.opened("control", link.remote, isNew ? undefined : true);
  const giveBack = (next: unknown) => {
    if (!connection.retire()) return;
    call.release(connection);
    pool.giveBack(slot, next);
  };
  const peerState = isNew ? pool.getPeerState(slot) : undefined;
  return { connection, state, peerState, giveBack };
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
