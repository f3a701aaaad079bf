import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedServer } from "@anyurl/servers";
import type { Plan, PlanStep } from "anyurl";

/** From now on: what the servers receive, line by line, one character for each octet. */
export function recordReceived(servers: readonly EmbeddedServer[]): () => readonly string[] {
  const before = servers.map(({ received }) => received.map((lines) => lines.length));
  return () =>
    servers.flatMap(({ received }, i) =>
      received.flatMap((lines, j) => lines.slice(before[i]![j] ?? 0).map(toLatin1Text)),
    );
}

/** The lines that a plan sends, as the embedded server of the scheme would have them. Secrets are "***". */
export function plannedLines({ steps }: Plan, scheme: string): readonly string[] {
  return steps.flatMap((step) => plannedStepLines(step, scheme));
}

/**
 * In what way something else was sent, if so. What was said last, a mere goodbye, may still be on its way.
 *
 * @param expected "***" stands for any octets.
 * @param arrival milliseconds in which what was sent arrives.
 */
export async function wireDifference(
  expected: readonly string[],
  received: () => readonly string[],
  arrival: number,
): Promise<string | undefined> {
  for (let waited = 0; received().length < expected.length && waited < arrival; waited += 5) await pause(5);
  const sent = received();
  const same =
    sent.length === expected.length && sent.every((line, i) => matchesPlan(line, expected[i] ?? ""));
  if (same) return undefined;
  return `the ${sent.length} sent lines differ from the ${expected.length} planned lines`;
}

function matchesPlan(sent: string, planned: string): boolean {
  const at = planned.indexOf("***");
  if (at < 0) return sent === planned;
  const [before, after] = [planned.slice(0, at), planned.slice(at + 3)];
  return sent.length >= before.length + after.length && sent.startsWith(before) && sent.endsWith(after);
}

/** The file of this machine that a plan opens. */
export function plannedFile({ steps }: Plan): string | undefined {
  const system = process.platform === "win32" ? "windows" : "posix";
  const step = steps.find((each) => each.do === "file" && each.system === system);
  return step?.do === "file" ? step.path : undefined;
}

/** Octets in front of a WAIS message (RFC 1625): a server keeps what is behind them. */
const WAIS_HEADER = 25;

function plannedStepLines(step: PlanStep, scheme: string): readonly string[] {
  if (step.do !== "send" && step.do !== "message") return [];
  if (scheme === "wais") return [toLatin1Text(step.octets.subarray(WAIS_HEADER))];
  const end = scheme === "prospero" ? "\n" : "\r\n";
  const text = toLatin1Text(step.octets);
  return (text.endsWith(end) ? text.slice(0, -end.length) : text).split(end);
}

function toLatin1Text(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1");
}
