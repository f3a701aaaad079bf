import type { Entity, Scheme } from "@anyurl/core";
import { accessOf } from "./access.ts";
import { echoScheme } from "./scheme.ts";

/** Creates x-echo with another way to yield bodies. */
function yielding(change: (body: Entity["body"]) => Entity["body"]): Scheme {
  return echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        get: async (...given: Parameters<typeof access.get>): Promise<Entity> => {
          const entity = await access.get(...given);
          return { ...entity, body: change(entity.body) };
        },
      };
    },
  });
}

/** Yields slices of one Buffer that all calls share. */
export function pooledBuffers(): Scheme {
  const pool = Buffer.from(new ArrayBuffer(64 * 1024));
  let end = 0;
  return yielding(async function* (body): Entity["body"] {
    for (;;) {
      const next = await body.next();
      if (next.done === true) return next.value;
      if (end + next.value.length > pool.length) end = 0;
      const start = end;
      end += next.value.length;
      pool.set(next.value, start);
      yield pool.subarray(start, end);
    }
  });
}

/** Fills the same array with each chunk, and overwrites it when the next one is requested. */
export function reusedArray(): Scheme {
  return yielding(async function* (body): Entity["body"] {
    const array = new Uint8Array(16 * 1024);
    try {
      for (;;) {
        const next = await body.next();
        if (next.done === true) return next.value;
        for (let at = 0; at < next.value.length; at += array.length) {
          const part = next.value.subarray(at, at + array.length);
          array.set(part);
          yield part.length === array.length ? array : array.subarray(0, part.length);
          array.fill(0xee);
        }
      }
    } finally {
      await body.return("unknown");
    }
  });
}
