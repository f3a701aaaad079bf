import type { ByteRange } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { lookedUp } from "../call/looked-up.ts";
import { GuardedConnection } from "../connection/guarded-connection.ts";
import { createFiles } from "../files/create-files.ts";
import { createHttp } from "../http/create-http.ts";
import { type CallNetwork, openConnection } from "./call-network.ts";
import { createDatagrams } from "./datagram.ts";
import { createLeasing } from "./lease.ts";
import { createListen } from "./listen.ts";
import { createRefer } from "./refer.ts";

export interface ContextInit {
  readonly ask: Context["ask"];
  readonly range: ByteRange | undefined;
  readonly options: Context["options"];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Creates the context of a scheme for one call. A member that is not available is absent, not `undefined`. */
export function createContext(door: CallNetwork, { ask, range, options }: ContextInit): Context {
  const { call, clock, limits } = door;
  const context: Mutable<Context> = {
    connect: (endpoint, how = {}) =>
      openConnection(
        door,
        lookedUp(endpoint, door.settings.idna),
        how,
        ({ connection, leave }) => new GuardedConnection(connection, door, leave),
      ),
    refer: createRefer(door),
    ask,
    limits,
    // Not a getter: with one, these objects do not share a shape, which costs more than a signal.
    signal: call.signal,
    now: () => clock.now(),
    record: door.record,
    options,
  };
  const lease = createLeasing(door);
  const listen = createListen(door);
  const http = createHttp(door);
  const datagram = createDatagrams(door);
  const files = door.isLocal ? createFiles(door) : undefined;
  if (lease !== undefined) context.lease = lease;
  if (listen !== undefined) context.listen = listen;
  if (http !== undefined) context.http = http;
  if (datagram !== undefined) context.datagram = datagram;
  if (files !== undefined) context.files = files;
  if (range !== undefined) context.range = range;
  return context;
}
