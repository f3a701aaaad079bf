import { deepEqual, equal, ok } from "node:assert/strict";
import type { Entry, OperationName, Url } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import type { AdviceName } from "../report/advice.ts";
import { runWithAdvice } from "../report/advised.ts";
import type { Section } from "../report/results.ts";
import { writtenOctets } from "../transcript/notation.ts";
import { called, got, includes } from "./access-call.ts";
import {
  type AccessExam,
  type AccessFixture,
  catchFailure,
  declareServerTest,
  loadOperations,
  withFixture,
} from "./access-exam.ts";

const topic = "results";

/** Checks the result of each operation, and the changes on the server. */
export function declareResults(section: Section, exam: AccessExam): void {
  const ask = <O extends OperationName>(operation: O, name: string, advice: AdviceName, check: Check<O>) =>
    declareServerTest(section, exam, operation, { name, topic, advice }, check);
  ask("get", "returns the server's bytes", "body", async (one, { octets, mediaType }) => {
    const given = await called(one, "get");
    sameOctets(given.octets, octets, "the body");
    ok(given.complete !== false, "complete is false for a complete body");
    if (given.size !== undefined) runWithAdvice("stat", () => equal(given.size, octets.length, "the size"));
    if (mediaType !== undefined) equal(given.mediaType, mediaType, "the media type");
  });
  ask("get", "returns the bytes of a range", "range", async (one, { octets }) => {
    for (const [start, end] of createRanges(octets.length)) {
      const range = end === undefined ? { start } : { start, end };
      const { octets: part } = await called(one, "get", { range });
      sameOctets(part, octets.slice(start, end), `the range from ${start} to ${end ?? "the end"}`);
    }
  });
  ask("list", "has an entry for each name", "names", async (one, { names }) => {
    const { entries = [] } = await called(one, "list");
    deepEqual(entries.map(({ name }) => name).sort(), [...names].sort(), "the names of the entries");
  });
  ask("list", "has entries whose URLs can be parsed and opened", "entry-urls", async (one) => {
    const { entries = [] } = await called(one, "list");
    for (const entry of entries) await checkEntry(one, entry);
  });
  ask("search", "finds the names", "names", async (one, { names }) => {
    const { entries = [] } = await called(one, "search");
    deepEqual(entries.map(({ name }) => name).sort(), [...names].sort(), "the names of the entries");
  });
  ask("stat", "returns the attributes", "stat", async (one, { kind, size }) => {
    const { attributes } = await called(one, "stat");
    if (kind !== undefined) equal(attributes?.kind, kind, "the kind");
    if (size !== undefined && attributes?.size !== undefined) equal(attributes.size, size, "the size");
  });
  ask("put", "writes the file", "round-trip", async (one, { path, octets }) => {
    await called(one, "put");
    await checkThere(one, path, octets);
  });
  ask("append", "adds the bytes at the end", "round-trip", async (one, fixture) => {
    await called(one, "append");
    await checkThere(one, fixture.path, concat(fixture.before, fixture.octets));
  });
  ask("remove", "removes the file", "round-trip", async (one, { path }) => {
    await called(one, "remove");
    await checkGone(one, path);
  });
  ask("rename", "moves the file to the new path", "round-trip", async (one, fixture) => {
    await called(one, "rename");
    await checkThere(one, fixture.to, fixture.octets);
    await checkGone(one, fixture.path);
  });
  ask("makeDirectory", "creates an empty directory", "round-trip", async (one) => {
    await called(one, "makeDirectory");
    if (!("list" in (await loadOperations(exam)))) return;
    const at = one.server.url(exam.fixtures.makeDirectory!.path);
    deepEqual((await called(one, "list", {}, at)).entries, [], "the entries of the new directory");
  });
  ask("send", "delivers the message", "round-trip", async (one, { arrived }) => {
    await called(one, "send");
    ok(arrived(one.server), "the server did not receive the message");
  });
  ask(
    "request",
    "sends the body, and returns the status and the body of the response",
    "request",
    async (one, { status, answer }) => {
      const given = await called(one, "request");
      equal(given.status, status, "the status");
      sameOctets(given.octets, answer, "the body of the response");
      if (given.size !== undefined) equal(given.size, answer.length, "the size");
    },
  );
  ask("open", "receives the server's bytes", "session", async (one, { hears }) => {
    const { octets = new Uint8Array(0) } = await called(one, "open");
    ok(
      includes(octets, hears),
      `the session must receive "${writtenOctets(hears)}", not "${writtenOctets(octets)}"`,
    );
  });
  section.test("put, get and remove are one round trip", "round-trip", () => roundTrip(exam));
}

