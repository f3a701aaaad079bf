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

/** What all questions about a scheme's access share. */
export interface AccessExam {
  readonly scheme: Scheme;
  readonly registry: Registry;
  readonly kit: ServerKit;
  readonly fixtures: Fixtures;
  /** Milliseconds in which whatever is asked must be over. */
  readonly within: number;
  readonly load: LoadAccess;
}

/** One server, one client, and one caller who may give up. */
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

/** The scheme's own manifest: what its access module exports. */
export function operationsOf({ load }: AccessExam): Promise<Partial<Operations>> {
  return load();
}

/**
 * Declares a question about an operation: asked where the scheme has it, and the kit has something to ask it for. What is
 * not there is skipped once, among the operations themselves.
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
    const operations = await operationsOf(exam);
    return operation in operations ? ask(fixture as never) : lacks(exam, operation);
  });
}

export function lacks({ scheme }: AccessExam, operation: OperationName): Skipped {
  return { skipped: `${schemeName(scheme)} has no ${operation}` };
}

/** Does something on a server of its own, in time, and checks that nothing is left of it on either side. */
export async function withFixture<T>(
  exam: AccessExam,
  act: (scene: AccessFixture) => Promise<T>,
): Promise<T> {
  // Loaded once, from a disk: no matter of this scene.
  await operationsOf(exam);
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  try {
    const play = async () => {
      outcome = await played(exam, act);
    };
    await runWithAdvice("leaks", () => expectNoLeaks(play, { patience: patienceOf(exam) }));
  } catch (error) {
    outcome ??= { error };
    // What has gone wrong is told before what is left of it: it may explain it.
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
  const server = await kit.start();
  const controller = new AbortController();
  try {
    const value = await ended(act({ exam, server, client: kit.client({}), controller }), within);
    runWithAdvice("leaks", () => {
      const listeners = getEventListeners(controller.signal, "abort").length;
      equal(listeners, 0, "listeners that are left at the caller's signal");
    });
    await quiet({ exam, server });
    runWithAdvice("leaks", () => equal(server.live, 0, "connections that are left open"));
    return { value };
  } catch (error) {
    return { error };
  } finally {
    // What hangs is cut off.
    controller.abort(new Error("the question is over"));
    await server.close();
  }
}

/** Milliseconds: what happened at the client's end is news at the server's after a moment. */
function patienceOf({ within }: AccessExam): number {
  return Math.max(LEAST_PATIENCE, within / 5);
}

const LEAST_PATIENCE = 1_000;

/** Resolves when the server has seen that all connections are closed, or after a moment. */
export async function quiet({ exam, server }: Pick<AccessFixture, "exam" | "server">): Promise<void> {
  for (const until = performance.now() + patienceOf(exam); server.live > 0 && performance.now() < until; )
    await new Promise((resolve) => setImmediate(resolve));
}

/** What a call ends by, when it must not end well. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AssertionError) throw error;
    return error ?? new Error("it was rejected without a reason");
  }
  return undefined;
}
