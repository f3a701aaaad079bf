import { AssertionError, ok } from "node:assert/strict";
import { createRegistry, displayText, type Scheme } from "@anyurl/core";
import { expectNoLeaks } from "../access/leaks.ts";
import { accessLoader, type LoadAccess } from "../access/load-access.ts";
import { reuseAdvice, runWithAdvice, withoutAdvice } from "../report/advised.ts";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, type ExamContext } from "../report/results.ts";
import { assertOutcome } from "./assert-outcome.ts";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import type { ExchangePoint } from "./faulty-peer.ts";
import { type PeeredWorld, type Report, run } from "./run-fault.ts";
import type { PeeredClient } from "./run-operation.ts";
import type { HostileOperation, HostileProtocol } from "./server-steps.ts";

export interface HostilePeers extends ExamContext {
  /** What a proper server of the scheme says. */
  readonly protocol: HostileProtocol;
  /** A client of the scheme in this world, which has no network and no time but these. */
  readonly client: (world: PeeredWorld) => PeeredClient;
  /** Default: all of them. */
  readonly shapes?: readonly Fault[];
  /** Milliseconds, of the real clock, in which the scheme's access must be loaded. Default 10 000. */
  readonly within?: number;
}

/** How many operations of a transport are made to fail, one after the other, before a call counts as stuck. */
const MAX_FAILURES = 500;

/** Milliseconds: in memory there is nothing to wait for, but what the scheme has opened past its context. */
const PATIENCE = 200;

/** How many points a shape may fail at before it is called enough. */
const MAX_FAILED = 5;

const PROPER: Fault = { name: "a proper server", outcome: () => ({ gives: "all" }) };
const TORTURE: Fault = {
  name: "any one step fails",
  outcome: () => ({ gives: "all", fails: "any" }),
};

/** What is not tried where the protocol has, or tells, nothing of the kind. */
const UNTOLD: readonly (readonly [keyof HostileProtocol, string])[] = [
  ["multiline", "replies of several lines"],
  ["failure", "replies that a transfer has failed"],
  ["refusal", "refusals of each command"],
];

/** Declares a test for each operation and each shape that suits it: tried at each point of the proper dialogue. */
export function describeHostilePeers(scheme: Scheme, options: HostilePeers): void {
  const { protocol, shapes = FAULTS, runner = defaultRunner } = options;
  const load = accessLoader(scheme, options.within);
  declareSection(scheme, "hostile peers in memory", { ...options, runner }, (section) => {
    for (const operation of protocol.operations) {
      const one = new OperationExam(scheme, options, operation, load);
      section.group(`${operation.operation} ${displayText(operation.url)}`, (section) => {
        section.test(PROPER.name, "hostile", () => one.proper());
        for (const shape of shapes) {
          if (shape.suits?.(operation, protocol) === false) continue;
          section.test(shape.name, "hostile", () => one.examine(shape));
        }
        section.test(TORTURE.name, "hostile", () => one.torture());
      });
    }
    for (const [name, what] of UNTOLD)
      if (protocol[name] === undefined) section.skip(what, `the protocol tells no \`${name}\``);
  });
}

/** One operation against every server. What the proper one says is found out once. */
class OperationExam {
  readonly #scheme: Scheme;
  readonly #options: HostilePeers;
  readonly #operation: HostileOperation;
  readonly #load: LoadAccess;
  #proper: Promise<Report> | undefined;

  constructor(scheme: Scheme, options: HostilePeers, operation: HostileOperation, load: LoadAccess) {
    this.#load = load;
    this.#scheme = scheme;
    this.#options = options;
    this.#operation = operation;
  }

  proper(): Promise<Report> {
    this.#proper ??= this.#once(PROPER, undefined, undefined);
    return this.#proper;
  }

  async examine(shape: Fault): Promise<void> {
    const { points } = await this.proper();
    if (shape.when === undefined) return void (await this.#once(shape, undefined, undefined));
    const failures: string[] = [];
    let first: unknown;
    for (const [i, point] of points.entries()) {
      const next = points[i + 1];
      if (!shape.when(point, next)) continue;
      try {
        await this.#once(shape, point, next);
      } catch (error) {
        if (!(error instanceof AssertionError)) throw error;
        first ??= error;
        failures.push(`${placeOf(point)}: ${withoutAdvice(error.message)}`);
        if (failures.length >= MAX_FAILED) break;
      }
    }
    if (failures.length > 0) reuseAdvice(first, () => ok(false, `\n${failures.join("\n")}`));
  }

  /** The first operation of the transport fails, then the second one alone, and so on until none is left to fail. */
  async torture(): Promise<void> {
    const { transport } = await this.proper();
    const steps = Math.min(MAX_FAILURES, transport.operations);
    for (let failAt = 0; failAt < steps; failAt++) {
      try {
        await this.#once(TORTURE, undefined, undefined, failAt);
      } catch (error) {
        if (!(error instanceof AssertionError)) throw error;
        const message = `operation ${failAt} of the transport fails: ${withoutAdvice(error.message)}`;
        reuseAdvice(error, () => ok(false, message));
      }
    }
  }

  async #once(
    shape: Fault,
    at: ExchangePoint | undefined,
    next: ExchangePoint | undefined,
    failAt?: number,
  ): Promise<Report> {
    const { protocol, client } = this.#options;
    const operation = this.#operation;
    const init = { scheme: this.#scheme, protocol, operation, client, shape, at, next };
    // Once, from a disk: no time of the fake clock.
    await this.#load();
    const report = await runWithAdvice("leaks", () =>
      expectNoLeaks(() => run({ ...init, ...(failAt !== undefined && { failAt }) }), { patience: PATIENCE }),
    );
    const usual = shape === PROPER ? Number.POSITIVE_INFINITY : takenOf(await this.proper());
    assertOutcome({
      registry: createRegistry(this.#scheme),
      operation,
      shape,
      outcome: shape.outcome(operation, at, next),
      report,
      usual,
      most: shape.most?.(report.limits, at),
      at,
    });
    return report;
  }
}

function takenOf({ transport }: Report): number {
  return transport.connections.reduce((sum, { taken }) => sum + taken, 0);
}

function placeOf({ index, said, to }: ExchangePoint): string {
  const what = `the ${said.is}`;
  return `at point ${index}, ${what} to "${displayText(to).slice(0, 60)}"`;
}
