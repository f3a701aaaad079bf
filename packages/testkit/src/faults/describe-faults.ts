import { AssertionError, ok } from "node:assert/strict";
import { createRegistry, displayText, type Scheme } from "@anyurl/core";
import { expectNoLeaks } from "../access/leaks.ts";
import { accessLoader, type LoadAccess } from "../access/load-access.ts";
import { reuseAdvice, runWithAdvice, withoutAdvice } from "../report/advised.ts";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, type ExamContext } from "../report/results.ts";
import type { Skipped } from "../report/runner.ts";
import { assertOutcome, needsMuchMemory } from "./assert-outcome.ts";
import { LacksReader, type ToFetch } from "./body-readers.ts";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import type { ExchangePoint } from "./faulty-peer.ts";
import { createReplyFaults } from "./replies.ts";
import { type PeeredWorld, type Report, type RunInit, run } from "./run-fault.ts";
import type { PeeredClient } from "./run-operation.ts";
import type { HostileOperation, HostileProtocol } from "./server-steps.ts";

export interface HostilePeers extends ExamContext {
  /** The behavior of a correct server of the scheme. */
  readonly protocol: HostileProtocol;
  /** Creates a client of the scheme that uses only this transport and this clock. */
  readonly client: (world: PeeredWorld) => PeeredClient;
  /** `toFetch` of @anyurl/client. Absent: `fetch` is not tested. */
  readonly fetch?: ToFetch | undefined;
  /** Faults to inject. Default: {@link FAULTS}. */
  readonly faults?: readonly Fault[];
  readonly except?: FaultExceptions | undefined;
  /** Milliseconds of the real clock within which the scheme's access module must load. Default: 10 000. */
  readonly within?: number;
}

/**
 * The faults that are skipped, by name, each with the reason; or a function that returns the reason for an operation,
 * and `undefined` to inject the fault.
 */
export type FaultExceptions = Readonly<
  Record<string, string | ((operation: HostileOperation) => string | undefined)>
>;

/** Maximum number of transport operations that fail in turn. */
const MAX_FAILURES = 500;

/** Only resources that the scheme opened outside of its context take time to close. */
const LEAK_TIMEOUT_MS = 200;

/** Maximum number of failed points to report for one fault. */
const MAX_FAILED = 5;

const PROPER: Fault = {
  name: "a correct server",
  outcome: () => ({ gives: "all" }),
  maxPromises: Number.POSITIVE_INFINITY,
};
const TORTURE: Fault = {
  name: "each step fails in turn",
  outcome: () => ({ gives: "all", fails: "any" }),
};

/** Optional fields of a protocol, and the tests that are skipped without them. */
const UNTOLD: readonly (readonly [keyof HostileProtocol, string])[] = [
  ["multiline", "multi-line replies"],
  ["failure", "failure replies of transfers"],
  ["refusal", "rejections of each command"],
];

/** Declares a test for each operation and each fault that suits it. The fault is injected at each point of a correct exchange. */
export function describeHostilePeers(scheme: Scheme, options: HostilePeers): void {
  const { protocol, faults = FAULTS, except = {}, runner = defaultRunner } = options;
  const load = accessLoader(scheme, options.within);
  declareSection(scheme, "hostile peers in memory", { ...options, runner }, (section) => {
    for (const operation of protocol.operations) {
      const one = new OperationExam(scheme, options, operation, load);
      section.group(`${operation.operation} ${displayText(operation.url)}`, (section) => {
        section.test(PROPER.name, "hostile", () => one.proper());
        for (const fault of [...faults, ...createReplyFaults(protocol)]) {
          if (!suits(fault, operation, protocol)) continue;
          const exception = except[fault.name];
          const reason = typeof exception === "function" ? exception(operation) : exception;
          if (reason !== undefined) section.skip(fault.name, reason);
          else section.test(fault.name, "hostile", () => one.examine(fault));
        }
        // The faults of files fail each call in turn.
        if (protocol.files !== true) section.test(TORTURE.name, "hostile", () => one.torture());
      });
    }
    for (const [name, what] of UNTOLD)
      if (protocol[name] === undefined) section.skip(what, `the protocol has no \`${name}\``);
  });
}

