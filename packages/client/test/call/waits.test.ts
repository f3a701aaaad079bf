import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { type Clock, steadyClock, systemClock } from "../../src/call/clock.ts";
import { ManualClock, settled } from "../world.ts";

const never = new Promise<never>(() => {});
const late = (what: string) => () => new Error(`${what} is late`);
const callWith = (clock: Clock, signal?: AbortSignal) =>
  new CallScope(clock, Number.POSITIVE_INFINITY, signal);

/** Returns the state of a promise. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  let state = "waits";
  promise.then(
    (value) => {
      state = `gives ${value}`;
    },
    (error) => {
      state = error.message;
    },
  );
  await settled();
  return state;
}

describe("timeouts of a call", () => {
  it("expire each after its own time", async () => {
    const clock = new ManualClock();
    const call = callWith(clock);
    const waits = [300, 100, 200].map((ms) =>
      call.unlessAborted(never, { within: ms, onTimeout: late(`${ms}`) }),
    );
    for (const wait of waits) wait.catch(() => {});
    const states = () => Promise.all(waits.map(stateOf));
    expect(await states()).toEqual(["waits", "waits", "waits"]);
    await clock.advance(99);
    expect(await states()).toEqual(["waits", "waits", "waits"]);
    await clock.advance(1);
    expect(await states()).toEqual(["waits", "100 is late", "waits"]);
    expect(clock.pending).toBe(2);
    await clock.advance(100);
    expect(await states()).toEqual(["waits", "100 is late", "200 is late"]);
    await clock.advance(100);
    expect(await states()).toEqual(["300 is late", "100 is late", "200 is late"]);
    expect(clock.pending).toBe(0);
  });

  it("are not affected by the timer of a finished wait", async () => {
    const clock = new ManualClock();
    const call = callWith(clock);
    await call.unlessAborted(Promise.resolve(1), { within: 100, onTimeout: late("the first") });
    await clock.advance(60);
    const second = call.unlessAborted(never, { within: 100, onTimeout: late("the second") });
    second.catch(() => {});
    expect(clock.pending).toBe(1);
    await clock.advance(40);
    expect(await stateOf(second)).toBe("waits");
    await clock.advance(59);
    expect(await stateOf(second)).toBe("waits");
    await clock.advance(1);
    expect(await stateOf(second)).toBe("the second is late");
  });

  it("use the monotonic clock", async () => {
    const timers = new ManualClock();
    let wall = 1_000_000;
    const clock: Clock = {
      now: () => wall,
      elapsed: () => timers.now(),
      setTimeout: (callback, milliseconds) => timers.setTimeout(callback, milliseconds),
    };
    const call = callWith(clock);
    const wait = call.unlessAborted(never, { within: 100, onTimeout: late("it") });
    wait.catch(() => {});
    wall -= 3_600_000;
    await timers.advance(100);
    expect(await stateOf(wait)).toBe("it is late");
    const next = call.unlessAborted(never, { within: 100, onTimeout: late("it") });
    next.catch(() => {});
    wall += 7_200_000;
    await timers.advance(99);
    expect(await stateOf(next)).toBe("waits");
  });

  it("reject at once on an abort, and leave no timer", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const call = callWith(clock, controller.signal);
    const waits = [
      call.unlessAborted(never),
      call.unlessAborted(never, { within: 100, onTimeout: late("it") }),
    ];
    for (const wait of waits) wait.catch(() => {});
    controller.abort(new Error("enough"));
    expect(await Promise.all(waits.map(stateOf))).toEqual(["enough", "enough"]);
    expect(clock.pending).toBe(0);
    expect(await stateOf(call.unlessAborted(never, { within: 100, onTimeout: late("it") }))).toBe("enough");
  });

  it("leave no timer when their promise settles", async () => {
    const clock = new ManualClock();
    const call = callWith(clock);
    await call.unlessAborted(Promise.resolve(1), { within: 100, onTimeout: late("it") });
    await call.unlessAborted(Promise.reject(2), { within: 100, onTimeout: late("it") }).catch(() => {});
    expect(clock.pending).toBe(0);
  });

  it("leave no timer at the end of the call", async () => {
    const clock = new ManualClock();
    const call = callWith(clock);
    await call.unlessAborted(Promise.resolve(1), { within: 100, onTimeout: late("it") });
    call.end();
    expect(clock.pending).toBe(0);
    // A farewell may start after the end of the call.
    await call.unlessAborted(Promise.resolve(1), { within: 100, onTimeout: late("it") });
    expect(clock.pending).toBe(0);
  });

  it("still expire after the end of the call", async () => {
    const clock = new ManualClock();
    const call = callWith(clock);
    const wait = call.unlessAborted(never, { within: 100, onTimeout: late("it") });
    wait.catch(() => {});
    call.end();
    await clock.advance(100);
    expect([await stateOf(wait), clock.pending]).toEqual(["it is late", 0]);
  });

  it("pass results on, and map errors", async () => {
    const call = callWith(new ManualClock());
    expect(await call.unlessAborted(Promise.resolve("it"), { within: 100, onTimeout: late("it") })).toBe(
      "it",
    );
    const told = (error: unknown) => new Error(`told: ${(error as Error).message}`);
    const failing = call.unlessAborted(Promise.reject(new Error("no")), {
      within: 100,
      onTimeout: late("it"),
      mapError: told,
    });
    await expect(failing).rejects.toThrow("told: no");
  });

  it("pass on the mapped result, and the error of mapping", async () => {
    const call = callWith(new ManualClock());
    expect(await call.unlessAborted(Promise.resolve(2), { map: (two) => two + 1 })).toBe(3);
    const came = () => {
      throw new Error("not a valid result");
    };
    await expect(call.unlessAborted(Promise.resolve(2), { map: came })).rejects.toThrow("not a valid result");
  });

  it("report when no wait is left, and drop later results", async () => {
    const clock = new ManualClock();
    const call = callWith(clock);
    const heard: unknown[] = [];
    let come = (_: number) => {};
    const slow = new Promise<number>((resolve) => {
      come = resolve;
    });
    const wait = call.unlessAborted(slow, {
      within: 100,
      onTimeout: late("it"),
      map: (value) => heard.push(value),
      onAbandon: (reason) => heard.push((reason as Error).message),
    });
    wait.catch(() => {});
    await clock.advance(100);
    come(1);
    expect(await stateOf(wait)).toBe("it is late");
    expect(heard).toEqual(["it is late"]);
  });
});

describe("the elapsed time of a call", () => {
  it("uses the monotonic clock if there is one, and is never negative", () => {
    expect(steadyClock({ now: () => 7, setTimeout: () => () => {} }).elapsed()).toBe(7);
    const steady = steadyClock(systemClock);
    const before = steady.elapsed();
    expect(steady.elapsed()).toBeGreaterThanOrEqual(before);
    expect(steady.elapsed()).toBeLessThan(steady.now());
  });
});
