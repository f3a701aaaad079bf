import { setTimeout as sleep } from "node:timers/promises";
import type { Layer } from "@anyurl/client/layers";
import { randomOf } from "../fuzz/random.ts";
import { attemptOf } from "./attempt.ts";
import { clientOver, type SoakClient } from "./client.ts";
import { handlesSince, heapInUse, openHandles, watchStrays, within } from "./health.ts";
import { isJob, judge, type Outcome } from "./judge.ts";
import { type Network, networkOf, sharedTransport } from "./network.ts";
import { type Operation, operationOf, rowOf } from "./operation.ts";
import type { Prepared } from "./target.ts";
import { startWorld, type World } from "./world.ts";

export interface SoakOptions {
  readonly seed: number;
  /** The number of parallel operations. */
  readonly concurrency: number;
  /** Returns whether to stop. Called before each operation with the number of those before it. */
  readonly until: (operations: number) => boolean;
  /** The number of the first operation. Default: 0. */
  readonly first?: number;
  /** Timeout for each reply of a peer in milliseconds. Default: 2000. */
  readonly patience?: number;
  /** Operations before the others, for all that is loaded and made only once. Default 100. */
  readonly warmUp?: number;
  /** Maximum growth of the heap in bytes. Default: 16 MiB. */
  readonly maxGrowth?: number;
  /** Only operations whose row in the report begins with this text. Default: all. */
  readonly rows?: string;
  /** Layers with bugs that the soak must find. */
  readonly planted?: readonly Layer[];
}

export interface Fault {
  /** `undefined` for a fault of the whole run. */
  readonly operation: Operation | undefined;
  readonly what: string;
}

export interface SoakReport {
  readonly operations: number;
  /** Counts by operation and outcome: "ftp get", "right". */
  readonly outcomes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly faults: readonly Fault[];
  /** Growth of the heap in bytes. */
  readonly growth: number;
}

/** Maximum number of recorded faults. */
const MAX_FAULTS = 100;

/** Runs many operations over bad networks, and checks their results and what they leave open. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { patience = 2_000, warmUp = 100, maxGrowth = 16 * 1024 * 1024 } = options;
  const strays = watchStrays();
  const handles = openHandles();
  try {
    if (warmUp > 0)
      await session({ ...options, planted: [], first: 0, until: (count) => count >= warmUp, patience });
    const before = await heapInUse();
    const report = await session({ ...options, patience });
    const faults = [...report.faults, ...(await faultsOfLate(report.late, options, patience))];
    const add = (what: string) => faults.push({ operation: undefined, what });
    for (const kind of await handlesSince(handles, patience)) add(`left open: ${kind}`);
    for (const error of strays.errors.slice(0, MAX_FAULTS)) add(`uncaught: ${told(error)}`);
    const growth = (await heapInUse()) - before;
    if (growth > maxGrowth) add(`the heap has grown by ${growth} bytes`);
    const { operations, outcomes } = report;
    return { operations, outcomes, faults, growth };
  } finally {
    strays.stop();
  }
}

/** How many times longer a late operation may take when it is repeated. */
const MORE_TIME = 4;

/**
 * Repeats late operations, each alone and with more time: on a busy machine, any operation can be late. Returns the
 * faults of those that are late again, or wrong.
 */
async function faultsOfLate(
  late: readonly Fault[],
  options: SoakOptions,
  patience: number,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const { operation } of late) {
    const alone = {
      ...options,
      first: operation?.number ?? 0,
      concurrency: 1,
      until: (count: number) => count >= 1,
    };
    const again = await session({ ...alone, patience: MORE_TIME * patience });
    faults.push(...again.faults);
    for (const { operation, what } of again.late)
      faults.push({ operation, what: `${what}, also if repeated alone` });
  }
  return faults.slice(0, MAX_FAULTS);
}

interface Session extends Omit<SoakReport, "growth"> {
  /** Operations whose only fault is that something took too long. */
  readonly late: readonly Fault[];
}