function suits(
  { over = "connections", suits }: Fault,
  operation: HostileOperation,
  protocol: HostileProtocol,
): boolean {
  const isOver =
    protocol.files === true
      ? over === "files"
      : over === "both" || over === (protocol.datagrams === undefined ? "connections" : "datagrams");
  return (over === "all" || isOver) && suits?.(operation, protocol) !== false;
}

/** Runs one operation against all faults. The exchange with a correct server is recorded once. */
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

  async examine(fault: Fault): Promise<Skipped | undefined> {
    const { points } = await this.proper();
    if (fault.when === undefined) {
      await this.#once(fault, undefined, undefined);
      return undefined;
    }
    const failures: string[] = [];
    let first: unknown;
    for (const [i, point] of points.entries()) {
      const next = points[i + 1];
      if (!fault.when(point, next, this.#options.protocol)) continue;
      try {
        await this.#once(fault, point, next);
      } catch (error) {
        if (error instanceof LacksReader) return { skipped: error.message };
        if (!(error instanceof AssertionError)) throw error;
        first ??= error;
        failures.push(`${formatExchangePoint(point)}: ${withoutAdvice(error.message)}`);
        if (failures.length >= MAX_FAILED) break;
      }
    }
    if (failures.length > 0) reuseAdvice(first, () => ok(false, `\n${failures.join("\n")}`));
    return undefined;
  }

  /** Makes each operation of the transport fail in turn, one per call. */
  async torture(): Promise<void> {
    const { transport } = await this.proper();
    const steps = Math.min(MAX_FAILURES, transport.operations);
    for (let failAt = 0; failAt < steps; failAt++) {
      try {
        await this.#once(TORTURE, undefined, undefined, { failAt });
      } catch (error) {
        if (!(error instanceof AssertionError)) throw error;
        const message = `operation ${failAt} of the transport fails: ${withoutAdvice(error.message)}`;
        reuseAdvice(error, () => ok(false, message));
      }
    }
  }

  async #once(
    fault: Fault,
    at: ExchangePoint | undefined,
    next: ExchangePoint | undefined,
    how: Pick<RunInit, "failAt"> = {},
  ): Promise<Report> {
    const { protocol } = this.#options;
    const operation = this.#operation;
    const report = await this.#call(fault, at, next, how);
    const { memoryOf } = fault;
    const usualMemory =
      memoryOf !== undefined && needsMuchMemory(report)
        ? (await this.#call({ ...fault, payload: memoryOf }, at, next, {})).held
        : undefined;
    if (report.error instanceof LacksReader) throw report.error;
    const proper = fault === PROPER ? undefined : await this.proper();
    assertOutcome({
      registry: createRegistry(this.#scheme),
      protocol,
      operation,
      fault,
      outcome: fault.outcome(operation, at, next),
      report,
      usual: proper === undefined ? Number.POSITIVE_INFINITY : countTakenBytes(proper),
      usualPromises: proper?.promises,
      usualMemory,
      most: fault.most?.(report.limits, operation, at, next),
      at,
    });
    return report;
  }

  async #call(
    fault: Fault,
    at: ExchangePoint | undefined,
    next: ExchangePoint | undefined,
    how: Pick<RunInit, "failAt">,
  ): Promise<Report> {
    const { protocol, client, fetch } = this.#options;
    const operation = this.#operation;
    const init = { scheme: this.#scheme, protocol, operation, client, fetch, fault, at, next, ...how };
    // Loading the module from disk takes real time, not time of the fake clock.
    await this.#load();
    return runWithAdvice("leaks", () => expectNoLeaks(() => run(init), { patience: LEAK_TIMEOUT_MS }));
  }
}

function countTakenBytes({ transport }: Report): number {
  return transport.connections.reduce((sum, { taken }) => sum + taken, 0);
}

function formatExchangePoint({ index, said, to }: ExchangePoint): string {
  const what = `the ${said.is}`;
  return `at point ${index}, ${what} to "${displayText(to).slice(0, 60)}"`;
}
