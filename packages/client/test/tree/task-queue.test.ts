import { AccessError } from "@anyurl/core";
import { expect, test } from "vitest";
import { TaskQueue } from "../../src/tree/task-queue.ts";

/** Runs work for each item, and returns the results in the order in which they came. */
async function runAll(
  items: readonly number[],
  limit: number,
  signal: AbortSignal | undefined,
  work: (item: number, signal: AbortSignal) => Promise<string>,
): Promise<readonly string[]> {
  const queue = new TaskQueue<string>(limit, signal);
  const results: string[] = [];
  try {
    for (const item of items)
      for await (const result of queue.add((aborted) => work(item, aborted))) results.push(result);
    for await (const result of queue.rest()) results.push(result);
    return results;
  } finally {
    await queue.end();
  }
}

const never = undefined;

/** Creates jobs that end on request. */
function works() {
  const waiting = new Map<number, { resolve(): void; reject(error: unknown): void }>();
  const begun: number[] = [];
  let most = 0;
  const work = async (item: number, signal: AbortSignal): Promise<string> => {
    begun.push(item);
    await new Promise<void>((resolve, reject) => {
      waiting.set(item, { resolve, reject });
      most = Math.max(most, waiting.size);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }).finally(() => waiting.delete(item));
    return `did ${item}`;
  };
  const settle = () => new Promise(setImmediate);
  return {
    begun,
    work,
    most: () => most,
    async end(item: number, error?: unknown): Promise<void> {
      await expect.poll(() => waiting.has(item)).toBe(true);
      if (error === undefined) waiting.get(item)!.resolve();
      else waiting.get(item)!.reject(error);
      await settle();
    },
  };
}

test("runs up to the limit at the same time and returns results when they are there", async () => {
  const { work, end, most, begun } = works();
  const all = runAll([1, 2, 3, 4], 2, never, work);
  await end(2);
  await end(3);
  await end(1);
  await end(4);
  expect(await all).toEqual(["did 2", "did 3", "did 1", "did 4"]);
  expect(most()).toBe(2);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test("lowers concurrency and repeats an item if the server rejects a connection", async () => {
  const { work, end, most, begun } = works();
  const all = runAll([1, 2, 3, 4], 3, never, work);
  await end(3, new AccessError("temporarily-unavailable", "421 too many connections"));
  await end(2, new AccessError("busy", "too many"));
  await end(1);
  for (const item of [2, 3, 4]) await end(item);
  expect(await all).toEqual(["did 1", "did 2", "did 3", "did 4"]);
  expect(begun).toEqual([1, 2, 3, 2, 3, 4]);
  expect(most()).toBe(3);
});

test("fails if the server rejects the only connection", async () => {
  const { work, end } = works();
  const all = runAll([1, 2], 1, never, work);
  const failed = expect(all).rejects.toMatchObject({ code: "busy" });
  await end(1, new AccessError("busy", "too many"));
  await failed;
});

test("aborts the other jobs and starts none after any other failure", async () => {
  const { work, end, begun } = works();
  const all = runAll([1, 2, 3], 2, never, work);
  const failed = expect(all).rejects.toThrow("no space");
  await end(1, new Error("no space"));
  await failed;
  expect(begun).toEqual([1, 2]);
});

test("aborts all jobs with the reason of the signal", async () => {
  const { work, begun } = works();
  const abort = new AbortController();
  const all = runAll([1, 2, 3], 2, abort.signal, work);
  const failed = expect(all).rejects.toEqual({ signalNumber: 2 });
  await expect.poll(() => begun.length).toBe(2);
  abort.abort({ signalNumber: 2 });
  await failed;
  expect(begun).toEqual([1, 2]);
});

test("returns an empty list for no items", async () => {
  expect(await runAll([], 4, never, async () => "")).toEqual([]);
});
