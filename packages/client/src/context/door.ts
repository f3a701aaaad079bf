import { asciiLowerCase } from "@anyurl/core";
import type { Connection, ConnectOptions, Context, Endpoint } from "@anyurl/core/exchange";
import { type Dialling, dial } from "../dial.ts";
import type { Settings } from "../opening.ts";
import type { Referrals } from "./refer.ts";

/**
 * What one call has to reach the world with: whatever a scheme asks for goes through here. Scheme and ports are those of
 * the URL that is opened.
 */
export interface Door extends Dialling {
  readonly settings: Settings;
  /** Told of every endpoint before it is tried. */
  readonly heading: (endpoint: Endpoint) => void;
  readonly record: Context["record"];
  readonly referrals: Referrals;
}

/** A connection to an endpoint that the policy approves of, counted until it is closed or the call ends. */
export interface Entered {
  readonly connection: Connection;
  /** It is closed: there is room for another one. */
  readonly leave: (() => void) | undefined;
}

/**
 * Connects, and writes it down. Nobody watches the clock yet over what comes next.
 *
 * @param made makes of it what is given.
 */
export function enter<R>(
  door: Door,
  endpoint: Endpoint,
  how: ConnectOptions,
  made: (entered: Entered) => R,
): Promise<R> {
  door.heading(endpoint);
  // A data connection belongs to one that has been let in.
  return how.peerOf === undefined
    ? enterAlone(door, endpoint, how, made)
    : dial(door, endpoint, how, (connection) => made(noted(door, connection, how, undefined)));
}

async function enterAlone<R>(
  door: Door,
  endpoint: Endpoint,
  how: ConnectOptions,
  made: (entered: Entered) => R,
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
  door: Door,
  connection: Connection,
  { channel: on = "control" }: ConnectOptions,
  leave: Entered["leave"],
): Entered {
  const { address, port } = connection.remote;
  door.record({ do: "open", on, address, port });
  return { connection, leave };
}

async function waitForRoom({ settings, call }: Door, endpoint: Endpoint): Promise<() => void> {
  const leave = await settings.pool.enter(serverOf(endpoint), call);
  call.whenOver(leave);
  return leave;
}

/** One server, as connections to it are counted. */
export function serverOf({ host = "", port }: Endpoint): string {
  return `${asciiLowerCase(host)}:${port}`;
}
