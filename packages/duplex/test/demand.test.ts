import { once } from "node:events";
import type { Connection, Phase } from "@anyurl/core/exchange";
import { describe, expect, test } from "vitest";
import { Demand, toDuplex } from "../src/index.ts";

/** A connection that counts what it is asked to receive, and gives one byte for it. */
function counted() {
  const phases: Phase[] = [];
  const connection: Connection = {
    remote: { address: "192.0.2.1", port: 1 },
    send: async () => {},
    receive: async (phase = "reply") => {
      phases.push(phase);
      return Uint8Array.of(phases.length);
    },
    close: () => {},
  };
  return { connection, phases };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a demand", () => {
  test("lets the stream receive only during a wait", async () => {
    const { connection, phases } = counted();
    const demand = new Demand();
    let phase: Phase = "reply";
    const stream = toDuplex(connection, { demand, phase: () => phase });
    stream.on("data", () => {});
    await turn();
    expect(phases).toEqual([]);
    await demand.during(once(stream, "data"));
    await turn();
    // What has been received ended the wait, so nothing more is received.
    expect(phases).toEqual(["reply"]);
    phase = "body";
    await demand.during(once(stream, "data"));
    await turn();
    expect(phases).toEqual(["reply", "body"]);
    stream.destroy();
  });

  test("ends with the work that fails, and counts all of them", async () => {
    const demand = new Demand();
    await expect(demand.during(Promise.reject(new Error("no")))).rejects.toThrow("no");
    let hasBegun = false;
    const begun = demand.begun().then(() => {
      hasBegun = true;
    });
    await turn();
    expect(hasBegun).toBe(false);
    const ends: (() => void)[] = [];
    const work = () => demand.during(new Promise<void>((resolve) => void ends.push(resolve)));
    const both = [work(), work()];
    await begun;
    ends[0]?.();
    await both[0];
    await demand.begun();
    ends[1]?.();
    await both[1];
  });
});
