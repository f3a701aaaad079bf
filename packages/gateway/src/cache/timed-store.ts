import type { Keyv } from "keyv";
import { deserialize, serialize } from "./serialize.ts";
import type { StoredValue } from "./stored.ts";

export interface TimedStoreOptions {
  /** Timeout of the store, in milliseconds. */
  readonly timeoutMs: number;
  /** How long the store is not used after a failure, in milliseconds. */
  readonly retryDelayMs: number;
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, milliseconds: number) => () => void;
}

/** A store that never fails a request and never delays one for long. */
export interface TimedStore {
  /** "failing": the store failed recently and is not used for a while. */
  readonly state: "ok" | "failing";
  read(key: string): Promise<StoredValue | undefined>;
  /** @param keep milliseconds after which the store may delete the value. */
  write(key: string, stored: StoredValue, keep: number): Promise<void>;
}

/**
 * Wraps a Keyv store. An error or a timeout counts as a miss. After either, the store is not used for a while, so that
 * not every request waits for it.
 */
export function createTimedStore(keyv: Keyv, options: TimedStoreOptions): TimedStore {
  const { timeoutMs: patience, retryDelayMs: rest, now, setTimeout } = options;
  // A store without serialization keeps the values themselves.
  const keepsValues = keyv.serialize === undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;
  const fail = () => {
    restsUntil = now() + rest;
  };
  // Without a listener, an error of the store would end the process.
  keyv.on("error", fail);
  const isResting = () => now() < restsUntil;

  const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
    new Promise((resolve) => {
      const cancel = setTimeout(() => {
        fail();
        resolve(undefined);
      }, patience);
      work.then(
        (value) => {
          cancel();
          resolve(value);
        },
        () => {
          cancel();
          fail();
          resolve(undefined);
        },
      );
    });

  return {
    get state() {
      return isResting() ? "failing" : "ok";
    },
    async read(key) {
      if (isResting()) return undefined;
      // An in-memory store answers at once, so it needs no timer.
      if (keepsValues) return (await keyv.get(key).catch(() => undefined)) as StoredValue | undefined;
      return deserialize(await inTime(keyv.get(key)));
    },
    async write(key, stored, keep) {
      if (isResting()) return;
      const value = keepsValues ? stored : serialize(stored);
      const isKept = await inTime(keyv.set(key, value, Math.max(1, Math.ceil(keep))));
      if (isKept === false && !keepsValues) fail();
    },
  };
}
