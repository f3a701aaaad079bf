import { AssertionError, equal } from "node:assert/strict";
import { getEventListeners } from "node:events";
import {
  createRegistry,
  type OperationName,
  type Operations,
  type Registry,
  type Scheme,
} from "@anyurl/core";
import { runWithAdvice } from "../report/advised.ts";
import { type Section, schemeName } from "../report/results.ts";
import type { Skipped } from "../report/runner.ts";
import { expectNoLeaks } from "./leaks.ts";
import { accessLoader, ended, type LoadAccess } from "./load-access.ts";
import type { AccessClient, Fixtures, KitServer, ServerKit } from "./server-kit.ts";

/** The data that all tests of a scheme's access share. */
export interface AccessExam {
  readonly scheme: Scheme;
  readonly registry: Registry;
  readonly kit: ServerKit;
  readonly fixtures: Fixtures;
  /** Milliseconds within which each call must end. */
  readonly within: number;
  readonly load: LoadAccess;
}

/** A server, a client, and the caller's abort controller, for one test. */
export interface AccessFixture {
  readonly exam: AccessExam;
  readonly server: KitServer;
  readonly client: AccessClient;
  readonly controller: AbortController;
}

export function accessExam(
  scheme: Scheme,
  kit: ServerKit,
  within: number,
  beside: readonly Scheme[],
): AccessExam {
  const { get } = kit;
  const stat = kit.stat ?? (get && ({ path: get.path, kind: "file", size: get.octets.length } as const));
  const fixtures = { ...kit, ...(stat && { stat }) };
  return {
    scheme,
    registry: createRegistry(...beside, scheme),
    kit,
    fixtures,
    within,
    load: accessLoader(scheme, within),
  };
}

/** Returns the operations that the scheme's access module exports. */
export function loadOperations({ load }: AccessExam): Promise<Partial<Operations>> {
  return load();
}

/**
 * Declares a test of an operation. It runs if the scheme has the operation and the kit has a fixture for it. Missing
 * operations and fixtures are reported only once, in the section "access: operations".
 */
export function declareTest<O extends OperationName>(
  section: Section,
  exam: AccessExam,
  operation: O,
  question: {
    readonly name: string;
    readonly topic: string;
    readonly advice: Parameters<Section["test"]>[1];
  },
  ask: (fixture: NonNullable<Fixtures[O & keyof Fixtures]>) => Promise<unknown>,
): void {
  const fixture = exam.fixtures[operation as keyof Fixtures];
  if (fixture === undefined) return;
  const { name, topic, advice } = question;
  const reason = exam.kit.except?.[`${topic}: ${operation}`];
  if (reason !== undefined) {
    section.skip(`${operation}: ${name}`, reason);
    return;
  }
  section.test(`${operation}: ${name}`, advice, async () => {
    const operations = await loadOperations(exam);
    return operation in operations ? ask(fixture as never) : lacks(exam, operation);
  });
}

/** As {@link declareTest}, with a new server for the test. */
export function declareServerTest<O extends OperationName>(
  section: Section,
  exam: AccessExam,
  operation: O,
  question: Parameters<typeof declareTest>[3],
  ask: (one: AccessFixture, fixture: NonNullable<Fixtures[O & keyof Fixtures]>) => Promise<unknown>,
): void {
  declareTest(section, exam, operation, question, (fixture) => withFixture(exam, (one) => ask(one, fixture)));
}

export function lacks({ scheme }: AccessExam, operation: OperationName): Skipped {
  return { skipped: `${schemeName(scheme)} has no ${operation}` };
}

/** Runs a test with a new server and a time limit, and checks that neither side leaves anything open. */
export async function withFixture<T>(
  exam: AccessExam,
  act: (scene: AccessFixture) => Promise<T>,
): Promise<T> {
  // The module is loaded only once, from disk: its time does not count here.
  await loadOperations(exam);
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  try {
    const play = async () => {
      outcome = await played(exam, act);
    };
    await runWithAdvice("leaks", () => expectNoLeaks(play, { patience: closeTimeout(exam) }));
  } catch (error) {
    outcome ??= { error };
    // Report the failure before the leaks: it may explain them.
    throw "error" in outcome ? outcome.error : error;
  }
  if (outcome === undefined || "error" in outcome) throw outcome?.error;
  return outcome.value;
}

async function played<T>(
  exam: AccessExam,
  act: (scene: AccessFixture) => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  const { kit, within } = exam;
  const server = await runWithAdvice("kit", () => kit.start());
  const controller = new AbortController();
  try {
    const value = await ended(act({ exam, server, client: kit.client({}), controller }), within);
    runWithAdvice("leaks", () => {
      const listeners = getEventListeners(controller.signal, "abort").length;
      equal(listeners, 0, "listeners left on the caller's signal");
    });
    await quiet({ exam, server });
    runWithAdvice("leaks", () => equal(server.live, 0, "connections left open"));
    return { value };
  } catch (error) {
    return { error };
  } finally {
    // A hanging call must end.
    controller.abort(new Error("the test is over"));
    await server.close();
  }
}

/** Returns milliseconds to wait for the server to see that the client closed a connection. */
function closeTimeout({ within }: AccessExam): number {
  return Math.max(MIN_WAIT_MS, within / 5);
}

const MIN_WAIT_MS = 1_000;

/** Resolves when the server has seen all connections close, or after a timeout. */
export async function quiet({ exam, server }: Pick<AccessFixture, "exam" | "server">): Promise<void> {
  for (const until = performance.now() + closeTimeout(exam); server.live > 0 && performance.now() < until; )
    await new Promise((resolve) => setImmediate(resolve));
}

/** Returns the error of a call, or `undefined` if it succeeded. */
export async function catchFailure(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AssertionError) throw error;
    return error ?? new Error("rejected without a reason");
  }
  return undefined;
}
