/**
 * Runs the checks of the repository that are not tests.
 *
 *   pnpm check              the quick ones
 *   pnpm check NAME…        these, in this order
 *   pnpm check NAME --write a generated file is written instead of compared
 *   pnpm check NAME --built the packages have been built: nothing is built before
 */
import { spawnSync } from "node:child_process";

interface Check {
  readonly command: string;
  /** Needs built packages and takes up to some minutes, so it only runs if it is named. */
  readonly built?: true;
  /** Asks a registry, so it only runs if it is named. */
  readonly asks?: true;
}

const SOURCE = "--conditions=anyurl-source";
const CHECKS: Readonly<Record<string, Check>> = {
  types: { command: "tsc -p tools/scripts/tsconfig.json" },
  lint: { command: "biome ci --colors=off ." },
  layers: { command: "node tools/scripts/check-layers.ts" },
  vocabulary: { command: "node tools/scripts/check-vocabulary.ts" },
  "first-party": { command: "node tools/scripts/first-party.ts --check" },
  manifests: { command: "node tools/scripts/manifests.ts --check" },
  unused: { command: "knip" },
  "errors-page": { command: `node ${SOURCE} tools/scripts/errors-page.ts --check` },
  "man-page": { command: `node ${SOURCE} tools/scripts/man-page.ts --check` },
  "option-tables": { command: `node ${SOURCE} tools/scripts/option-tables.ts` },
  "verb-tables": { command: `node ${SOURCE} tools/scripts/verb-tables.ts` },
  messages: { command: `node ${SOURCE} tools/scripts/messages/check.ts` },
  packages: { command: "node tools/scripts/check-packages.ts", built: true },
  size: { command: "node tools/scripts/check-size.ts", built: true },
  bundlers: { command: "node tools/scripts/check-bundlers.ts", built: true },
  independence: { command: "node tools/scripts/independence/run.ts", built: true },
  examples: { command: "node tools/scripts/check-examples.ts", built: true },
  runtimes: { command: "node tools/runtimes/run.ts", built: true },
  rehearsal: { command: "node tools/release/rehearse.ts", built: true },
  // Not in .ci/run: an advisory can appear without a change. It also fails if the registry does not answer.
  advisories: { command: "pnpm audit --prod", asks: true },
  // .ci/run measures core, client and schemes with a sample of their tests: all tests need a build and much more time.
  coverage: { command: "node tools/scripts/test.mjs --all --coverage.enabled", built: true },
};

const isFlag = (argument: string) => argument.startsWith("--");
const asked = process.argv.slice(2).filter((argument) => !isFlag(argument));
/** Passed on to the checks: `pnpm check option-tables --write`. */
const flags = process.argv.slice(2).filter((argument) => isFlag(argument) && argument !== "--built");
const isBuilt = process.argv.includes("--built");
const unknown = asked.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.error(`unknown check "${unknown[0]}": expected one of ${Object.keys(CHECKS).join(", ")}`);
  process.exit(2);
}
const isQuick = ({ built, asks }: Check) => built !== true && asks !== true;
const names = asked.length > 0 ? asked : Object.keys(CHECKS).filter((name) => isQuick(CHECKS[name]!));

const run = (command: string) => spawnSync(command, { shell: true, stdio: "inherit" }).status === 0;
const needsBuild = !isBuilt && names.some((name) => CHECKS[name]?.built);
if (needsBuild && !run("turbo run build --output-logs=errors-only")) process.exit(1);
const failed = names.filter((name) => !run([CHECKS[name]?.command ?? "", ...flags].join(" ")));
if (failed.length > 0) {
  console.error(`failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
