import { Keyv } from "keyv";

/**
 * Opens the store for a string: `memory:`, the default of the cache, and so `undefined`; `redis://HOST:PORT/DB` or
 * `rediss://…`, which require the package `@keyv/redis`.
 *
 * @throws {RangeError} the string is invalid. Rejects with an `Error` that names the package if it is missing.
 */
export async function openStore(text: string): Promise<Keyv | undefined> {
  if (text === "memory:") return undefined;
  if (/^rediss?:\/\/./.test(text)) return openRedisStore(text);
  throw new RangeError("invalid cache: expected memory: or redis://HOST:PORT/DB");
}

/** Closes a store of {@link openStore}. Does not wait for pending Redis commands. */
export async function closeStore(keyv: Keyv): Promise<void> {
  const { client } = keyv.store as { readonly client?: { destroy(): void } };
  if (client === undefined) return keyv.disconnect();
  try {
    client.destroy();
  } catch {
    // The client was not open.
  }
}

/** The key prefix, so that other applications can use the same database. */
const KEY_PREFIX = "anyurl";

async function openRedisStore(url: string): Promise<Keyv> {
  const { default: KeyvRedis } = await import("@keyv/redis").catch(() => {
    throw new Error("a Redis cache requires the package @keyv/redis: run npm install @keyv/redis");
  });
  const store = new KeyvRedis(
    // Without a connection, commands fail at once.
    { url, disableOfflineQueue: true, socket: { connectTimeout: 1000, reconnectStrategy: reconnectDelay } },
    { namespace: KEY_PREFIX, throwOnErrors: true, connectionTimeout: 1000 },
  );
  return new Keyv(store, { useKeyPrefix: false, throwOnErrors: true });
}

/** Returns the delay before the next reconnect in milliseconds: exponential backoff, without a last attempt. */
function reconnectDelay(tries: number): number {
  return Math.min(5000, 100 * 2 ** Math.min(tries, 6));
}
