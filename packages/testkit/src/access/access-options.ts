import { equal } from "node:assert/strict";
import { getOptionSet, type OptionDeclaration, type OptionDeclarations, type Scheme } from "@anyurl/core";
import type { Section } from "../report/results.ts";
import { called } from "./access-call.ts";
import { type AccessExam, catchFailure, declareServerTest } from "./access-exam.ts";
import { OPERATIONS } from "./server-kit.ts";

/** Checks that every operation rejects an unknown option, and a wrong value of each option, before it connects. */
export function declareOptions(section: Section, exam: AccessExam): void {
  const name = "an unknown option and wrong values are rejected before anything is connected";
  const question = { name, topic: "options", advice: "options" } as const;
  for (const operation of OPERATIONS) {
    declareServerTest(section, exam, operation, question, async (one) => {
      for (const [option, value] of wrongOptions(exam.scheme)) {
        const error = await catchFailure(called(one, operation, { options: { [option]: value } }));
        const code = (error as { readonly code?: unknown } | undefined)?.code;
        equal(code, "bad-option", `the code of the error for a wrong option ${option}: ${error}`);
      }
      equal(one.server.received.length, 0, "connections for calls with wrong options");
    });
  }
}

const UNKNOWN_OPTION = "noSuchOption";

function wrongOptions(scheme: Scheme): readonly (readonly [option: string, value: unknown])[] {
  const declarations: OptionDeclarations = getOptionSet(scheme).declarations;
  const wrong = Object.entries(declarations).map(
    ([option, { type }]) => [option, WRONG_VALUES[type]] as const,
  );
  return [[UNKNOWN_OPTION, true], ...wrong];
}

/** A value that no option of the type has. */
const WRONG_VALUES: Readonly<Record<OptionDeclaration["type"], unknown>> = {
  boolean: "perhaps",
  string: 5,
  choice: "no such choice",
  integer: "many",
  number: "several",
  duration: "long",
  bytes: "much",
  date: "yesterday?",
  list: { no: "list" },
  function: 5,
  object: 5,
  value: Symbol("not a value"),
  group: 5,
};