async function session(options: SoakOptions & { readonly patience: number }): Promise<Session> {
  const { patience, first = 0 } = options;
  await using world = await startWorld(options.rows);
  const outcomes = new Map<string, Map<string, number>>();
  const faults: Fault[] = [];
  const fault = (operation: Operation | undefined, what: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ operation, what });
  };
  /** Finished operations that still have open connections. */
  const lingering = new Map<Network, Operation>();
  /** Checks that run when all operations are finished. */
  const later: (() => Promise<void>)[] = [];
  const late: Fault[] = [];
  const targets = world.targets.filter((target) => rowOf(target).startsWith(options.rows ?? ""));
  const clients = [clientOf(world, patience, 0), clientOf(world, patience, IDLE)];
  let operations = 0;
  if (targets.length === 0) throw new RangeError(`unknown rows "${options.rows}"`);
  const work = async () => {
    while (!options.until(operations)) {
      const operation = operationOf(options.seed, first + operations++, targets);
      const network = networkOf(operation, options.planted ?? []);
      const { name, job } = await prepared(operation);
      const outcome = await outcomeOf(clients[operation.keeps ? 1 : 0]!, operation, network, patience, job);
      const isLate = outcome.kind === "fault" && outcome.late === true;
      if (isLate && late.length < MAX_FAULTS) late.push({ operation, what: outcome.what });
      else if (outcome.kind === "fault") fault(operation, outcome.what);
      if (network.open > 0) lingering.set(network, operation);
      for (const each of lingering.keys()) if (each.open === 0) lingering.delete(each);
      count(outcomes, operation, isLate ? "late" : outcome.kind === "failed" ? outcome.code : outcome.kind);
      if (job === undefined) continue;
      const isDone = outcome.kind === "right" || outcome.kind === "beginning";
      const look = async () => {
        const wrong = await job.left(isDone ? "done" : "failed");
        if (wrong !== undefined) fault(operation, `${name}: ${wrong}`);
      };
      if (isDone) await look();
      else later.push(look);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  for (const client of clients) client.close();
  await within(patience, () => [...lingering.keys()].every(({ open }) => open === 0));
  for (const [{ open }, operation] of lingering)
    if (open > 0) fault(operation, `${open} of its connections are still open`);
  await checkServers(world, patience, (what) => fault(undefined, what));
  for (const look of later) await look();
  for (const what of await world.leftovers()) fault(undefined, `leftover: ${what}`);
  return { operations, outcomes, faults, late };
}

/** Idle timeout of a pooled connection in milliseconds. */
const IDLE = 1_000;

function clientOf({ root }: World, patience: number, idle: number): SoakClient {
  return clientOver(sharedTransport(), root, {
    limits: {
      connectTimeout: patience,
      replyTimeout: patience,
      idleTimeout: patience,
      farewellTimeout: 100,
    },
    connections: { idle },
  });
}

async function prepared(
  operation: Operation,
): Promise<{ readonly name: string; readonly job: Prepared | undefined }> {
  const { target, number, jobSeed } = operation;
  const name = `op-${number}`;
  const job = isJob(target) ? await target.prepare({ name, random: randomOf(jobSeed) }) : undefined;
  return { name, job };
}

async function outcomeOf(
  client: SoakClient,
  operation: Operation,
  network: Network,
  patience: number,
  job: Prepared | undefined,
): Promise<Outcome> {
  const caller = new AbortController();
  const { signal } = caller;
  const over = new AbortController();
  let late: string | undefined;
  // Every call must end. The limit allows two timeouts for each of a few connections, and the same for each retry.
  const limit = 20 * patience * (1 + operation.callAttempts);
  const watch = async () => {
    const { abortAfter } = operation;
    await sleep(abortAfter ?? limit, undefined, { signal: over.signal });
    if (abortAfter === undefined) late = `it did not end within ${limit} ms`;
    caller.abort(new Error("the caller aborted"));
    await sleep(patience, undefined, { signal: over.signal });
    late ??= `it did not end within ${patience} ms after the abort`;
  };
  watch().catch(() => {});
  const deeds = () => ({ cut: network.deeds.has("end") });
  const attempt = await network.run(() => attemptOf(client, operation, signal, job, deeds));
  over.abort();
  if (late !== undefined) return { kind: "fault", what: late, late: true };
  return judge(operation, attempt, network.deeds, signal);
}

async function checkServers({ live }: World, patience: number, fault: (what: string) => void): Promise<void> {
  if (!(await within(patience, () => live().length === 0)))
    fault(`the servers have unused open sockets: ${live().join(", ")}`);
}

function count(outcomes: Map<string, Map<string, number>>, { target }: Operation, column: string): void {
  const row = rowOf(target);
  const counts = outcomes.get(row) ?? new Map<string, number>();
  outcomes.set(row, counts.set(column, (counts.get(column) ?? 0) + 1));
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
