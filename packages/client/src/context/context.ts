import type { ByteRange } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { filesOf } from "../files/files-of.ts";
import { GuardedConnection } from "../guard.ts";
import { httpOf } from "../http/http-of.ts";
import { datagramOf } from "./datagram.ts";
import { type Door, enter } from "./door.ts";
import { leaseOf } from "./lease.ts";
import { listenOf } from "./listen.ts";
import { referOf } from "./refer.ts";

export interface ContextInit {
  readonly ask: Context["ask"];
  readonly range: ByteRange | undefined;
  readonly options: Context["options"];
}

/** The world as a scheme may touch it, for one call. */
export function contextOf(door: Door, { ask, range, options }: ContextInit): Context {
  const { settings, call, limits } = door;
  const { clock, policy } = settings;
  const lease = leaseOf(door);
  const listen = listenOf(door);
  const http = httpOf(door);
  const datagram = datagramOf(door);
  const files = filesOf(door);
  return {
    connect: async (endpoint, how) => {
      const { connection, leave } = await enter(door, endpoint, how);
      return new GuardedConnection(connection, call, clock, limits, policy, leave);
    },
    ...(lease && { lease }),
    ...(listen && { listen }),
    ...(http && { http }),
    ...(datagram && { datagram }),
    ...(files && { files }),
    refer: referOf(door),
    ask,
    limits,
    signal: call.signal,
    now: () => clock.now(),
    record: door.record,
    ...(range && { range }),
    options,
  };
}
