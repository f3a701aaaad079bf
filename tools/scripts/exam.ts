/**
 * Prints what each scheme leaves out of the exam of @anyurl/testkit, with the reasons, and compares it with docs/exam.md.
 *
 *   node tools/scripts/exam.ts                  takes the exam of all schemes first
 *   node tools/scripts/exam.ts --report FILE    reads the ANYURL_REPORT of an earlier run
 *   node tools/scripts/exam.ts --write          writes docs/exam.md instead of comparing it
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Result, readReport } from "../../packages/testkit/src/index.ts";

const ROOT = new URL("../../", import.meta.url);
const PAGE = new URL("docs/exam.md", ROOT);
const TESTS = "packages/{scheme-*,smtp}/test/{syntax,exam,hostile}.test.ts";

/** The schemes of RFC 1738, by the names in their results. */
const SCHEMES: readonly string[] = [
  ...["file", "ftp, ftps", "gopher, gophers", "http, https", "mailto", "news, snews", "nntp, nntps"],
  ...["prospero", "telnet, telnets", "wais"],
];

const { values } = parseArgs({
  options: { report: { type: "string" }, write: { type: "boolean", default: false } },
});
const results = values.report === undefined ? takeExam() : readReport(values.report).results;
const page = formatPage(results);
if (values.write) writeFileSync(PAGE, page);
else {
  process.stdout.write(page);
  if (readFileSync(PAGE, "utf8") !== page) {
    console.error("docs/exam.md differs: run node tools/scripts/exam.ts --write");
    process.exitCode = 1;
  }
}

function takeExam(): readonly Result[] {
  const folder = mkdtempSync(join(tmpdir(), "anyurl-exam-"));
  try {
    const report = join(folder, "exam.json");
    const { status } = spawnSync(`node_modules/.bin/vitest run ${TESTS} --testTimeout=120000`, {
      cwd: ROOT,
      shell: "bash",
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ANYURL_REPORT: report, CI: "true" },
    });
    if (status !== 0) throw new Error("a scheme fails its exam: run its tests");
    return readReport(report).results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function formatPage(all: readonly Result[]): string {
  const schemes = SCHEMES.map((scheme) =>
    formatScheme(
      scheme,
      all.filter((each) => each.scheme === scheme),
    ),
  );
  return [
    "# What the schemes leave out of the exam",
    "",
    "Every scheme takes `describeScheme`, `describeAccess` and the faults of hostile servers of",
    "[@anyurl/testkit](../packages/testkit/README.md). A test that does not apply is skipped with a reason. This page lists",
    "those of the schemes of RFC 1738. `node tools/scripts/exam.ts --write` generates it.",
    "",
    ...schemes,
  ].join("\n");
}

/** @throws {Error} the scheme did not take a part of the exam. */
function formatScheme(scheme: string, results: readonly Result[]): string {
  for (const part of ["laws", "access: results", "hostile peers in memory"]) {
    const isTaken = results.some(({ section, outcome }) => section === part && outcome === "passed");
    if (!isTaken) throw new Error(`${scheme} has not taken the part "${part}" of the exam`);
  }
  const reasons = new Map<string, string[]>();
  for (const { section, name, outcome, reason = "" } of results) {
    if (outcome !== "skipped" || reason === `${scheme} has no ${name}`) continue;
    const key = `${section}: ${reason}`;
    reasons.set(key, [...(reasons.get(key) ?? []), name]);
  }
  const lines = [...reasons].map(
    ([reason, names]) => `- ${escapeMarkdown(`${reason} (${[...names].sort().join("; ")})`)}`,
  );
  return [`## ${scheme}`, "", ...lines.sort(), ""].join("\n");
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_<>|]/g, "\\$&");
}
