import { equal, ok } from "node:assert/strict";
import {
  displayText,
  type EntryKind,
  isAccessError,
  type Limits,
  type OperationName,
  type Url,
} from "@anyurl/core";
import { runWithAdvice } from "../report/advised.ts";
import { type Section, schemeName } from "../report/results.ts";
import type { Skipped } from "../report/runner.ts";
import { assertRedacted, withPassword } from "../syntax/secrets.ts";
import { planEqualsWire } from "../transcript/plan-equals-wire.ts";
import { called, openWithoutWriting } from "./access-call.ts";
import {
  type AccessExam,
  catchFailure,
  declareServerTest,
  declareTest,
  lacks,
  loadOperations,
  withFixture,
} from "./access-exam.ts";
import { formatError, isCode } from "./coded.ts";
import { type Fixtures, OPERATIONS, type Refusal } from "./server-kit.ts";

/** Checks the exports of the scheme's access module, and reports missing operations and fixtures. */
export function declareOperations(section: Section, exam: AccessExam): void {
  section.test("access exports only operations", "operations", async () => {
    const operations = await loadOperations(exam);
    for (const [name, value] of Object.entries(operations)) {
      ok((OPERATIONS as readonly string[]).includes(name), `"${name}" is not an operation`);
      equal(typeof value, "function", `type of "${name}"`);
    }
    const isEmpty = Object.keys(operations).length === 0;
    return isEmpty ? { skipped: `${schemeName(exam.scheme)} has no operations` } : undefined;
  });
  for (const operation of OPERATIONS) {
    section.test(operation, "loads", async () => {
      if (!(operation in (await loadOperations(exam)))) return lacks(exam, operation);
      const isAsked = exam.fixtures[operation as keyof Fixtures] !== undefined;
      return isAsked ? undefined : { skipped: `the kit gives no fixture for ${operation}` };
    });
  }
}

/** Operations whose plan would need an argument that plans do not have. */
const UNTOLD: ReadonlyMap<OperationName, string> = new Map([
  ["search", "a plan does not know the words"],
  ["rename", "a plan does not know the new URL"],
  ["send", "a plan does not know the message"],
  ["request", "a plan does not know the request"],
]);

/** Checks that the client sends exactly the planned lines. */
export function declarePlans(section: Section, exam: AccessExam): void {
  const { scheme, registry, within } = exam;
  if (scheme.plan === undefined) {
    section.skip("plan", `${schemeName(scheme)} has no plan`);
    return;
  }
  for (const operation of OPERATIONS) {
    const question = { name: "what is planned is sent", topic: "plan", advice: "plan-is-wire" } as const;
    const untold = UNTOLD.get(operation);
    if (untold !== undefined && exam.fixtures[operation as keyof Fixtures] !== undefined)
      section.skip(`${operation}: ${question.name}`, untold);
    if (untold !== undefined) continue;
    declareServerTest(section, exam, operation, question, async (one, { path }) => {
      const url = one.server.url(path);
      const refused = await catchFailure((async () => registry.plan(url, operation))());
      if (isAccessError(refused) && refused.code === "unsupported")
        return { skipped: `there is no plan for ${operation}: ${refused.message}` };
      ok(refused === undefined, `planning fails: ${refused}`);
      // A plan does not know what the caller of a session writes.
      const open = () => (operation === "open" ? openWithoutWriting(one) : called(one, operation));
      // Less than the limit of the call, which would fail with another reason.
      return planEqualsWire({ registry, url, operation, open, server: one.server, patience: within / 2 });
    });
  }
}

/** Checks that data over a limit fails with too-large. */
export function declareLimits(section: Section, exam: AccessExam): void {
  const ask = (operation: "get" | "list", name: string, limitsOf: (count: number) => Partial<Limits>) =>
    declareTest(section, exam, operation, { name, topic: "limits", advice: "limits" }, async (fixture) => {
      const count = "octets" in fixture ? fixture.octets.length : fixture.names.length;
      if (count < 2) return { skipped: `the kit's fixture for ${operation} is too small to exceed a limit` };
      return withFixture(exam, async (one) => {
        const error = await catchFailure(called(one, operation, { limits: limitsOf(count) }));
        ok(error !== undefined, "the call succeeds, although the data exceeds the limit");
        equal((error as { code?: unknown }).code, "too-large", `the code of ${formatError(error)}`);
      });
    });
  ask("get", "fails with too-large if a body exceeds maxBytes", (count) => ({ maxBytes: count - 1 }));
  ask("list", "fails with too-large if a listing exceeds maxListing", () => ({ maxListing: 1 }));
  ask("list", "fails with too-large if there are more entries than maxEntries", (count) => ({
    maxEntries: count - 1,
  }));
}

