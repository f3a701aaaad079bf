// `npm test`: the tests of every package. Further arguments go to vitest: `npm test -- packages/core`. With --changed it
// runs the tests that a change concerns. With --watch it keeps running, and repeats these tests after each change. Only
// `.ci/run` and --all run everything. A run of the whole suite or of a change takes a sample of the generated rows and of
// the random examples, and leaves out the tests with the tag "slow"; a run of some tests takes all of theirs. All tests run
// from source but those of `*.built.test.ts`, which run with --all or if they are named.
import { randomInt } from "node:crypto";
import { build, finish, install } from "./bootstrap.mjs";

/** Of the generated rows, one in this number runs. */
const SAMPLE_OF = 16;
/** Of the examples of a law of a scheme, this number runs instead of 1000. */
const RUNS = 100;

const isAll = process.argv.includes("--all");
const given = process.argv.slice(2).filter((word) => word !== "--all");
const isChanged = given.some((word) => /^--changed(?:=|$)/.test(word));
const samples = !isAll && (isChanged || !given.some((word) => !word.startsWith("-") || word === "-t"));
const needsBuild = isAll || given.some((word) => word.includes(".built"));
// The seed of the sample, and of the examples of property tests.
process.env.ANYURL_SEED ||= String(randomInt(2 ** 31));
process.env.ANYURL_SAMPLE_OF = String(samples ? SAMPLE_OF : 1);
if (samples) process.env.ANYURL_RUNS ||= String(RUNS);
process.env.ANYURL_BUILT = needsBuild ? "yes" : "no";

install();
if (needsBuild) build();
const sample = samples
  ? `; one in ${SAMPLE_OF} of the generated rows, and no slow tests: all with --all`
  : "";
if (samples && !given.includes("-t")) given.push("--tags-filter=!slow");
process.stderr.write(`seed ${process.env.ANYURL_SEED} (repeat with ANYURL_SEED)${sample}\n`);
if (isChanged) finish("tools/scripts/changed-tests.ts", ...given);
finish("node_modules/vitest/vitest.mjs", ...(given.includes("--watch") ? [] : ["run"]), ...given);
