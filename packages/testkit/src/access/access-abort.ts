import { equal, ok } from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { OperationName } from "@anyurl/core";
import type { Section } from "../report/results.ts";
import { called } from "./access-call.ts";
import {
  type AccessExam,
  type AccessFixture,
  catchFailure,
  declareServerTest,
  declareTest,
  withFixture,
} from "./access-exam.ts";
import { OPERATIONS } from "./server-kit.ts";

const topic = "abort";

/** Checks that an abort ends the call at once and releases its resources. */
export function declareAborts(section: Section, exam: AccessExam): void {
  for (const operation of OPERATIONS) {
    const question = (name: string) => ({ name, topic, advice: "abort" }) as const;
    declareServerTest(section, exam, operation, question("an abort before it begins"), async (one) => {
      const before = one.server.received.length;
      one.controller.abort(GIVEN_UP);
      const error = await catchFailure(called(one, operation));
      equal(error, GIVEN_UP, "the call fails with the reason of the abort");
      equal(one.server.received.length, before, "connections after the abort");
    });
    const atLines = question("an abort at each line that the server receives");
    declareTest(section, exam, operation, atLines, () => abortAtEachLine(exam, operation));
    if (operation === "get" || operation === "list") {
      const reader = question("its reader cancels at the first bytes or entry");
      declareServerTest(section, exam, operation, reader, (one) => leave(one, operation));
    }
  }
}

const GIVEN_UP: Error = new Error("aborted by the caller");

/** Maximum number of lines to abort at. */
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
      const outcome = catchFailure(call);
      while (heard(one) < line && !isOver) await new Promise((resolve) => setImmediate(resolve));
      controller.abort(GIVEN_UP);
      const error = await outcome;
      // The call may have ended before the abort. Otherwise it must fail with the reason of the abort.
      ok(error === undefined || error === GIVEN_UP, `at line ${line} the call fails with ${error}`);
      const listeners = getEventListeners(controller.signal, "abort").length;
      equal(listeners, 0, `at line ${line}: listeners left on the caller's signal`);
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
