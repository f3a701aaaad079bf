import { type Client, createClient } from "@anyurl/client";
import { createRegistry, type Scheme } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { echoScheme } from "./broken/healthy/scheme.ts";
import { STRAYS } from "./broken/isolation/plugins.ts";
import type { Stray } from "./broken/isolation/stray.ts";
import { takeExam } from "./broken/take-exam.ts";

const PEERS: ReadonlySet<string> = new Set(["close", "the caller aborts"]);

/** Milliseconds before a plugin that never settles times out. */
const DEADLINE = 100;

const PATIENT = { timeout: 60_000, tags: ["generated"] };

const TEXT = "x-stray:a";

/** Calls the broken plugin where it fails, in the same client as the healthy one. */
async function met({ meet, scheme }: Stray, healthy: Scheme): Promise<unknown> {
  const client: Client<Scheme> = createClient({
    schemes: [healthy, scheme],
    transport: nodeTransport(),
    limits: { deadline: DEADLINE },
  });
  const { registry } = client;
  switch (meet) {
    case undefined:
      return undefined;
    case "get":
      return (await client.get(TEXT)).bytes();
    case "stat":
      return client.stat(TEXT);
    case "list":
      for await (const _ of client.list(TEXT));
      return undefined;
    case "format":
      return registry.format("x-stray", {});
    default:
      return registry[meet](TEXT);
  }
}

describe("next to a plugin that", () => {
  it("has one of many faults", () => expect(STRAYS.length).toBeGreaterThanOrEqual(15));

  it.each(STRAYS.map((one) => [one.does, one] as const))(
    "%s, a healthy plugin passes the exam",
    PATIENT,
    async (_, one) => {
      const healthy = echoScheme();
      await expect(met(one, healthy)).rejects.toMatchObject({ code: one.code });
      // A plugin that the registry rejects cannot be in it; register the others before the healthy one.
      const beside = one.meet === undefined ? [] : [one.scheme];
      const results = await takeExam(healthy, { beside, runs: 20, peers: PEERS });
      const failed = results.filter(({ outcome }) => outcome === "failed");
      expect(failed.map(({ section, name, reason }) => `${section}: ${name}: ${reason}`)).toEqual([]);
      expect(results.length).toBeGreaterThan(50);
      await expect(met(one, healthy)).rejects.toMatchObject({ code: one.code });
    },
  );

  it("is rejected, the registry keeps only the healthy plugin", () => {
    const [taken] = STRAYS;
    const healthy = echoScheme();
    expect(() => createRegistry(healthy, taken!.scheme)).toThrow();
    expect(createRegistry(healthy).scheme("x-echo")).toBe(healthy);
  });
});
