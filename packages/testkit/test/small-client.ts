import {
  AccessError,
  createRegistry,
  isAccessError,
  type OperationName,
  type Operations,
  resolveLimits,
  type Scheme,
  type Url,
} from "@anyurl/core";
import { type Connection, type Context, joinBytes } from "@anyurl/core/exchange";
import type { PeeredClient, PeeredWorld } from "../src/index.ts";

/** The mistakes of a careless client. */
export type Carelessness =
  /** It does not limit how long a server may take. */
  | "no timeouts"
  /** It does not cancel a timer that is no longer needed. */
  | "keeps timers"
  /** It does not close a connection if a call fails. */
  | "keeps connections"
  /** It does not limit the length of a body. */
  | "no maxBytes"
  /** It reads the body even if the caller does not. */
  | "reads ahead"
  /** It treats an abort like any other error. */
  | "no aborts"
  /** It leaves a rejection unhandled. */
  | "stray rejections"
  /** It takes a reset for an end. */
  | "believes resets"
  /** It keeps each byte of a body in an array of its own. */
  | "hoards bytes"
  /** It reports every body as complete. */
  | "claims all";

/**
 * The part of a client that the exam needs. `createClient` cannot be used, because its package is tested with this one.
 */
export function smallClient(
  scheme: Scheme,
  world: PeeredWorld,
  ...careless: readonly Carelessness[]
): PeeredClient {
  const is = new Set(careless);
  const limits = resolveLimits(world.limits);
  const open = async (text: string, operation: OperationName, signal: AbortSignal) => {
    const url = createRegistry(scheme).parse(text) as Url;
    const call = new SmallCall(world, limits, is, signal);
    const access = (await scheme.access?.()) as Operations;
    const told = (error: unknown) => {
      call.end();
      if (signal.aborted && !is.has("no aborts")) return signal.reason;
      if (!isAccessError(error)) return error;
      const { code, message, cause, retryable } = error;
      return new AccessError(code, message, { scheme: url.scheme, operation, cause, retryable });
    };
    return { url, call, access, told };
  };
  const once = async <R>(
    text: string,
    operation: OperationName,
    signal: AbortSignal,
    work: (access: Operations, url: Url, context: Context) => Promise<R>,
  ): Promise<R> => {
    const { url, call, access, told } = await open(text, operation, signal);
    try {
      return await work(access, url, call.context);
    } catch (error) {
      throw told(error);
    } finally {
      call.end();
    }
  };
  return {
    async get(text, { signal }) {
      const { url, call, access, told } = await open(text, "get", signal);
      let settle: (complete: true | false) => void = () => {};
      const complete = new Promise<true | false>((resolve) => {
        settle = resolve;
      });
      const { body: octets } = await access
        .get(url, call.context)
        .catch((error) => Promise.reject(told(error)));
      let taken = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            try {
              const next = await octets.next();
              if (next.done === true) {
                call.end();
                settle(true);
                return controller.close();
              }
              taken += next.value.length;
              if (taken > limits.maxBytes && !is.has("no maxBytes"))
                throw new AccessError("too-large", "more than maxBytes");
              controller.enqueue(next.value);
            } catch (error) {
              settle(is.has("claims all"));
              const shown = told(error);
              if (is.has("claims all")) controller.close();
              else controller.error(shown);
            }
          },
          async cancel() {
            settle(false);
            call.end();
            await octets.return(true);
          },
        },
        { highWaterMark: is.has("reads ahead") ? 1000 : 0 },
      );
      const bytes = async () => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of body)
          if (is.has("hoards bytes")) chunks.push(...Array.from(chunk, (byte) => Uint8Array.of(byte)));
          else chunks.push(chunk.slice());
        return joinBytes(chunks);
      };
      return { body, complete, bytes };
    },
    async *list(text, { signal }) {
      const { url, call, access, told } = await open(text, "list", signal);
      try {
        yield* access.list(url, call.context);
      } catch (error) {
        throw told(error);
      } finally {
        call.end();
      }
    },
    search() {
      throw new Error("search is not supported");
    },
    stat: (text, { signal }) =>
      once(text, "stat", signal, (access, url, context) => access.stat(url, context)),
    put: (text, source, { signal }) =>
      once(text, "put", signal, (access, url, context) => access.put(url, context, source)),
    send: (text, source, { signal }) =>
      once(text, "send", signal, (access, url, context) => access.send(url, context, source)),
    remove: (text, { signal }) =>
      once(text, "remove", signal, (access, url, context) => access.remove(url, context)),
    async open(text, { signal }) {
      const { url, call, access, told } = await open(text, "open", signal);
      const shown = (error: unknown) => Promise.reject(told(error));
      const session = await access.open(url, call.context).catch(shown);
      async function* readable() {
        try {
          yield* session.readable;
        } catch (error) {
          throw told(error);
        }
      }
      return {
        readable: readable(),
        write: (octets) => session.write(octets).catch(shown),
        [Symbol.asyncDispose]: async () => call.end(),
      };
    },
  };
}

