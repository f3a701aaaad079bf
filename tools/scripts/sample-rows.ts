import { beforeEach, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the generated rows, one in this number runs. */
    readonly sampleOf: number;
    /** Those that are not in this sample run instead. */
    readonly isRest: boolean;
  }
}

/**
 * Every operation of a scheme with every fault of a peer, and every transcript in every two parts. The exam has no tags,
 * so that it runs in every runner.
 */
const EXAM_ROWS = /: hostile peers|split in two at every offset$/;

/*
 * `npm test` runs a sample of the generated rows, drawn by the seed of the run, so that many runs find what one does not:
 * those of the exam, and the tests with the tag "generated". `npm test -- --all` runs all of them. `.ci/run` measures
 * the coverage of a sample, and then runs the rest without.
 */
const of = inject("sampleOf");
const isRest = inject("isRest");
const seed = inject("seed") ?? 0;
if (of > 1)
  beforeEach(({ task, skip }) => {
    const { fullTestName, tags = [] } = task;
    if (!tags.includes("generated") && !EXAM_ROWS.test(fullTestName)) return;
    const inSample = hash(`${seed} ${fullTestName}`) * of < 1;
    if (inSample === isRest) skip(`${isRest ? "" : "not "}in the sample: npm test -- --all`);
  });

/** FNV-1a in 32 bits, as a number from 0 to 1. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0) / 2 ** 32;
}
