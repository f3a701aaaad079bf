import { asciiLowerCase, type Limits, type PortRules } from "@anyurl/core";
import type { Connection, ConnectOptions, Context, Endpoint, TlsOptions } from "@anyurl/core/exchange";
import type { Call } from "../call.ts";
import { type Dialling, dial } from "../dial.ts";
import type { Settings } from "../opening.ts";
import type { Referrals } from "./refer.ts";

/** What one call has to reach the world with: whatever a scheme asks for goes through here. */
export interface Door {
  readonly settings: Settings;
  readonly call: Call;
  readonly limits: Limits;
  /** The scheme of the URL that is opened, its port, and the ports where its servers may be besides. */
  readonly scheme: string;
  readonly defaultPort: number | undefined;
  readonly ports: PortRules | undefined;
  readonly tls: TlsOptions | undefined;
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
  const connection = await dial(diallingOf(door), endpoint, how).catch((error) => {
    leave?.();
    throw error;
  });
  const { address, port } = connection.remote;
  door.record({ do: "open", on: how.channel ?? "control", address, port });
  return { connection, leave };
}

export function diallingOf({ settings, ...door }: Door): Dialling {
  return { ...settings, ...door };
}

async function waitForRoom({ settings, call }: Door, endpoint: Endpoint): Promise<() => void> {
  const leave = await settings.pool.enter(serverOf(endpoint), call.signal);
  call.whenOver(leave);
  return leave;
}

/** One server, as connections to it are counted. */
export function serverOf({ host = "", port }: Endpoint): string {
  return `${asciiLowerCase(host)}:${port}`;
}