/** Ports above 1023 that belong to other services. */
const SERVICES: ReadonlySet<number> = new Set([6000]);

class SmallCall {
  readonly context: Context;
  readonly #world: PeeredWorld;
  readonly #limits: Context["limits"];
  readonly #is: ReadonlySet<Carelessness>;
  readonly #signal: AbortSignal;
  readonly #connections: Connection[] = [];
  readonly #abort: () => void;
  readonly #cancel: () => void;
  readonly #stop: AbortController = new AbortController();

  constructor(
    world: PeeredWorld,
    limits: Context["limits"],
    is: ReadonlySet<Carelessness>,
    signal: AbortSignal,
  ) {
    this.#world = world;
    this.#limits = limits;
    this.#is = is;
    this.#signal = signal;
    this.#abort = () => this.#close(signal.reason);
    signal.addEventListener("abort", this.#abort, { once: true });
    const { deadline } = limits;
    this.#cancel =
      deadline === Number.POSITIVE_INFINITY
        ? () => {}
        : world.clock.setTimeout(() => this.#close(late()), deadline);
    this.context = {
      limits,
      signal: this.#stop.signal,
      options: {},
      now: () => world.clock.now(),
      record: () => {},
      ask: async () => undefined,
      connect: async ({ host = "", port, tls, closeNotify = false }, { peerOf } = {}) => {
        const named = host === "" || /^[0-9.]+$/.test(host) ? [host] : await this.#look(host);
        const address = host !== "" ? named[0]! : (peerOf?.remote.address ?? "");
        if (peerOf !== undefined && SERVICES.has(port))
          throw new AccessError("bounce-refused", "that port is another service's");
        const { maxBuffer } = limits;
        const endpoint = {
          address,
          port,
          maxBuffer,
          ...(tls === true && { tls: { serverName: "h.example", closeNotify } }),
        };
        const dialled = world.transport.connect(endpoint, this.#stop.signal).catch((cause) => {
          const isTls = String(cause.code).startsWith("ERR_SSL");
          throw new AccessError(isTls ? "tls-failed" : "connect-failed", "no connection", { cause });
        });
        const connection = await this.#within(dialled, limits.connectTimeout);
        this.#connections.push(connection);
        return this.#guarded(connection);
      },
    };
  }

  end(): void {
    this.#cancel();
    this.#signal.removeEventListener("abort", this.#abort);
    if (!this.#is.has("keeps connections")) this.#close(new Error("the call is over"));
  }

  #close(reason: unknown): void {
    this.#stop.abort(reason);
    for (const connection of this.#connections) connection.close();
  }

  #look(host: string): Promise<readonly string[]> {
    return this.#world.transport.resolve(host, this.#stop.signal).catch((cause) => {
      throw new AccessError("no-such-host", "no such name", { cause });
    });
  }

  #guarded(connection: Connection): Connection {
    let since: number | undefined;
    const { clock, transport } = this.#world;
    return {
      remote: connection.remote,
      secure: async () => {
        const tls = { serverName: "h.example", maxBuffer: this.#limits.maxBuffer };
        const begun = transport.secure!(connection, tls, this.#stop.signal);
        await this.#within(begun, this.#limits.connectTimeout).catch((error) => {
          const isOther = this.#stop.signal.aborted || error.code !== "truncated";
          throw isOther ? error : new AccessError("tls-failed", "no handshake", { cause: error });
        });
      },
      send: (octets) => {
        since = undefined;
        return this.#within(connection.send(octets), this.#limits.replyTimeout);
      },
      receive: async (phase) => {
        if (phase === "farewell")
          return this.#within(connection.receive(), this.#limits.farewellTimeout).catch(() => undefined);
        since ??= clock.now();
        const { replyTimeout } = this.#limits;
        try {
          return await this.#within(connection.receive(), since + replyTimeout - clock.now());
        } catch (error) {
          const cause = (error as { cause?: { code?: string } }).cause;
          if (this.#is.has("believes resets") && cause?.code === "ECONNRESET") return undefined;
          throw error;
        }
      },
      end: () => this.#within(connection.end!(), this.#limits.replyTimeout),
      close: () => this.#is.has("keeps connections") || connection.close(),
    };
  }

  async #within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
    if (this.#is.has("stray rejections")) void promise.then(() => {});
    let cancel = () => {};
    const timer = new Promise<never>((_, reject) => {
      if (!this.#is.has("no timeouts"))
        cancel = this.#world.clock.setTimeout(() => reject(late()), milliseconds);
    });
    try {
      return await Promise.race([promise, timer]);
    } catch (error) {
      promise.catch(() => {});
      const { reason } = this.#stop.signal as { reason: unknown };
      if (isAccessError(reason)) throw reason;
      throw isAccessError(error) ? error : new AccessError("truncated", "it broke", { cause: error });
    } finally {
      if (!this.#is.has("keeps timers")) cancel();
    }
  }
}

function late(): AccessError {
  return new AccessError("timeout", "it takes too long");
}