type Check<O extends OperationName> = (
  one: AccessFixture,
  fixture: NonNullable<AccessExam["fixtures"][O]>,
) => Promise<void>;

async function roundTrip(exam: AccessExam): Promise<unknown> {
  const operations = await loadOperations(exam);
  for (const operation of ["put", "get", "remove"] as const)
    if (!(operation in operations)) return { skipped: `there is no ${operation} for the round trip` };
  const { put } = exam.fixtures;
  if (put === undefined) return { skipped: "the kit gives no fixture for put" };
  return withFixture(exam, async (one) => {
    await called(one, "put");
    await checkThere(one, put.path, put.octets);
    await called(one, "remove", {}, one.server.url(put.path));
    await checkGone(one, put.path);
    await called(one, "put");
    await checkThere(one, put.path, put.octets);
  });
}

/** Returns ranges to test: everything, a beginning, an end, a middle, and the last byte. */
function createRanges(length: number): readonly (readonly [number, number?])[] {
  const half = length >> 1;
  if (length < 3) return [[0]];
  return [[0], [0, half], [half], [1, length - 1], [length - 1]];
}

/** Maximum number of entries to open. */
const MAX_OPENED = 8;

async function checkEntry(one: AccessFixture, entry: Entry): Promise<void> {
  const { exam, server } = one;
  const { registry, scheme } = exam;
  const { url: text, kind, name } = entry;
  if (text === undefined) {
    const needsNone = ["information", "error", "session"].includes(kind);
    ok(needsNone || entry.unsafe !== undefined, `"${name}" has neither a URL nor \`unsafe\``);
    return;
  }
  const url = registry.parse(text) as Url;
  const origin = registry.parse(server.url(exam.fixtures.list!.path)) as Url;
  const isHere = scheme.is(url) && url.host === origin.host && url.port === origin.port;
  const operation = kind === "directory" ? "list" : kind === "file" ? "get" : undefined;
  if (!isHere || operation === undefined || opened(one) > MAX_OPENED) return;
  if (!(operation in (await loadOperations(exam)))) return;
  const error = await catchFailure(called(one, operation, {}, text));
  ok(error === undefined, `the URL of "${name}" cannot be opened: ${error}`);
}

function opened({ server }: AccessFixture): number {
  return server.received.length;
}

export async function checkThere(one: AccessFixture, path: string, octets: Uint8Array): Promise<void> {
  if (!("get" in (await loadOperations(one.exam)))) return;
  const { client, server, controller } = one;
  const { octets: there } = await got(client, server.url(path), { signal: controller.signal });
  sameOctets(there, octets, `the file at ${path}`);
}

async function checkGone(one: AccessFixture, path: string): Promise<void> {
  if (!("get" in (await loadOperations(one.exam)))) return;
  const { client, server, controller } = one;
  const error = await catchFailure(got(client, server.url(path), { signal: controller.signal }));
  equal((error as { code?: unknown } | undefined)?.code, "not-found", `the error code of get ${path}`);
}

export function sameOctets(found: Uint8Array | undefined, due: Uint8Array, what: string): void {
  const octets = found ?? new Uint8Array(0);
  const same = Buffer.compare(octets, due) === 0;
  ok(same, `${what} has ${described(due)}, not ${described(octets)}`);
}

const MAX_SHOWN = 60;

function described(octets: Uint8Array): string {
  const more = octets.length > MAX_SHOWN ? "…" : "";
  return `${octets.length} bytes "${writtenOctets(octets.subarray(0, MAX_SHOWN))}${more}"`;
}
