import { equal, fail } from "node:assert/strict";
import { type Registry, textOf } from "@anyurl/core";
import { writtenOctets } from "./notation.ts";

export interface PlanEqualsWireInit {
  /** Plans the URL. A client has one. */
  readonly registry: Pick<Registry, "plan">;
  readonly url: string;
  /** Default: the plan's own. */
  readonly operation?: string;
  /** Really opens the URL on the server, and reads all of it. */
  readonly open: (url: string) => Promise<unknown>;
  /** The server: each command line that it has received, without CR LF, a connection an array. */
  readonly server: { readonly received: readonly (readonly Uint8Array[])[] };
  /** How long the last command may be on its way, in milliseconds. Default 2000. */
  readonly patience?: number;
}

/**
 * Opens a URL, and checks that the server received what the plan says, line for line. Where the plan hides a
 * secret by "***", any octets will do.
 *
 * @throws {AssertionError} they differ.
 */
export async function planEqualsWire(init: PlanEqualsWireInit): Promise<void> {
  const { registry, url, operation, open, server, patience = 2_000 } = init;
  const planned = plannedLines(registry.plan(url, operation).steps);
  const before = server.received.length;
  await open(url);
  const received = () => server.received.slice(before).flat();
  const until = performance.now() + patience;
  while (received().length < planned.length && performance.now() < until) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const sent = received();
  for (const [i, line] of planned.entries()) {
    const octets = sent[i];
    if (octets === undefined) fail(`planned, and never sent: "${writtenOctets(line)}"`);
    if (!matches(line, octets)) fail(`planned "${writtenOctets(line)}", sent "${writtenOctets(octets)}"`);
  }
  equal(
    sent.length,
    planned.length,
    `sent, and not planned: "${writtenOctets(sent.at(planned.length) ?? new Uint8Array())}"`,
  );
}

/** What a plan sends on its first connection, as lines without CR LF. */
function plannedLines(steps: ReturnType<Registry["plan"]>["steps"]): readonly Uint8Array[] {
  const lines: number[][] = [[]];
  for (const step of steps) {
    if (step.do !== "send" || step.on !== "control") continue;
    for (const octet of step.octets) {
      const line = lines.at(-1)!;
      if (octet !== 0x0a) line.push(octet);
      else {
        if (line.at(-1) === 0x0d) line.pop();
        lines.push([]);
      }
    }
  }
  if (lines.at(-1)!.length === 0) lines.pop();
  return lines.map((line) => Uint8Array.from(line));
}

/** Octet for octet; of a line with "***" only what stands before it and after it. */
function matches(planned: Uint8Array, sent: Uint8Array): boolean {
  const [plan, wire] = [textOf(planned), textOf(sent)];
  const stars = plan.indexOf("***");
  if (stars < 0) return plan === wire;
  const [head, tail] = [plan.slice(0, stars), plan.slice(stars + 3)];
  return wire.length >= head.length + tail.length && wire.startsWith(head) && wire.endsWith(tail);
}
