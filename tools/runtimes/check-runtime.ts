import type { Transport } from "@anyurl/core/exchange";
import { describeTransport, plainRunner, type TransportPeers } from "@anyurl/testkit/transport";
import { CHECKS, type Need } from "../../examples/programs/test/checks.ts";
import type { World } from "../../examples/programs/test/world.ts";
import type { Exceptions } from "./exceptions.ts";

/** What a runtime gets: plain data. */
export interface Task {
  readonly world: World;
  readonly peers: TransportPeers;
  readonly exceptions: Exceptions;
  /** What the runtime does not have. */
  readonly lacks: readonly Need[];
  /** The resolver for DNS over HTTPS. */
  readonly resolver: string;
}

/** What a runtime gives back: plain data. */
export interface Report {
  readonly programs: readonly Outcome[];
  readonly exam: readonly Outcome[];
}

export interface Outcome {
  readonly name: string;
  readonly failed?: string;
  readonly skipped?: string;
}

/** How the exam is taken in a runtime. */
export interface ExamSettings {
  readonly transport: Transport;
  readonly noSockets?: string;
  readonly ca?: false;
}

/** Runs the ten programs and the exam for transports. Uses nothing of Node.js. */
export async function checkRuntime(
  { world, peers, exceptions, lacks }: Task,
  { transport, ...how }: ExamSettings,
): Promise<Report> {
  const programs: Outcome[] = [];
  for (const { title: name, needs, run } of CHECKS) {
    if (needs !== undefined && lacks.includes(needs)) programs.push({ name, skipped: `no ${needs}` });
    else programs.push({ name, ...(await outcomeOf(() => run(world))) });
  }
  const runner = plainRunner();
  describeTransport(transport, { peers, exceptions, runner, ...how });
  return { programs, exam: await runner.run() };
}

async function outcomeOf(work: () => void | Promise<void>): Promise<Omit<Outcome, "name">> {
  try {
    await work();
    return {};
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
