import {
  type EmbeddedServer,
  type Folder,
  library,
  startFtpServer,
  startGopherServer,
} from "@anyurl/servers";
import {
  type Anyurl,
  displayText,
  type Entry,
  isAccessError,
  type Part,
  type Plan,
  type Problem,
  redact,
} from "anyurl";
import { isSyntaxError } from "../exit.ts";
import type { Expected, Scene } from "./scenes.ts";

/** What became of a scene; all of it as it was expected. */
export type Outcome = { readonly url: string } & (
  | {
      readonly kind: "octets";
      readonly octets: Uint8Array;
      readonly plan: Plan;
      readonly parts: readonly Part[];
    }
  | {
      readonly kind: "entries";
      readonly entries: readonly Entry[];
      readonly plan: Plan;
      readonly parts: readonly Part[];
    }
  | { readonly kind: "refused"; readonly problem: Problem }
);

/** Servers, and the documents behind them. */
export interface Stage extends AsyncDisposable {
  readonly root: Folder;
  readonly ftp: EmbeddedServer;
  readonly gopher: EmbeddedServer;
}

/** Something came out that is not what the library holds. */
class DemoFailure extends Error {
  override readonly name: string = "DemoFailure";
}

export async function openStage(): Promise<Stage> {
  const root = library();
  const ftp = await startFtpServer({ root });
  const gopher = await startGopherServer({ root });
  const close = async () => void (await Promise.all([ftp.close(), gopher.close()]));
  return { root, ftp, gopher, [Symbol.asyncDispose]: close };
}

/**
 * Opens a scene's URL, and compares what comes with what must come, and what was sent with what was planned.
 *
 * @throws {DemoFailure} anything differs.
 */
export async function perform(
  scene: Scene,
  stage: Stage,
  urls: Anyurl,
  signal: AbortSignal,
): Promise<Outcome> {
  const server = stage[scene.server];
  const url = `${scene.server}://${scene.userinfo ?? ""}${server.host}:${server.port}${scene.path}`;
  const fail = (why: string, cause?: unknown): never => {
    throw new DemoFailure(`${displayText(redact(url))}: ${why}`, { cause });
  };
  const connections = server.received.length;
  try {
    if ("code" in scene.expected) {
      const problem = await refusalOf(url, scene.expected, urls, signal, fail);
      if (server.received.length !== connections) fail("it was refused, but something was sent");
      return { kind: "refused", url, problem };
    }
    const plan = urls.plan(url, scene.operation);
    const parts = urls.describe(url);
    const came =
      scene.operation === "get"
        ? { kind: "octets" as const, octets: await (await urls.get(url, { signal })).bytes() }
        : { kind: "entries" as const, entries: await all(urls.list(url, { signal })) };
    const difference =
      differenceOf(came, scene.expected) ?? planDifference(plan, server.received.slice(connections));
    if (difference !== undefined) fail(difference);
    return { ...came, url, plan, parts };
  } catch (error) {
    if (error instanceof DemoFailure || signal.aborted) throw error;
    return fail(error instanceof Error ? error.message : String(error), error);
  }
}

async function refusalOf(
  url: string,
  expected: { readonly code: string; readonly at: string },
  urls: Anyurl,
  signal: AbortSignal,
  fail: (why: string) => never,
): Promise<Problem> {
  const code = await urls.get(url, { signal }).then(
    () => undefined,
    (error: unknown) => (isAccessError(error) || isSyntaxError(error) ? error.code : String(error)),
  );
  if (code !== expected.code) fail(`${expected.code} was expected, not ${code ?? "an answer"}`);
  const problem = urls.tryParse(url).problems.find((each) => each.code === expected.code);
  if (problem === undefined) return fail("the problem has no place");
  const place = url.slice(problem.start, problem.end);
  if (!place.startsWith(expected.at)) fail(`the problem is at "${expected.at}", not at "${place}"`);
  return problem;
}

function differenceOf(
  came: { readonly octets: Uint8Array } | { readonly entries: readonly Entry[] },
  expected: Expected,
): string | undefined {
  if ("octets" in came && "octets" in expected) {
    const same = Buffer.compare(came.octets, expected.octets) === 0;
    return same
      ? undefined
      : `${came.octets.length} octets came, which are not the ${expected.octets.length} that are there`;
  }
  if ("entries" in came && "names" in expected) {
    const names = came.entries.map(({ name }) => name).sort();
    const wanted = [...expected.names].sort();
    return JSON.stringify(names) === JSON.stringify(wanted) ? undefined : `the names are ${names.join(", ")}`;
  }
  return "something else came than was asked for";
}

/** What is planned is what is sent: compared line by line, but for passwords. */
function planDifference(plan: Plan, received: readonly (readonly Uint8Array[])[]): string | undefined {
  const sent = received.flat().map((octets) => Buffer.from(octets).toString("latin1"));
  const planned = plan.steps.flatMap((step) =>
    step.do === "send" ? [Buffer.from(step.octets).toString("latin1").replace(/\r\n$/, "")] : [],
  );
  const same =
    planned.length === sent.length &&
    planned.every((line, i) => {
      const stars = line.indexOf("***");
      return stars < 0 ? line === sent[i] : sent[i]!.startsWith(line.slice(0, stars));
    });
  return same
    ? undefined
    : `${planned.length} lines were planned, and ${sent.length} sent: they are not the same`;
}

async function all<T>(sequence: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}
