import { equal, fail } from "node:assert/strict";
import { type Registry, textOf } from "@anyurl/core";
import { writtenOctets } from "./notation.ts";

export interface PlanEqualsWireInit {
  /** The registry that plans the URL, such as the registry of a client. */
  readonly registry: Pick<Registry, "plan">;
  readonly url: string;
  /** Default: the default operation of the plan. */
  readonly operation?: string;
  /** Opens the URL on the server and reads all of it. */
  readonly open: (url: string) => Promise<unknown>;
  /** The command lines that the server received, without CR LF; one array for each connection. */
  readonly server: { readonly received: readonly (readonly Uint8Array[])[] };
  /** Milliseconds to wait for the last command to arrive. Default: 2000. */
  readonly patience?: number;
}

/**
 * Opens a URL and checks that the server received exactly the planned lines. "***" in the plan matches any bytes.
 *
 * @throws {AssertionError} the lines differ.
 */
export async function planEqualsWire(init: PlanEqualsWireInit): Promise<void> {
  const { registry, url, operation, open, server, patience = 2_000 } = init;
  const planned = plannedLines(registry.plan(url, operation).steps);
  const before = server.received.length;
  await open(url);
  const received = () => server.received.slice(before).flat();
  const until = performance.now() + patience;
  // A line that differs fails at once: no later line makes it right.
  const isBegun = (lines: readonly Uint8Array[]) =>
    lines.length < planned.length && lines.every((octets, i) => matches(planned[i]!, octets));
  while (isBegun(received()) && performance.now() < until) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const sent = received();
  for (const [i, line] of planned.entries()) {
    const octets = sent[i];
    if (octets === undefined) fail(`planned but not sent: "${writtenOctets(line)}"`);
    if (!matches(line, octets)) fail(`planned "${writtenOctets(line)}", sent "${writtenOctets(octets)}"`);
  }
  equal(
    sent.length,
    planned.length,
    `sent but not planned: "${writtenOctets(sent.at(planned.length) ?? new Uint8Array())}"`,
  );
}

/** Returns the lines that a plan sends on its first connection, without CR LF. */
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

/** Compares the bytes of two lines. In a line with "***", only the text before and after it counts. */
function matches(planned: Uint8Array, sent: Uint8Array): boolean {
  const [plan, wire] = [textOf(planned), textOf(sent)];
  const stars = plan.indexOf("***");
  if (stars < 0) return plan === wire;
  const [head, tail] = [plan.slice(0, stars), plan.slice(stars + 3)];
  return wire.length >= head.length + tail.length && wire.startsWith(head) && wire.endsWith(tail);
}