/** Checks the error codes of requests that the server rejects. */
export function declareErrors(section: Section, exam: AccessExam): void {
  const { refuses = [] } = exam.kit;
  for (const refusal of refuses) {
    const { operation, path, code } = refusal;
    section.test(`${operation} ${displayText(path)} is ${code}`, "error-code", async () =>
      operation in (await loadOperations(exam)) ? checkRefusal(exam, refusal) : lacks(exam, operation),
    );
  }
  for (const code of ["not-found", "permission-denied"]) {
    if (!refuses.some((refusal) => refusal.code === code))
      section.skip(code, `the kit has no request that fails with ${code}`);
  }
}

async function checkRefusal(exam: AccessExam, { operation, path, code }: Refusal): Promise<void> {
  await withFixture(exam, async (one) => {
    const error = await catchFailure(called(one, operation, {}, one.server.url(path)));
    ok(error !== undefined, "the call succeeds, although the server must reject it");
    runWithAdvice("error-kind", () => {
      ok(isAccessError(error), `the call must fail with an AccessError, not with: ${formatError(error)}`);
      ok(isCode(error.code) && error.code !== "plugin-fault", `invalid error code: ${formatError(error)}`);
      ok(error.message !== "", "the error has a message");
      equal(error.operation, operation, "the error names the operation");
    });
    equal((error as { code?: unknown }).code, code, `the code of ${formatError(error)}`);
  });
}

/** Checks that errors and results do not show a password. */
export function declareSecrets(section: Section, exam: AccessExam): void {
  const { registry, scheme } = exam;
  const question = { name: "no password is shown", topic: "secrets", advice: "password" } as const;
  for (const operation of ["get", "list", "stat"] as const) {
    declareServerTest(section, exam, operation, question, async (one, { path }) => {
      const planted = withPassword(one.server.url(path));
      const read = planted === undefined ? undefined : registry.tryParse(planted);
      if (planted === undefined || read?.ok !== true || (read.url as Url).password === undefined)
        return { skipped: `${schemeName(scheme)} URLs have no password` };
      const outcome: unknown = await called(one, operation, {}, planted).catch((error: unknown) => error);
      assertRedacted("the outcome of the call", outcome);
      return undefined;
    });
  }
}

/** Checks that a URL named by an outside server cannot lead to an internal address, such as the kit's server. */
export function declareProvenance(section: Section, exam: AccessExam): void {
  if (exam.fixtures.list === undefined) {
    section.skip("list", "the kit gives no fixture for list");
    return;
  }
  const question = {
    name: "an entry with an internal address is not opened",
    topic: "provenance",
    advice: "inward",
  } as const;
  declareServerTest(section, exam, "list", question, async (one, { path }): Promise<Skipped | undefined> => {
    const { entries = [] } = await called(one, "list", {}, one.server.url(path));
    const operations = await loadOperations(exam);
    const named = entries.filter(
      ({ kind, url }) =>
        url !== undefined && exam.registry.tryParse(url).ok && (operationFor(kind) ?? "") in operations,
    );
    if (named.length === 0) return { skipped: "no entry of the kit's fixture for list can be opened" };
    const before = one.server.received.length;
    for (const { kind, url = "" } of named.slice(0, MAX_INWARD)) {
      const operation = operationFor(kind)!;
      const error = await catchFailure(called(one, operation, { namedBy: "server" }, url));
      ok(error !== undefined, `${operation} of ${displayText(url)} connects to this machine`);
      const { code } = error as { code?: string };
      ok(REFUSED_INWARD.has(code ?? ""), `the code of ${formatError(error)}`);
    }
    equal(one.server.received.length, before, "connections to an internal server");
    return undefined;
  });
}

/** Returns the operation that opens an entry. */
function operationFor(kind: EntryKind): "get" | "list" | undefined {
  return kind === "directory" ? "list" : kind === "file" ? "get" : undefined;
}

/** Codes for an internal address, for a URL with a user, and for files, which such a call cannot open. */
const REFUSED_INWARD: ReadonlySet<string> = new Set(["host-blocked", "redirect-refused", "unsupported"]);

/** Maximum number of entries of a listing to open. */
const MAX_INWARD = 8;
