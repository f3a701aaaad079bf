import { equal, ok } from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { OperationName } from "@anyurl/core";
import type { Section } from "../report/results.ts";
import { called } from "./access-call.ts";
import { type AccessExam, type AccessFixture, declareTest, withFixture } from "./access-exam.ts";
import { OPERATIONS } from "./server-kit.ts";

const topic = "abort";

/** Whoever gives up is heard at once, wherever the call has got to, and nothing is left of it. */
export function declareAborts(section: Section, exam: AccessExam): void {
  for (const operation of OPERATIONS) {
    const ask = (name: string, check: () => Promise<void>) =>
      declareTest(section, exam, operation, { name, topic, advice: "abort" }, check);
    ask("an abort before it begins", () =>
      withFixture(exam, async (one) => {
        const before = one.server.received.length;
        one.controller.abort(GIVEN_UP);
        equal(await outcomeOf(called(one, operation)), GIVEN_UP, "it ends by the reason of the abort");
        equal(one.server.received.length, before, "connections after the caller has given up");
      }),
    );
    ask("an abort at each line that the server hears", () => abortAtEachLine(exam, operation));
    if (operation === "get" || operation === "list")
      ask("its reader leaves at the first octets or entry", () =>
        withFixture(exam, (one) => leave(one, operation)),
      );
  }
}

const GIVEN_UP: Error = new Error("the caller has given up");

/** How many lines a call may have that is given up at each of them. */
const MAX_LINES = 32;

async function abortAtEachLine(exam: AccessExam, operation: OperationName): Promise<void> {
  const lines = await withFixture(exam, async (one) => {
    await called(one, operation);
    return heard(one);
  });
  for (let line = 0; line <= Math.min(lines, MAX_LINES); line++) {
    await withFixture(exam, async (one) => {
      const { controller } = one;
      let isOver = false;
      const call = called(one, operation).finally(() => {
        isOver = true;
      });
      const outcome = outcomeOf(call);
      while (heard(one) < line && !isOver) await new Promise((resolve) => setImmediate(resolve));
      controller.abort(GIVEN_UP);
      const error = await outcome;
      // It may have been done by then, or have failed by itself: but what it ends by after the abort is the abort.
      ok(error === undefined || error === GIVEN_UP, `at line ${line} it ends by ${error}`);
      const listeners = getEventListeners(controller.signal, "abort").length;
      equal(listeners, 0, `at line ${line}: listeners left at the caller's signal`);
    });
  }
}

function heard({ server }: AccessFixture): number {
  return server.received.reduce((sum, lines) => sum + lines.length, 0);
}

async function leave(
  { client, server, exam, controller }: AccessFixture,
  operation: "get" | "list",
): Promise<void> {
  const url = server.url(exam.fixtures[operation]!.path);
  const options = { signal: controller.signal };
  if (operation === "list") {
    for await (const _ of client.list(url, options)) break;
    return;
  }
  const { body } = await client.get(url, options);
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
}

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}
