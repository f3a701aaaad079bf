import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { ADVICE } from "../src/index.ts";
import { FAULTS } from "./broken/all-faults.ts";
import { takeExam } from "./broken/take-exam.ts";

const FOLDER = new URL("./broken/faults/", import.meta.url);
const FILES: readonly string[] = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => basename(name, ".ts"));

/** The section whose tests need hostile peers. */
const HOSTILE = "hostile peers in memory";

/** Cheap peers, for plugins with faults that no hostile peer finds. */
const FEW_PEERS: ReadonlySet<string> = new Set(["close", "half of it, then close"]);
/** One peer of each kind, for the others: all of them with every plugin would take minutes. */
const PEERS: ReadonlySet<string> = new Set([
  "close",
  "half of it, then close",
  "byte by byte",
  "a body in the smallest chunks that its framing allows, read by a default reader",
  "an endless line in a listing",
  "an endless line",
  "an unexpected rejection",
  "the caller aborts halfway through an upload",
  'an entry named "a\\r\\nDELE x"',
]);

/** Milliseconds: plugins that leave something open make the exam wait. */
const PATIENT = { timeout: 120_000, tags: ["generated"] };

describe("the exam", () => {
  it("has broken plugins of many kinds, one per file", () => {
    expect(FAULTS.size).toBeGreaterThanOrEqual(25);
    expect([...FAULTS.keys()].sort()).toEqual([...FILES].sort());
  });

  it.each([...FAULTS])(
    "finds the fault %s in the right sections, and gives advice",
    PATIENT,
    async (_, fault) => {
      const peers = fault.sections.includes(HOSTILE) ? PEERS : FEW_PEERS;
      const results = await takeExam(fault.scheme, { runs: 100, peers });
      const failed = results.filter(({ outcome }) => outcome === "failed");
      const told = failed
        .map(({ section, name, reason = "" }) => `${section}: ${name}: ${reason.slice(0, 300)}`)
        .join("\n")
        .slice(0, 4_000);
      expect([...new Set(failed.map(({ section }) => section))].sort(), told).toEqual(
        [...fault.sections].sort(),
      );
      expect(
        failed.map(({ advice }) => advice),
        told,
      ).toContain(ADVICE[fault.advice]);
    },
  );
});
