import type { ByteRange } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Call } from "../call.ts";
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

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What every call has. A class, for `signal` is made when somebody looks, and objects with a getter each share no shape. */
class CallContext implements Context {
  readonly ask: Context["ask"];
  readonly refer: NonNullable<Context["refer"]>;
  readonly limits: Context["limits"];
  readonly options: Context["options"];
  readonly record: Context["record"];
  readonly connect: Context["connect"];
  readonly now: Context["now"];
  readonly #call: Call;

  constructor(door: Door, { ask, options }: ContextInit) {
    const { call, clock, limits } = door;
    this.ask = ask;
    this.refer = referOf(door);
    this.limits = limits;
    this.options = options;
    this.record = door.record;
    this.connect = (endpoint, how = {}) =>
      enter(door, endpoint, how, ({ connection, leave }) => new GuardedConnection(connection, door, leave));
    this.now = () => clock.now();
    this.#call = call;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
}

/** The world as a scheme may touch it, for one call. What is not there is absent, and not `undefined`. */
export function contextOf(door: Door, init: ContextInit): Context {
  const context: Mutable<Context> = new CallContext(door, init);
  const lease = leaseOf(door);
  const listen = listenOf(door);
  const http = httpOf(door);
  const datagram = datagramOf(door);
  const files = filesOf(door);
  if (lease !== undefined) context.lease = lease;
  if (listen !== undefined) context.listen = listen;
  if (http !== undefined) context.http = http;
  if (datagram !== undefined) context.datagram = datagram;
  if (files !== undefined) context.files = files;
  if (init.range !== undefined) context.range = init.range;
  return context;
}
