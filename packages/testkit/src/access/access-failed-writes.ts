import { ok } from "node:assert/strict";
import { AccessError, isAccessError, type Source } from "@anyurl/core";
import type { Section } from "../report/results.ts";
import type { Skipped } from "../report/runner.ts";
import { called, got } from "./access-call.ts";
import {
  type AccessExam,
  type AccessFixture,
  catchFailure,
  declareServerTest,
  loadOperations,
  quiet,
} from "./access-exam.ts";
import type { AccessCall } from "./server-kit.ts";

const topic = "failed writes";

/** How a write fails after the first chunk of its source. */
type Way = "source" | "abort" | "deadline";

const WAYS: readonly (readonly [Way, string])[] = [
  ["source", "its source throws"],
  ["abort", "it is aborted"],
  ["deadline", "its deadline passes"],
];

/** Checks that a failed write leaves the target unchanged, or that its error reports it as incomplete. */
export function declareFailedWrites(section: Section, exam: AccessExam): void {
  const { put, append } = exam.fixtures;
  if (put === undefined && append === undefined) {
    section.skip("put, append", "the kit gives no fixture for put or append");
    return;
  }
  for (const [way, reason] of WAYS) {
    const name = `leaves the target unchanged or reports it as incomplete if ${reason}`;
    const question = { name, topic, advice: "failed-write" } as const;
    declareServerTest(section, exam, "put", question, async (one, { path, octets }) => {
      // The second call replaces the file of the first one.
      await called(one, "put");
      return check(one, "put", { path, octets, before: octets, way });
    });
    declareServerTest(section, exam, "append", question, (one, fixture) =>
      check(one, "append", { ...fixture, way }),
    );
  }
}

interface FailedWrite {
  readonly path: string;
  readonly before: Uint8Array;
  readonly octets: Uint8Array;
  readonly way: Way;
}

async function check(
  one: AccessFixture,
  operation: "put" | "append",
  { path, before, octets, way }: FailedWrite,
): Promise<Skipped | undefined> {
  if (!("get" in (await loadOperations(one.exam))))
    return { skipped: "there is no get to read the target with" };
  if (octets.length < 2) return { skipped: `the kit's fixture for ${operation} is too small to split` };
  const half = octets.slice(0, Math.ceil(octets.length / 2));
  const error = await catchFailure(write(one, operation, half, way));
  ok(error !== undefined, `${operation} succeeds, although the source failed`);
  await quiet(one);
  const there = await read(one, path);
  if (there !== undefined && Buffer.compare(there, before) === 0) return undefined;
  const target = isAccessError(error) ? error.target : undefined;
  const found = there === undefined ? "is missing" : `has ${there.length} bytes`;
  const message = `the target ${found} instead of ${before.length}, and the error says ${target ?? "nothing"}: ${error}`;
  ok(target === "incomplete", message);
  return undefined;
}

async function write(
  one: AccessFixture,
  operation: "put" | "append",
  chunk: Uint8Array,
  way: Way,
): Promise<unknown> {
  const controller = new AbortController();
  const changes: Omit<AccessCall, "signal"> = way === "deadline" ? { limits: { deadline: DEADLINE } } : {};
  const source = failingSource(chunk, way, controller);
  return called({ ...one, controller }, operation, changes, undefined, source);
}

/** Milliseconds: enough for the first chunk to be sent. */
const DEADLINE = 400;

/** Event-loop turns in which the first chunk arrives. */
const TURNS = 20;

/** Yields one chunk and fails. It throws an AccessError, so that the client can add the state of the target. */
async function* failingSource(chunk: Uint8Array, way: Way, controller: AbortController): Source {
  yield chunk;
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
  const failure = new AccessError("changed", "injected failure of the source");
  if (way === "source") throw failure;
  if (way === "abort") controller.abort(failure);
  await new Promise(() => {});
}

/** Reads the target. Returns `undefined` if it is missing. */
async function read({ client, server }: AccessFixture, path: string): Promise<Uint8Array | undefined> {
  try {
    const { octets } = await got(client, server.url(path), { signal: new AbortController().signal });
    return octets ?? new Uint8Array(0);
  } catch (error) {
    if (isAccessError(error) && error.code === "not-found") return undefined;
    throw error;
  }
}
