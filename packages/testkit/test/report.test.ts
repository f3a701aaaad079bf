import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as core from "@anyurl/core";
import * as exchange from "@anyurl/core/exchange";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ADVICE,
  describeAccess,
  describeScheme,
  examTable,
  findAdvice,
  isReport,
  type Result,
  readReport,
  type ServerKit,
} from "../src/index.ts";
import { kitOf } from "./broken/healthy/kit.ts";
import { echoScheme } from "./broken/healthy/scheme.ts";
import { normalize } from "./broken/healthy/syntax.ts";
import { collectingRunner } from "./collecting-runner.ts";

const RESULTS: readonly Result[] = [
  {
    scheme: "x-echo",
    section: "vectors",
    name: "RFC 862: x-echo:a",
    outcome: "passed",
    ms: 1,
    rule: "RFC 862",
  },
  {
    ...{ scheme: "x-echo", section: "vectors", name: "RFC 862: \u001b[2J", outcome: "failed", ms: 2 },
    ...{ reason: "\nthe normal form\n\n'a' !== 'b'", advice: "write it from the decoded parts" },
  },
  { scheme: "x-echo", section: "access: plan", name: "get", outcome: "skipped", ms: 0, reason: "no plan" },
  { scheme: "x-echo", section: "access: plan", name: "list", outcome: "skipped", ms: 0, reason: "no plan" },
  { scheme: "x-other", section: "laws", name: "a law", outcome: "passed", ms: 9 },
];

describe("examTable", () => {
  it("counts results, and shows failures, advice, and skipped questions", () => {
    expect(examTable({ version: 1, results: RESULTS })).toBe(
      [
        "x-echo        passed  failed skipped",
        "vectors            1       1       0",
        "access: plan       0       0       2",
        "total              1       1       2",
        "",
        "failed",
        "  vectors: RFC 862: \\x1b[2J",
        "    why: the normal form",
        "    do:  write it from the decoded parts",
        "",
        "skipped",
        "  access: plan: no plan (2)",
        "",
        "x-other  passed  failed skipped",
        "laws          1       0       0",
        "total         1       0       0",
        "",
      ].join("\n"),
    );
  });
});

describe("a report", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "anyurl-report-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("has version 1 and valid results", () => {
    expect(isReport({ version: 1, results: RESULTS })).toBe(true);
    for (const other of [null, {}, { version: 2, results: [] }, { version: 1, results: [{}] }, "report"])
      expect(isReport(other)).toBe(false);
  });

  it("rejects text that is not a report", () => {
    const file = join(folder, "report.json");
    writeFileSync(file, JSON.stringify({ version: 2, results: [] }));
    expect(() => readReport(file)).toThrow("expected version 1");
    writeFileSync(file, "{");
    expect(() => readReport(file)).toThrow(SyntaxError);
  });
});

describe("a failure", () => {
  it("contains the advice once after the message, and separately for programs", async () => {
    const errors: unknown[] = [];
    const runner = collectingRunner();
    const scheme = echoScheme({ normalize: (url) => `${normalize(url)}x` });
    describeScheme(
      scheme,
      [],
      { parts: fc.constant({}) },
      {
        runner: {
          ...runner,
          test: (name, body) =>
            runner.test(name, () => body().catch((error) => Promise.reject(errors.push(error)))),
        },
        runs: 1,
      },
    );
    await runner.failures();
    const [first] = errors as readonly Error[];
    expect(first!.message.split("→")).toHaveLength(2);
    expect(first!.message).toContain(`\n→ ${ADVICE["normal-stable"]}`);
    expect(first!.stack).toContain(ADVICE["normal-stable"]);
    expect(errors.map(findAdvice)).toContain(ADVICE["normal-stable"]);
  });
});

it("a kit whose server does not start is not told to close connections", async () => {
  const results: Result[] = [];
  const runner = collectingRunner();
  const start = () => Promise.reject(new Error("the port is taken"));
  describeAccess(
    echoScheme(),
    { ...kitOf(echoScheme()), start },
    { runner, onResult: (each) => results.push(each) },
  );
  await runner.failures();
  const failed = results.find(({ reason }) => reason?.includes("the port is taken"));
  expect(failed?.advice).toBe(ADVICE.kit);
});

describe("an advice", () => {
  const NOT_OF_CORE: ReadonlySet<string> = new Set(["report", "exchange", "return", "import"]);

  it.each(Object.entries(ADVICE))("about %s calls only functions that exist", (_, advice) => {
    const called = [...advice.matchAll(/(?<![.\w])[a-z]\w*(?=\()/g)].map(([name]) => name);
    for (const name of called.filter((each) => !NOT_OF_CORE.has(each)))
      expect({ ...core, ...exchange }).toHaveProperty(name);
  });
});

describe("a skipped question", () => {
  async function skipped(kit: Partial<ServerKit>): Promise<readonly string[]> {
    const results: Result[] = [];
    const runner = collectingRunner();
    const { start, client } = kitOf(echoScheme());
    describeAccess(
      echoScheme(),
      { start, client, ...kit },
      { runner, onResult: (result) => results.push(result) },
    );
    await runner.failures();
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    return results.flatMap(({ outcome, section, name, reason }) =>
      outcome === "skipped" ? [`${section}: ${name}: ${reason}`] : [],
    );
  }

  it("has a reason", async () => {
    const { get } = kitOf(echoScheme());
    const except = { "plan: get": "because" };
    const told = await skipped({ ...(get && { get }), except });
    for (const line of [
      "access: operations: search: x-echo has no search",
      "access: operations: put: the kit gives no fixture for put",
      "access: plan: get: what is planned is sent: because",
      "access: results: put, get and remove are one round trip: the kit gives no fixture for put",
      "access: errors: not-found: the kit has no request that fails with not-found",
      "hostile peers in memory: hostile peers: the kit has no protocol",
    ])
      expect(told).toContain(line);
  });
});
