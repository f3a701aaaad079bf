import { expect, it } from "vitest";
import { raceAddresses } from "../../src/connection/race.ts";
import { FakeConnection, ManualClock, outcome, settled } from "../world.ts";

/** A race of addresses, each of which a test lets connect or fail. An abort ends an attempt. */
function race(...addresses: readonly string[]) {
  const [clock, controller] = [new ManualClock(), new AbortController()];
  const tried: string[] = [];
  const aborted: unknown[] = [];
  const ends = new Map<string, (result: FakeConnection | Error) => void>();
  const connect = (address: string, signal: AbortSignal) =>
    new Promise<FakeConnection>((resolve, reject) => {
      tried.push(address);
      ends.set(address, (result) => (result instanceof Error ? reject(result) : resolve(result)));
      signal.addEventListener("abort", () => {
        aborted.push([address, signal.reason]);
        reject(signal.reason);
      });
    });
  const result = raceAddresses(clock, addresses, connect, controller.signal);
  result.catch(() => {});
  const end = async (address: string, what: FakeConnection | Error = new FakeConnection(address, 70)) => {
    ends.get(address)!(what);
    await settled();
    return what;
  };
  return { clock, controller, tried, aborted, result, end };
}

it("gives each address 250 ms before the next one is tried as well (RFC 8305 §5)", async () => {
  const { clock, tried, result, end } = race("::1", "127.0.0.1", "::2");
  await clock.advance(249);
  expect(tried).toEqual(["::1"]);
  await clock.advance(1);
  expect(tried).toEqual(["::1", "127.0.0.1"]);
  await clock.advance(249);
  expect(tried).toHaveLength(2);
  await clock.advance(1);
  expect(tried).toHaveLength(3);
  const first = await end("::1");
  expect(await result).toBe(first);
  expect(first).toMatchObject({ closed: false });
  expect(clock.pending).toBe(0);
});

it("tries no other address after one has connected, and ends the attempts that are slower", async () => {
  const { clock, tried, aborted, result, end } = race("::1", "127.0.0.1", "::2");
  await clock.advance(250);
  const second = await end("127.0.0.1");
  expect(await result).toBe(second);
  expect(aborted[0]).toEqual([
    "::1",
    expect.objectContaining({ message: "another address connected first" }),
  ]);
  await clock.advance(1000);
  expect([tried.length, clock.pending]).toEqual([2, 0]);
});

it("closes a slower connection that is made in spite of that", async () => {
  const clock = new ManualClock();
  const connections = ["::1", "127.0.0.1"].map((address) => new FakeConnection(address, 70));
  const made: ((connection: FakeConnection) => void)[] = [];
  const connect = () => new Promise<FakeConnection>((resolve) => made.push(resolve));
  const result = raceAddresses(clock, ["::1", "127.0.0.1"], connect, new AbortController().signal);
  await clock.advance(250);
  for (const [i, connection] of connections.entries()) made[1 - i]!(connection);
  expect(await result).toBe(connections[0]);
  await settled();
  expect(connections.map(({ closed }) => closed)).toEqual([false, true]);
});

it("tries the next address at once if all attempts have failed", async () => {
  const { clock, tried, result, end } = race("::1", "127.0.0.1");
  const failed = outcome(result);
  await settled();
  await end("::1", new Error("one"));
  expect(tried).toEqual(["::1", "127.0.0.1"]);
  expect(failed.is).toBe("waiting");
  await end("127.0.0.1", new Error("two"));
  expect(failed.is).toBeInstanceOf(AggregateError);
  expect((failed.is as AggregateError).errors.map(({ message }) => message)).toEqual(["one", "two"]);
  expect(clock.pending).toBe(0);
});

it("ends all attempts with the reason of an abort, and tries no other address", async () => {
  const { clock, controller, tried, aborted, result } = race("::1", "127.0.0.1", "::2");
  await clock.advance(250);
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(result).rejects.toMatchObject({ errors: [reason, reason] });
  expect(aborted).toEqual([
    ["::1", reason],
    ["127.0.0.1", reason],
  ]);
  await clock.advance(1000);
  expect([tried.length, clock.pending]).toEqual([2, 0]);
});
