import { readFile } from "node:fs/promises";
import { isSyntaxError } from "@anyurl/core";
import { type Anyurl, type CallOptions, isAccessError, type Part, type Plan } from "anyurl";
import { findDifference } from "./difference.ts";
import { DemoFailure, withUrl } from "./failure.ts";
import type { Step } from "./scenario.ts";
import type { StepServers } from "./stage.ts";
import type { StepResult } from "./step-result.ts";
import { plannedFile, plannedLines, recordReceived, wireDifference } from "./wire.ts";

/** The outcome of a step that went as expected. */
export interface Outcome {
  readonly act: Step;
  readonly came: StepResult;
  readonly parts: readonly Part[];
  /** `undefined` for a rejected URL, and for one that is only explained. */
  readonly plan: Plan | undefined;
  /** The sent lines; "***" for secrets and for data that differs each time. */
  readonly sent: readonly string[];
}

/**
 * Opens a URL, and checks the result against the expected one and the sent lines against the plan.
 *
 * @throws {DemoFailure} anything differs.
 */
export function runStep(act: Step, stage: StepServers, urls: Anyurl, signal: AbortSignal): Promise<Outcome> {
  return withUrl(act.url, signal, async () => {
    const { url, expected } = act;
    const received = recordReceived(stage.servers);
    const came =
      "code" in expected
        ? await runFailure(act, stage, urls, signal)
        : await runOperation(act, stage, urls, signal);
    const refused = came.kind === "failed" && act.sent === undefined;
    const plan =
      refused || act.operation === "explain" ? undefined : urls.plan(url, act.operation, act.options);
    const planned = plan === undefined ? [] : plannedLines(plan, schemeOf(url));
    const sent = act.sent?.(planned) ?? planned;
    if (refused && received().length > 0)
      throw new DemoFailure("the URL was rejected, but something was sent");
    const difference =
      ("code" in expected ? undefined : findDifference(came, expected)) ??
      (await wireDifference(sent, received, stage.arrival)) ??
      (await fileDifference(act, plan));
    if (difference !== undefined) throw new DemoFailure(difference);
    return { act, came, plan, sent, parts: came.kind === "failed" ? [] : urls.describe(url) };
  });
}

async function runOperation(
  { url, operation, source = new Uint8Array(), range, options }: Step,
  { smtp }: StepServers,
  urls: Anyurl,
  signal: AbortSignal,
): Promise<StepResult> {
  const how: CallOptions = { signal, ...(range && { range }), ...(options && { options }) };
  switch (operation) {
    case "get":
      return { kind: "octets", octets: await (await urls.get(url, how)).bytes() };
    case "list":
      return { kind: "entries", entries: await collect(urls.list(url, how)) };
    case "stat": {
      const facts = await urls.stat(url, how);
      return { kind: "facts", facts, mediaType: facts.mediaType };
    }
    case "put":
      await urls.put(url, toChunks(source), how);
      return { kind: "done", done: true };
    case "remove":
      await urls.remove(url, how);
      return { kind: "done", done: true };
    case "send": {
      const before = smtp.messages.length;
      await urls.send(url, source.length === 0 ? undefined : toChunks(source), how);
      const message = smtp.messages[before];
      if (message === undefined) return { kind: "done", done: true };
      return { kind: "delivered", recipients: message.recipients, message: message.octets };
    }
    case "explain":
      return { kind: "explained", normal: urls.normalize(url) };
  }
}

/** @throws {DemoFailure} the operation does not fail as expected. */
async function runFailure(
  act: Step,
  stage: StepServers,
  urls: Anyurl,
  signal: AbortSignal,
): Promise<StepResult> {
  const { url, operation, expected } = act;
  if (!("code" in expected)) throw new RangeError("this is not to fail");
  const error: unknown = await runOperation(act, stage, urls, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const known = isAccessError(error) || isSyntaxError(error) ? error : undefined;
  if (known?.code !== expected.code) {
    const instead = known?.code ?? (error === undefined ? "an answer" : String(error));
    throw new DemoFailure(`expected ${expected.code} from ${operation}, but got ${instead}`);
  }
  const problem = urls.tryParse(url).problems.find(({ code }) => code === expected.code);
  if (expected.at !== undefined) {
    if (problem === undefined) throw new DemoFailure("the problem has no position");
    const place = url.slice(problem.start, problem.end);
    if (!place.startsWith(expected.at))
      throw new DemoFailure(`expected the problem at "${expected.at}", but it is at "${place}"`);
  }
  const { hint } = known as { readonly hint?: string };
  return { kind: "failed", failure: { code: known.code, message: known.message, hint, problem } };
}

/** Checks that the planned file has the written contents. */
async function fileDifference(
  { url, operation, source }: Step,
  plan: Plan | undefined,
): Promise<string | undefined> {
  if (schemeOf(url) !== "file" || operation !== "put" || source === undefined) return undefined;
  const path = plan === undefined ? undefined : plannedFile(plan);
  const octets = path === undefined ? undefined : await readFile(path).catch(() => undefined);
  if (octets !== undefined && Buffer.compare(octets, source) === 0) return undefined;
  return `the planned file ${path ?? "(none)"} does not have the written contents`;
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(":"));
}

async function* toChunks(octets: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield octets;
}

async function collect<T>(sequence: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}
