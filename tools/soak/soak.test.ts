/** @module-tag slow */
import { chaos, type Layer } from "@anyurl/client/layers";
import type { Connection } from "@anyurl/core/exchange";
import { describe, expect, test } from "vitest";
import { faultText, tableOf } from "./report.ts";
import { type SoakOptions, soak } from "./soak.ts";

const SEED = 17_38;

/** The servers of all schemes, and peers that stop responding. In milliseconds. */
const PATIENT = { timeout: 180_000 };

function few(operations: number, options: Partial<SoakOptions> = {}) {
  return soak({
    seed: SEED,
    concurrency: 16,
    until: (count) => count >= operations,
    patience: 1_500,
    warmUp: 0,
    // The heap also has the objects of the test runner.
    maxGrowth: Number.POSITIVE_INFINITY,
    ...options,
  });
}

test("returns right results and leaves nothing open over bad networks", PATIENT, async () => {
  const report = await few(120, { warmUp: 5, concurrency: 32, patience: 1_000 });
  expect(report.faults.map((fault) => faultText(fault, SEED))).toEqual([]);
  expect(report.operations).toBe(120);
  // Every kind of operation ran, and some outcomes differ from "right".
  expect([...report.outcomes.keys()].sort()).toEqual(
    expect.arrayContaining(["file put", "ftp get", "ftp tls list", "http get", "nntp list", "telnet open"]),
  );
  const columns = new Set([...report.outcomes.values()].flatMap((counts) => [...counts.keys()]));
  expect([...columns]).toEqual(expect.arrayContaining(["right", "left", "aborted", "truncated"]));
  expect(tableOf(report)).toMatch(/^ftp get +[0-9]+ /m);
});

describe("an operation that is late", PATIENT, () => {
  /** Lets no connection of the first runs be established. */
  function hanging(runs: number): { readonly layer: Layer; count(): number } {
    let count = 0;
    const layer: Layer = (next) => {
      const hangs = count++ < runs;
      return { ...next, connect: hangs ? (_, signal) => abortOf(signal) : next.connect };
    };
    return { layer, count: () => count };
  }
  const abortOf = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  /** Neither its caller aborts, nor is its network disturbed before it is connected. */
  const UNDISTURBED = { rows: "gopher list", first: 3, patience: 300 };

  test("is repeated alone, and is right then", async () => {
    const { layer, count } = hanging(1);
    const { faults, outcomes } = await few(1, { ...UNDISTURBED, planted: [layer] });
    expect(faults).toEqual([]);
    expect([...outcomes.get("gopher list")!]).toEqual([["late", 1]]);
    expect(count()).toBe(2);
  });

  test("is a fault if it is late again", async () => {
    const { layer } = hanging(2);
    const { faults } = await few(1, { ...UNDISTURBED, planted: [layer] });
    expect(faults.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^failed without a network fault: timeout, .*, also if repeated alone$/),
    ]);
  });
});

describe("soak finds planted bugs", PATIENT, () => {
  test("an altered byte", async () => {
    const { faults } = await few(20, {
      rows: "gopher get",
      planted: [chaos({ seed: 4, corrupt: 1, within: 30 })],
    });
    const texts = faults.map((fault) => faultText(fault, SEED));
    expect(texts.join("\n")).toMatch(
      /^FAULT byte [0-9]+ is wrong\n.*\n {2}again: tools\/soak\/run\.ts --seed 1738 --only [0-9]+$/m,
    );
  });

  test("a document that is altered on upload", async () => {
    const altering: Layer = (next) => ({
      ...next,
      connect: async (endpoint, signal) => {
        const connection = await next.connect(endpoint, signal);
        const send = connection.send.bind(connection);
        // Commands are shorter.
        connection.send = (octets) => send(octets.length < 600 ? octets : octets.with(99, octets[99]! ^ 1));
        return connection;
      },
    });
    const { faults } = await few(20, { rows: "ftp put", planted: [altering] });
    expect(faults.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(
        /^op-[0-9]+: done: the target has neither the old nor the new bytes: [0-9]+ bytes$/,
      ),
    );
  });

  test("a socket that is never closed", async () => {
    const leaked: Promise<Connection>[] = [];
    // Only the first connection of an operation, because an FTP server accepts only one data connection.
    const leaking: Layer = (next) => {
      let begun = false;
      return {
        ...next,
        connect: async (endpoint, signal) => {
          if (!begun && leaked.length < 3) leaked.push(next.connect(endpoint, new AbortController().signal));
          begun = true;
          return next.connect(endpoint, signal);
        },
      };
    };
    try {
      const { faults } = await few(10, { rows: "gopher get", planted: [leaking], patience: 300 });
      expect(faults.map(({ what }) => what)).toContain("the servers have unused open sockets: gopher: 3");
    } finally {
      for (const connection of leaked) (await connection).close();
    }
  });

  test("timers that are not cleared, an uncaught error, and a memory leak", async () => {
    const timers: NodeJS.Timeout[] = [];
    let kept: number[] = [];
    const careless: Layer = (next) => ({
      ...next,
      connect: (endpoint, signal) => {
        if (timers.length === 0) {
          // More timers than the test runner may clear in the meantime.
          // biome-ignore lint/plugin/no-fixed-waits: these timers are what is left open.
          for (let i = 0; i < 20; i++) timers.push(setTimeout(() => {}, 60_000));
          void Promise.reject(new Error("planted"));
          kept = new Array<number>(4_000_000).fill(0.5);
        }
        return next.connect(endpoint, signal);
      },
    });
    try {
      const options = { rows: "gopher get", planted: [careless], patience: 300, maxGrowth: 16 * 1024 * 1024 };
      const { faults } = await few(5, options);
      const whats = faults.map(({ what }) => what).join("\n");
      expect(whats).toMatch(/left open: [0-9]+ Timeout/);
      expect(whats).toMatch(/uncaught: Error: planted/);
      expect(whats).toMatch(/the heap has grown by [0-9]{8} bytes/);
      expect(kept).toHaveLength(4_000_000);
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  });
});
