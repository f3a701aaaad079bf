import type { Keyv } from "keyv";
import { packed, unpacked } from "./packed.ts";
import type { Stored } from "./stored.ts";

export interface PatientOptions {
  /** Milliseconds that a store is waited for. */
  readonly patience: number;
  /** Milliseconds for which a store that has failed is left alone. */
  readonly rest: number;
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, milliseconds: number) => () => void;
}

/** A store that never fails a request, and never holds one up for long. */
export interface PatientStore {
  /** "failing": it is being left alone. */
  readonly state: "ok" | "failing";
  read(key: string): Promise<Stored | undefined>;
  /** @param keep milliseconds for which it is good for anything. */
  write(key: string, stored: Stored, keep: number): Promise<void>;
}

/**
 * Wraps what Keyv gives: an error is a miss, and so is an answer that does not come in time. After either the store rests
 * for a while, so that not every request waits for it.
 */
export function patientStore(keyv: Keyv, options: PatientOptions): PatientStore {
  const { patience, rest, now, setTimeout } = options;
  // A store that keeps values as they are needs no text of them.
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
      // What is in memory is there at once: no timer for it.
      if (keepsValues) return (await keyv.get(key).catch(() => undefined)) as Stored | undefined;
      return unpacked(await inTime(keyv.get(key)));
    },
    async write(key, stored, keep) {
      if (isResting()) return;
      const value = keepsValues ? stored : packed(stored);
      const isKept = await inTime(keyv.set(key, value, Math.max(1, Math.ceil(keep))));
      if (isKept === false && !keepsValues) fail();
    },
  };
}
