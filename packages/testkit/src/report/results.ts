import type { AdviceName } from "./advice.ts";
import { findAdvice, withAdvice, withoutAdvice } from "./advised.ts";
import { flush, keep } from "./report-file.ts";
import type { Result } from "./result.ts";
import type { Runner, Skipped } from "./runner.ts";

/** Options of all tests. */
export interface ExamContext {
  /** Default: vitest in a worker of vitest, else node:test. */
  readonly runner?: Runner;
  /** Called with the result of each test. */
  readonly onResult?: (result: Result) => void;
}

/** A section of tests. */
export interface Section {
  /** Groups tests. */
  group(name: string, body: (section: Section) => void): void;
  /**
   * @param advice the advice for a failure, unless the check gives a more specific one.
   * @param body runs the test. Its result is ignored unless it is a {@link Skipped}.
   */
  test(name: string, advice: AdviceName, body: () => unknown, rule?: string): void;
  skip(name: string, reason: string): void;
}

/** Declares a section and records the results of its tests. */
export function declareSection(
  scheme: { readonly names: readonly string[] },
  section: string,
  { runner, onResult }: Required<Pick<ExamContext, "runner">> & ExamContext,
  body: (section: Section) => void,
): void {
  const names = schemeName(scheme);
  const told = (result: Told) => {
    const whole: Result = { scheme: names, section, ...result };
    onResult?.(whole);
    keep(whole);
  };
  const skips: Told[] = [];
  const tellSkips = () => {
    for (const skip of skips.splice(0)) told(skip);
  };
  runner.suite(`${names}: ${section}`, () => {
    let isEmpty = true;
    const whole = createSection({
      runner,
      told,
      skipped: (skip) => void skips.push(skip),
      // Not the tests of a group, which a runner may collect later.
      declared: () => (isEmpty = false),
    });
    body(whole);
    // A runner may reject a suite without a test.
    if (isEmpty) whole.skip("nothing to test", "the scheme has no operation that this section tests");
    if (runner.after === undefined) tellSkips();
    // Report skips after the other results, and flush now: a worker may be stopped before it exits.
    runner.after?.(() => {
      tellSkips();
      flush();
    });
  });
}

/** Returns the names of a scheme for messages. The list may be empty, which lintScheme reports. */
export function schemeName({ names }: { readonly names: readonly string[] }): string {
  return names.join(", ");
}

type Told = Omit<Result, "scheme" | "section">;
type Tell = (result: Told) => void;

interface SectionInit {
  readonly runner: Runner;
  readonly told: Tell;
  readonly skipped: Tell;
  readonly declared: () => void;
}

function createSection(init: SectionInit, within = ""): Section {
  const { runner, told, skipped, declared } = init;
  return {
    group(name, body) {
      declared();
      runner.suite(name, () => body(createSection(init, `${within}${name} > `)));
    },
    test(name, advice, body, rule) {
      declared();
      const about = { name: within + name, ...(rule !== undefined && { rule }) };
      runner.test(name, async () => {
        const since = performance.now();
        const ms = () => Math.round(performance.now() - since);
        try {
          const end = await body();
          if (isSkipped(end)) {
            told({ ...about, outcome: "skipped", reason: end.skipped, ms: ms() });
            return end;
          }
          told({ ...about, outcome: "passed", ms: ms() });
          return undefined;
        } catch (thrown) {
          const error = withAdvice(thrown, advice);
          told({
            ...about,
            outcome: "failed",
            reason: formatReason(error),
            ms: ms(),
            advice: findAdvice(error)!,
          });
          throw error;
        }
      });
    },
    skip(name, reason) {
      declared();
      skipped({ name: within + name, outcome: "skipped", reason, ms: 0 });
      runner.skip(name, reason);
    },
  };
}

function isSkipped(end: unknown): end is Skipped {
  return typeof end === "object" && end !== null && "skipped" in end;
}

/** Returns the messages of an error and of its cause, without the advice. */
function formatReason(error: Error): string {
  const { message, cause } = error;
  // The message of a property test has the input, and its cause has the reason.
  const whole = cause instanceof Error ? `${cause.message}\n${message}` : message;
  return withoutAdvice(whole);
}
