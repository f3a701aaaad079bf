import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../src/index.ts";

describe("fakeClock", () => {
  it("fires timers in order of their times, and those with equal times in order of creation", async () => {
    const delays = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(delays, fc.integer({ min: 0, max: 60 }), async (all, most) => {
        const clock = fakeClock({ now: 1000 });
        const fired: [at: number, which: number][] = [];
        for (const [i, delay] of all.entries())
          clock.setTimeout(() => fired.push([clock.now() - 1000, i]), delay);
        await clock.advance(most);
        const due = all
          .map((delay, i): [number, number] => [delay, i])
          .filter(([delay]) => delay <= most)
          .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        expect(fired).toEqual(due);
        expect([clock.now(), clock.pending]).toEqual([1000 + most, all.length - due.length]);
      }),
      { numRuns: 50 },
    );
  });

  it("lets promises settle between two timers, and fires timers that they create", async () => {
    const clock = fakeClock({ now: 0 });
    const seen: string[] = [];
    clock.setTimeout(() => {
      void Promise.resolve().then(() => {
        seen.push(`promise at ${clock.now()}`);
        clock.setTimeout(() => seen.push(`inner at ${clock.now()}`), 5);
      });
    }, 10);
    clock.setTimeout(() => seen.push(`second at ${clock.now()}`), 20);
    await clock.advance(20);
    expect(seen).toEqual(["promise at 10", "inner at 15", "second at 20"]);
  });

  it("cancels a timer", async () => {
    const clock = fakeClock();
    const cancel = clock.setTimeout(() => expect.unreachable(), 1);
    cancel();
    cancel();
    expect(clock.pending).toBe(0);
    await clock.advance(10);
  });

  it("advances until a promise has settled, and no further", async () => {
    const clock = fakeClock({ now: 0 });
    clock.setTimeout(() => expect.unreachable(), 101);
    const promise = new Promise<string>((resolve) => clock.setTimeout(() => resolve("done"), 100));
    expect(await clock.until(promise)).toBe("done");
    expect(clock.now()).toBe(100);
    await expect(clock.until(Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  it("throws if no timer is left, or if the promise takes too long", async () => {
    const clock = fakeClock();
    const never = new Promise(() => {});
    await expect(clock.until(never)).rejects.toThrow("no timer is left");
    clock.setTimeout(() => {}, 1001);
    await expect(clock.until(never, 1000)).rejects.toThrow("not within 1000 ms");
    expect(clock.pending).toBe(1);
  });
});
