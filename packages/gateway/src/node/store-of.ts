import { Keyv } from "keyv";
import { sqliteStore } from "./sqlite-store.ts";

/**
 * The store that a text names: `memory:`, which is the cache's own and so `undefined`; `sqlite:PATH`, a file;
 * `redis://HOST:PORT/DB` or `rediss://…`, for which the package `@keyv/redis` has to be installed.
 *
 * @throws {RangeError} it names none. Rejects with the system's error, or an `Error` that names the package.
 */
export async function storeOf(text: string): Promise<Keyv | undefined> {
  if (text === "memory:") return undefined;
  if (text.startsWith("sqlite:") && text.length > "sqlite:".length)
    return new Keyv({ store: await sqliteStore(text.slice("sqlite:".length)), namespace: NAMESPACE });
  if (/^rediss?:\/\/./.test(text)) return redisOf(text);
  throw new RangeError("invalid cache: expected memory:, sqlite:PATH or redis://HOST:PORT/DB");
}

/** Closes what {@link storeOf} has opened; what is on its way to Redis is not waited for. */
export async function closeStore(keyv: Keyv): Promise<void> {
  const { client } = keyv.store as { readonly client?: { destroy(): void } };
  if (client === undefined) return keyv.disconnect();
  try {
    client.destroy();
  } catch {
    // It was not open.
  }
}

/** So that others may use the same database. */
const NAMESPACE = "anyurl";

async function redisOf(url: string): Promise<Keyv> {
  const { default: KeyvRedis } = await import("@keyv/redis").catch(() => {
    throw new Error("a Redis cache requires the package @keyv/redis: run npm install @keyv/redis");
  });
  const store = new KeyvRedis(
    // While there is no connection, nothing waits for one.
    { url, disableOfflineQueue: true, socket: { connectTimeout: 1000, reconnectStrategy: pause } },
    { namespace: NAMESPACE, throwOnErrors: true, connectionTimeout: 1000 },
  );
  return new Keyv(store, { useKeyPrefix: false, throwOnErrors: true });
}

/** Milliseconds until the next try: longer each time, and for ever. */
function pause(tries: number): number {
  return Math.min(5000, 100 * 2 ** Math.min(tries, 6));
}
