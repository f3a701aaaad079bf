import { expect, it } from "vitest";
import type { ConnectionPool, Slot } from "../../src/connection/pool.ts";
import { PoolShare } from "../../src/connection/pool-share.ts";

it("a share keeps a connection for its own time, and none after its end", () => {
  const given: unknown[] = [];
  const pool = { giveBack: (...all: readonly unknown[]) => given.push(all), endIdle: () => {} };
  const share = new PoolShare(pool as unknown as ConnectionPool, 1000);
  const slot = {} as Slot;
  share.giveBack(slot, "state", 7);
  share.close();
  share.giveBack(slot, "state", 7);
  expect(given).toEqual([
    [slot, "state", 1000],
    [slot, "state", 0],
  ]);
});

it("a share of a pool ends only its own idle connections, by their keys within the share", () => {
  const idle: string[] = ["/a"];
  const pool = {
    lend: async (_server: string, key: string) => void idle.push(key),
    endIdle: (isMeant: (key: string) => boolean) =>
      void idle.splice(0, idle.length, ...idle.filter((key) => !isMeant(key))),
  } as unknown as ConnectionPool;
  const lend = (share: PoolShare, key: string) => share.lend("h:21", key, undefined as never, {} as never);
  const [one, two] = [new PoolShare(pool, 1000), new PoolShare(pool, 1000)];
  // A share is a pool itself.
  const inner = new PoolShare(one, 1000);
  for (const share of [one, two, inner]) for (const key of ["/a", "/b"]) lend(share, key);
  one.endIdle((key) => key === "/a");
  expect(idle).toHaveLength(6);
  inner.close();
  expect(idle).toHaveLength(4);
  one.close();
  expect(idle).toHaveLength(3);
  expect([one.keeps, two.keeps]).toEqual([false, true]);
  expect([0, 1].map((milliseconds) => new PoolShare(pool, milliseconds).keeps)).toEqual([false, true]);
  two.close();
  expect(idle).toEqual(["/a"]);
});
