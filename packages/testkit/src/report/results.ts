import type { AdviceName } from "./advice.ts";
import { adviceOf, withAdvice, withoutAdvice } from "./advised.ts";
import { flush, keep } from "./report-file.ts";
import type { Result } from "./result.ts";
import type { Runner, Skipped } from "./runner.ts";

/** How an exam is taken, whatever it asks. */
export interface ExamContext {
  /** Default: vitest in a worker of vitest, else node:test. */
  readonly runner?: Runner;
  /** Hears of every question, once it is answered. */
  readonly onResult?: (result: Result) => void;
}

/** One section of an exam, as its questions are declared. */
export interface Section {
  /** Questions that belong together. */
  group(name: string, body: (section: Section) => void): void;
  /**
   * @param advice what to do when it fails, where the check itself does not know it better.
   * @param body what it gives counts only when it is a {@link Skipped}.
   */
  test(name: string, advice: AdviceName, body: () => unknown, rule?: string): void;
  skip(name: string, reason: string): void;
}

/** Declares a section of an exam, and writes down what becomes of its questions. */
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
    body(sectionOf(runner, told, (skip) => void skips.push(skip), ""));
    if (runner.after === undefined) tellSkips();
    // Behind what was asked before them. And a worker may be stopped before it exits.
    runner.after?.(() => {
      tellSkips();
      flush();
    });
  });
}

/** As a reader knows it, also where it has no names: that is for lint to say. */
export function schemeName({ names }: { readonly names: readonly string[] }): string {
  return names.join(", ");
}

type Told = Omit<Result, "scheme" | "section">;
type Tell = (result: Told) => void;

function sectionOf(runner: Runner, told: Tell, skipped: Tell, within: string): Section {
  return {
    group(name, body) {
      runner.suite(name, () => body(sectionOf(runner, told, skipped, `${within}${name} > `)));
    },
    test(name, advice, body, rule) {
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
          told({ ...about, outcome: "failed", reason: reasonOf(error), ms: ms(), advice: adviceOf(error)! });
          throw error;
        }
      });
    },
    skip(name, reason) {
      skipped({ name: within + name, outcome: "skipped", reason, ms: 0 });
      runner.skip(name, reason);
    },
  };
}

function isSkipped(end: unknown): end is Skipped {
  return typeof end === "object" && end !== null && "skipped" in end;
}

/** Its message and that of what has caused it, without the advice, which has a place of its own. */
function reasonOf(error: Error): string {
  const { message, cause } = error;
  // A property says which one it is, and its cause what is wrong.
  const whole = cause instanceof Error ? `${cause.message}\n${message}` : message;
  return withoutAdvice(whole);
}
