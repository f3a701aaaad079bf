import type { Scheme } from "@anyurl/core";
import { describeHostilePeers } from "../faults/describe-faults.ts";
import type { Fault } from "../faults/fault.ts";
import { FAULTS } from "../faults/faults.ts";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, type ExamContext, type Section } from "../report/results.ts";
import { declareAborts } from "./access-abort.ts";
import { declareChunks } from "./access-chunks.ts";
import { type AccessExam, accessExam } from "./access-exam.ts";
import { declareFailedWrites } from "./access-failed-writes.ts";
import { declareOptions } from "./access-options.ts";
import { declarePresentation } from "./access-presentation.ts";
import {
  declareErrors,
  declareLimits,
  declareOperations,
  declarePlans,
  declareProvenance,
  declareSecrets,
} from "./access-questions.ts";
import { declareResults } from "./access-results.ts";
import type { ServerKit } from "./server-kit.ts";

export interface AccessOptions extends ExamContext {
  /** Milliseconds within which each call must end. Default: 10 000. */
  readonly within?: number;
  /** Faults to inject. Default: {@link FAULTS}. */
  readonly faults?: readonly Fault[];
  /** Other schemes in the same registry. They must not affect the results. */
  readonly beside?: readonly Scheme[];
}

const WITHIN = 10_000;

const SECTIONS: readonly (readonly [name: string, declare: (section: Section, exam: AccessExam) => void])[] =
  [
    ["operations", declareOperations],
    ["options", declareOptions],
    ["plan", declarePlans],
    ["results", declareResults],
    ["presentation", declarePresentation],
    ["failed writes", declareFailedWrites],
    ["chunks", declareChunks],
    ["abort", declareAborts],
    ["limits", declareLimits],
    ["errors", declareErrors],
    ["secrets", declareSecrets],
    ["provenance", declareProvenance],
  ];

/**
 * Declares the access tests of a scheme: for each operation that its access module exports and the kit has a fixture
 * for, over sockets against the kit's server. If the kit has a `protocol`, also against hostile peers in memory. Tests
 * that do not apply are skipped with a reason.
 */
export function describeAccess(scheme: Scheme, kit: ServerKit, options: AccessOptions = {}): void {
  const { runner = defaultRunner, within = WITHIN, faults = FAULTS, beside = [] } = options;
  const taking = { ...options, runner };
  const exam = accessExam(scheme, kit, within, beside);
  for (const [name, declare] of SECTIONS)
    declareSection(scheme, `access: ${name}`, taking, (section) => declare(section, exam));
  const { protocol } = kit;
  if (protocol === undefined) {
    declareSection(scheme, "hostile peers in memory", taking, (section) =>
      section.skip("hostile peers", "the kit has no protocol"),
    );
  } else
    describeHostilePeers(scheme, {
      ...taking,
      protocol,
      faults,
      within,
      client: (world) => kit.client(world),
      fetch: kit.fetch,
      except: kit.exceptFaults,
    });
}
