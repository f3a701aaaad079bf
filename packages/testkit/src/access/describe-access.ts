import type { Scheme } from "@anyurl/core";
import { describeHostilePeers } from "../faults/describe-faults.ts";
import type { Fault } from "../faults/fault.ts";
import { FAULTS } from "../faults/faults.ts";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, type ExamContext } from "../report/results.ts";
import { declareAborts } from "./access-abort.ts";
import { declareChunks } from "./access-chunks.ts";
import { accessExam } from "./access-exam.ts";
import { declareFailedWrites } from "./access-failed-writes.ts";
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
  /** Milliseconds in which each call must be over. Default 10 000. */
  readonly within?: number;
  /** Hostile peers. Default: all of them. */
  readonly shapes?: readonly Fault[];
  /** Other schemes of the registry that plans: whatever they do, nothing may change. */
  readonly beside?: readonly Scheme[];
}

const WITHIN = 10_000;

/**
 * The exam of what a scheme opens: declares tests for each operation that its access module exports and the kit has a
 * fixture for, against the kit's server, over sockets; and against hostile peers in memory, where the kit tells its
 * protocol. What is not asked is skipped with the reason.
 */
export function describeAccess(scheme: Scheme, kit: ServerKit, options: AccessOptions = {}): void {
  const { runner = defaultRunner, within = WITHIN, shapes = FAULTS, beside = [] } = options;
  const taking = { ...options, runner };
  const exam = accessExam(scheme, kit, within, beside);
  declareSection(scheme, "access: operations", taking, (section) => declareOperations(section, exam));
  declareSection(scheme, "access: plan", taking, (section) => declarePlans(section, exam));
  declareSection(scheme, "access: results", taking, (section) => declareResults(section, exam));
  declareSection(scheme, "access: failed writes", taking, (section) => declareFailedWrites(section, exam));
  declareSection(scheme, "access: chunks", taking, (section) => declareChunks(section, exam));
  declareSection(scheme, "access: abort", taking, (section) => declareAborts(section, exam));
  declareSection(scheme, "access: limits", taking, (section) => declareLimits(section, exam));
  declareSection(scheme, "access: errors", taking, (section) => declareErrors(section, exam));
  declareSection(scheme, "access: secrets", taking, (section) => declareSecrets(section, exam));
  declareSection(scheme, "access: provenance", taking, (section) => declareProvenance(section, exam));
  const { protocol } = kit;
  if (protocol === undefined) {
    declareSection(scheme, "hostile peers in memory", taking, (section) =>
      section.skip("hostile peers", "the kit tells no protocol: what hostile peers do is not tried"),
    );
  } else
    describeHostilePeers(scheme, {
      ...taking,
      protocol,
      shapes,
      within,
      client: (world) => kit.client(world),
    });
}
