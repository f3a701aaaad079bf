import { asciiLowerCase } from "@anyurl/core";
import type { Channel, Connection, ConnectOptions, Context, Endpoint, Remote } from "@anyurl/core/exchange";
import { outsideSender } from "../connection/approve.ts";
import { dial } from "../connection/dial.ts";
import type { DialOptions } from "../connection/dial-options.ts";
import type { ClientSettings } from "../options.ts";
import type { Referrals } from "./referrals.ts";

/**
 * What one call has to reach the world with: whatever a scheme asks for goes through here. Scheme and ports are those of
 * the URL that is opened.
 */
export interface CallNetwork extends DialOptions {
  readonly settings: ClientSettings;
  /** Told of every endpoint before it is tried. */
  readonly onConnecting: (endpoint: Endpoint) => void;
  readonly record: Context["record"];
  /** May the call use files? Not if a server, a referral, or a URL of another scheme named its URL. */
  readonly isLocal: boolean;
  /** Told of every connection that a scheme gets, but for data connections to the same peer. */
  opened(on: Channel, remote: Remote, reused?: true): void;
  readonly referrals: Referrals;
}

/** A connection to an endpoint that the policy approves of, counted until it is closed or the call ends. */
export interface OpenedConnection {
  readonly connection: Connection;
  /** It is closed: there is room for another one. */
  readonly leave: (() => void) | undefined;
}

/**
 * Connects, and writes it down. Nobody watches the clock yet over what comes next.
 *
 * @param made makes of it what is given.
 */
export function openConnection<R>(
  door: CallNetwork,
  endpoint: Endpoint,
  how: ConnectOptions,
  made: (entered: OpenedConnection) => R,
): Promise<R> {
  door.onConnecting(endpoint);
  // A data connection belongs to one that has been let in.
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

/** One server, as connections to it are counted. */
export function serverKey({ host = "", port }: Endpoint): string {
  return `${asciiLowerCase(host)}:${port}`;
}

/**
 * The server outside that named the URL of a call, as the keys of pooled connections have it. A connection was approved
 * with this server in mind: it serves other URLs that this server names, and no others.
 */
export function senderKey({ sentBy }: CallNetwork): string | undefined {
  const sender = outsideSender(sentBy);
  return sender && serverKey({ host: sender.host ?? sender.address, port: sender.port });
}
