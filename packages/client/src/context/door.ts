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

/** Connects, and writes it down. Nobody watches the clock yet over what comes next. */
export async function enter(door: Door, endpoint: Endpoint, how: ConnectOptions = {}): Promise<Entered> {
  door.heading(endpoint);
  // A data connection belongs to one that has been let in.
  const leave = how.peerOf === undefined ? await waitForRoom(door, endpoint) : undefined;
  try {
    const connection = await dial(door, endpoint, how);
    const { address, port } = connection.remote;
    door.record({ do: "open", on: how.channel ?? "control", address, port });
    return { connection, leave };
  } catch (error) {
    leave?.();
    throw error;
  }
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
