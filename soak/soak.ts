import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@anyurl/client";
import type { Layer } from "@anyurl/client/layers";
import { attemptOf } from "./attempt.ts";
import { handlesSince, heapInUse, openHandles, watchStrays, within } from "./health.ts";
import { judge, type Outcome } from "./judge.ts";
import { type Network, networkOf, sharedTransport } from "./network.ts";
import { type Operation, operationOf } from "./operation.ts";
import { SCHEMES, type SoakClient, startWorld, type World } from "./world.ts";

export interface SoakOptions {
  readonly seed: number;
  /** Operations at the same time. */
  readonly concurrency: number;
  /** Is it time to stop? Asked before each operation with the number of those before it. */
  readonly until: (operations: number) => boolean;
  /** The first operation's number. Default 0. */
  readonly first?: number;
  /** Milliseconds that a peer may say nothing. Default 2000. */
  readonly patience?: number;
  /** Operations before the others, for all that is loaded and made only once. Default 100. */
  readonly warmUp?: number;
  /** Octets by which the heap may have grown at the end. Default 16 MiB. */
  readonly maxGrowth?: number;
  /** Layers that do what must be found out. */
  readonly planted?: readonly Layer[];
}

export interface Fault {
  /** `undefined`: of the run as a whole. */
  readonly operation: Operation | undefined;
  readonly what: string;
}

export interface SoakReport {
  readonly operations: number;
  /** How often each outcome came, by operation and outcome: "ftp get", "right". */
  readonly outcomes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly faults: readonly Fault[];
  /** Operations before the others, for all that is loaded and made only once. Default 100. */
  readonly warmUp?: number;
  /** Octets by which the heap has grown. */
  readonly growth: number;
}

/** Faults that are kept; more would only say the same. */
const MAX_FAULTS = 100;

/** Does many operations over bad networks, and looks for what must not be: in what they give, and in what they leave. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { patience = 2_000, warmUp = 100, maxGrowth = 16 * 1024 * 1024 } = options;
  const strays = watchStrays();
  const handles = openHandles();
  try {
    if (warmUp > 0)
      await session({ ...options, planted: [], first: 0, until: (count) => count >= warmUp, patience });
    const before = await heapInUse();
    const report = await session({ ...options, patience });
    const faults = [...report.faults];
    const add = (what: string) => faults.push({ operation: undefined, what });
    for (const kind of await handlesSince(handles, patience)) add(`left open: ${kind}`);
    for (const error of strays.errors.slice(0, MAX_FAULTS)) add(`nobody has caught: ${told(error)}`);
    const growth = (await heapInUse()) - before;
    if (growth > maxGrowth) add(`the heap has grown by ${growth} octets`);
    return { ...report, faults, growth };
  } finally {
    strays.stop();
  }
}

async function session(
  options: SoakOptions & { readonly patience: number },
): Promise<Omit<SoakReport, "growth">> {
  const { patience, first = 0 } = options;
  const world = await startWorld();
  const outcomes = new Map<string, Map<string, number>>();
  const faults: Fault[] = [];
  const fault = (operation: Operation | undefined, what: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ operation, what });
  };
  /** Operations that are over, and have something open yet. */
  const lingering = new Map<Network, Operation>();
  let operations = 0;
  try {
    const client: SoakClient = createClient({
      schemes: SCHEMES,
      transport: sharedTransport,
      limits: {
        connectTimeout: patience,
        replyTimeout: patience,
        idleTimeout: patience,
        farewellTimeout: 100,
      },
    });
    const work = async () => {
      while (!options.until(operations)) {
        const operation = operationOf(options.seed, first + operations++, world.targets);
        const network = networkOf(operation, options.planted ?? []);
        const outcome = await outcomeOf(client, operation, network, patience);
        if (outcome.kind === "fault") fault(operation, outcome.what);
        if (network.open > 0) lingering.set(network, operation);
        for (const each of lingering.keys()) if (each.open === 0) lingering.delete(each);
        count(outcomes, operation, outcome);
      }
    };
    await Promise.all(Array.from({ length: options.concurrency }, work));
    await within(patience, () => [...lingering.keys()].every(({ open }) => open === 0));
    for (const [{ open }, operation] of lingering)
      if (open > 0) fault(operation, `${open} of its connections have not been closed`);
    await checkServers(world, patience, (what) => fault(undefined, what));
  } finally {
    await world.close();
  }
  return { operations, outcomes, faults };
}

async function outcomeOf(
  client: SoakClient,
  operation: Operation,
  network: Network,
  patience: number,
): Promise<Outcome> {
  const caller = new AbortController();
  const { signal } = caller;
  const over = new AbortController();
  let late: string | undefined;
  // Whatever is done to a call, it ends: twice to each of a few connections, and again for each further attempt.
  const limit = 20 * patience * (1 + operation.callAttempts);
  const watch = async () => {
    const { abortAfter } = operation;
    await sleep(abortAfter ?? limit, undefined, { signal: over.signal });
    if (abortAfter === undefined) late = `it is not over after ${limit} ms`;
    caller.abort(new Error("the caller has given up"));
    await sleep(patience, undefined, { signal: over.signal });
    late ??= `it is not over ${patience} ms after it was aborted`;
  };
  watch().catch(() => {});
  const attempt = await network.run(() => attemptOf(client, operation, signal));
  over.abort();
  if (late !== undefined) return { kind: "fault", what: late };
  return judge(operation, attempt, network.deeds, signal);
}

async function checkServers({ live }: World, patience: number, fault: (what: string) => void): Promise<void> {
  if (!(await within(patience, () => live() === 0)))
    fault(`the servers have ${live()} sockets open that nobody uses`);
}

function count(outcomes: Map<string, Map<string, number>>, { target }: Operation, outcome: Outcome): void {
  const row = `${target.scheme} ${target.does}`;
  const column = outcome.kind === "failed" ? outcome.code : outcome.kind;
  const counts = outcomes.get(row) ?? new Map<string, number>();
  outcomes.set(row, counts.set(column, (counts.get(column) ?? 0) + 1));
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
