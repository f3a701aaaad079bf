import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  parseLogin,
  type Source,
  textOf,
} from "@anyurl/core";
import { bodyFromExchange, type Context, perform } from "@anyurl/core/exchange";
import { type Echo, type EchoEvent, echo, type Pull, type Wish } from "./exchange.ts";
import { type EchoUrl, format, PORT } from "./syntax.ts";

export interface EchoAccess {
  get(url: EchoUrl, context: Context): Promise<Entity>;
  list(url: EchoUrl, context: Context): AsyncGenerator<Entry, void, void>;
  stat(url: EchoUrl, context: Context): Promise<Attributes>;
  put(url: EchoUrl, context: Context, source: Source): Promise<void>;
  remove(url: EchoUrl, context: Context): Promise<void>;
}

/** Creates the operations on top of an exchange. */
export function accessOf(exchange: Echo = echo): EchoAccess {
  async function* events(url: EchoUrl, context: Context, wish: Wish): AsyncGenerator<EchoEvent, true, void> {
    const { hostname, port } = parseLogin(url, PORT);
    // Reject values that cannot be sent before connecting.
    const begun = exchange(url, context.limits, wish);
    const connection = await context.connect({ host: hostname, port });
    return yield* perform(begun, connection, context);
  }
  return {
    async get(url, context) {
      const all = events(url, context, "get");
      const { value } = await all.next();
      if (value === true || !("begins" in value))
        throw new AccessError("plugin-fault", "the exchange did not report the size");
      return { body: bodyFromExchange(all), size: value.begins };
    },
    async *list(url, context) {
      for await (const event of events(url, context, "list"))
        if (event instanceof Uint8Array) yield entryOf(textOf(event), url);
    },
    async stat(url, context) {
      for await (const event of events(url, context, "stat")) if ("kind" in event) return event;
      throw new AccessError("plugin-fault", "the exchange reported no metadata");
    },
    async put(url, context, source) {
      const octets = source[Symbol.asyncIterator]();
      let isOver = false;
      try {
        for await (const event of events(url, context, "put")) {
          if (isOver) continue;
          const next = await octets.next();
          isOver = next.done === true;
          if (next.done !== true) (event as Pull).octets = next.value;
        }
      } finally {
        if (!isOver) await octets.return?.();
      }
    },
    async remove(url, context) {
      for await (const _ of events(url, context, "remove"));
    },
  };
}

function entryOf(name: string, url: EchoUrl): Entry {
  const { user, host = "", port } = url;
  if (name === "" || /[\0\r\n]/.test(name))
    return { name, kind: "file", url: undefined, unsafe: "a line of the protocol cannot contain this name" };
  const beside = {
    ...(user !== undefined && { user: decodeURIComponent(user) }),
    host,
    ...(port && { port: Number(port) }),
  };
  return { name, kind: "file", url: format({ ...beside, name }) };
}
