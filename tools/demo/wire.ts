import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedServer } from "@anyurl/servers";
import type { Plan, PlanStep } from "anyurl";

/** Starts recording what the servers receive, line by line, one character for each byte. */
export function recordReceived(servers: readonly EmbeddedServer[]): () => readonly string[] {
  const before = servers.map(({ received }) => received.map((lines) => lines.length));
  return () =>
    servers.flatMap(({ received }, i) =>
      received.flatMap((lines, j) => lines.slice(before[i]![j] ?? 0).map(toLatin1Text)),
    );
}

/**
 * Returns the lines that a plan sends, in the form in which the scheme's embedded server records them. Secrets are
 * "***".
 */
export function plannedLines({ steps }: Plan, scheme: string): readonly string[] {
  return steps.flatMap((step) => plannedStepLines(step, scheme));
}

/**
 * Describes how the sent lines differ from the expected ones; `undefined` if they do not. The last line, such as QUIT,
 * may still be in transit.
 *
 * @param expected "***" matches any bytes.
 * @param arrival maximum time in milliseconds until sent data arrives.
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

/** Returns the local file that a plan opens. */
export function plannedFile({ steps }: Plan): string | undefined {
  const system = process.platform === "win32" ? "windows" : "posix";
  const step = steps.find((each) => each.do === "file" && each.system === system);
  return step?.do === "file" ? step.path : undefined;
}

/**
 * Schemes whose servers record messages instead of lines: the bytes before each message that they do not record, which are
 * the header of WAIS (RFC 1625), and the length of ONC RPC (RFC 5531 §11). Those of SFTP are recorded with their length.
 */
const MESSAGE_HEADERS: ReadonlyMap<string, number> = new Map([
  ["wais", 25],
  ["nfs", 4],
  ["ldap", 0],
  ["sftp", 0],
]);

function plannedStepLines(step: PlanStep, scheme: string): readonly string[] {
  if (step.do !== "send" && step.do !== "message") return [];
  const header = MESSAGE_HEADERS.get(scheme);
  if (header !== undefined) return [toLatin1Text(step.octets.subarray(header))];
  const end = scheme === "prospero" ? "\n" : "\r\n";
  const text = toLatin1Text(step.octets);
  return (text.endsWith(end) ? text.slice(0, -end.length) : text).split(end);
}

function toLatin1Text(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1");
}
