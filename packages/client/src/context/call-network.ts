import { asciiLowerCase } from "@anyurl/core";
import type { Channel, Connection, ConnectOptions, Context, Endpoint, Remote } from "@anyurl/core/exchange";
import { outsideSender } from "../connection/approve.ts";
import { dial } from "../connection/dial.ts";
import type { DialOptions } from "../connection/dial-options.ts";
import type { ClientSettings } from "../options.ts";
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
  /** May the call use files? Not if a server, a referral, or a URL of another scheme named its URL. */
  readonly isLocal: boolean;
  /** Called with every connection that a scheme gets, except for data connections to the same peer. */
  opened(on: Channel, remote: Remote, reused?: true): void;
  readonly referrals: Referrals;
}

/** A connection to an endpoint that the policy allows, counted until it is closed or the call ends. */
export interface OpenedConnection {
  readonly connection: Connection;
  /** Frees the slot after the connection was closed. */
  readonly leave: (() => void) | undefined;
}

/**
 * Connects, and records the connection. Reads and writes on it have no timeout yet.
 *
 * @param made converts the connection to the result.
 */
export function openConnection<R>(
  door: CallNetwork,
  endpoint: Endpoint,
  how: ConnectOptions,
  made: (entered: OpenedConnection) => R,
): Promise<R> {
  door.onConnecting(endpoint);
  // A data connection needs no slot: its control connection has one.
  return how.peerOf === undefined
    ? enterAlone(door, endpoint, how, made)
    : dial(door, endpoint, how, (connection) => made(noted(door, connection, how, undefined)));
}

async function enterAlone<R>(
  door: CallNetwork,
  endpoint: Endpoint,
  how: ConnectOptions,
  made: (entered: OpenedConnection) => R,
): Promise<R> {
  const leave = await waitForRoom(door, endpoint);
  try {
    return await dial(door, endpoint, how, (connection) => made(noted(door, connection, how, leave)));
  } catch (error) {
    leave();
    throw error;
  }
}

function noted(
  door: CallNetwork,
  connection: Connection,
  { channel: on = "control" }: ConnectOptions,
  leave: OpenedConnection["leave"],
): OpenedConnection {
  door.opened(on, connection.remote);
  return { connection, leave };
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
