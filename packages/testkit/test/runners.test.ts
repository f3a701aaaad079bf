/** @module-tag slow */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examTable, type Report, type Result, readReport } from "../src/index.ts";

const FILE = fileURLToPath(new URL("./broken/run-exam.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Runs only the exam, as in a third-party project. */
const SOURCE = ["anyurl-source"];
const CONFIG = {
  root: dirname(FILE),
  resolve: { conditions: SOURCE },
  ssr: { resolve: { conditions: SOURCE, externalConditions: SOURCE } },
  test: { include: ["run-exam.ts"], testTimeout: 60_000, reporters: ["default"] },
};

/** Both runners take time to start, and one of them transforms the code. */
const PATIENT = { timeout: 120_000 };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "anyurl-exam-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Taken {
  readonly code: number;
  readonly printed: string;
  readonly report: Report;
}

/** Runs the file in a separate process, and reads the report that it writes. */
async function taken(name: string, command: string, ...args: readonly string[]): Promise<Taken> {
  const report = join(folder, `${name}.json`);
  const { VITEST: _, VITEST_WORKER_ID: __, NODE_OPTIONS: ___, ...own } = process.env;
  const env = { ...own, ANYURL_REPORT: report, NO_COLOR: "1" };
  const run = promisify(execFile)(command, args, { env, cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  const { code, stdout } = await run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, printed: stdout, report: readReport(report) };
}

/** The questions and their outcomes, without durations. */
function answers({ results }: Report): readonly string[] {
  return results.map(
    ({ section, name, outcome, reason = "" }: Result) => `${section}: ${name}: ${outcome} ${reason}`,
  );
}

describe("one exam under two runners", () => {
  it("asks the same questions, with the same outcomes, and writes the same report", PATIENT, async () => {
    const node = await taken(
      "node",
      process.execPath,
      "--conditions=anyurl-source",
      "--test",
      "--test-reporter=tap",
      FILE,
    );
    expect(node.code, node.printed.slice(-2_000)).toBe(0);
    const { results } = node.report;
    const passed = results.filter(({ outcome }) => outcome === "passed").length;
    const skipped = results.filter(({ outcome }) => outcome === "skipped").length;
    expect(node.printed).toContain(`# pass ${passed}\n`);
    expect(node.printed).toContain(`# skipped ${skipped}\n`);
    expect(node.printed).toContain("# SKIP x-echo has no search");
    expect(passed).toBeGreaterThan(80);

    const config = join(folder, "vitest.config.mjs");
    writeFileSync(config, `export default ${JSON.stringify(CONFIG)};`);
    const vitest = await taken(
      "vitest",
      process.execPath,
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      config,
    );
    expect(vitest.code, vitest.printed.slice(-2_000)).toBe(0);
    expect(vitest.printed).toMatch(new RegExp(`Tests\\s+${passed} passed \\| ${skipped} skipped`));
    expect([...answers(vitest.report)].sort()).toEqual([...answers(node.report)].sort());
    expect(examTable(node.report)).toMatch(/^x-echo +passed +failed +skipped\nthe scheme +1 +0 +0\n/);
    expect(examTable(node.report)).toContain("  access: operations: search — x-echo has no search");
  });

  it("a plain import loads no vitest", async () => {
    const program = `
      import { registerHooks } from "node:module";
      registerHooks({ resolve: (name, context, next) => {
        if (name === "vitest") throw new Error("vitest was asked for");
        return next(name, context);
      } });
      const kit = await import("@anyurl/testkit");
      console.log(typeof kit.describeAccess);
    `;
    const args = ["--conditions=anyurl-source", "--input-type=module", "--eval", program];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: join(ROOT, "packages/scheme-gopher"),
    });
    expect(stdout).toBe("function\n");
  });
});
