import { defineOptions, type PlanStep } from "@anyurl/core";
import { expect, it } from "vitest";
import { NEWS_OPTIONS, type NewsSettings, type NewsTarget, planNews } from "../src/operations/index.ts";
import PLANS from "./plans.json" with { type: "json" };

interface Row {
  readonly what: string;
  readonly target: NewsTarget;
  readonly operation?: string;
  readonly login?: { readonly user: string; readonly password?: string };
  readonly tls?: boolean;
  readonly options?: Partial<NewsSettings>;
  readonly since?: string;
  /** Each step with its rule. */
  readonly steps?: readonly string[];
  /** The code and the hint of the error if there is no plan. */
  readonly error?: { readonly code: string; readonly hint?: string };
}

const DEFAULTS = defineOptions("nntp", NEWS_OPTIONS).defaults;

function planned({ target, operation, login, tls = false, options, since }: Row): readonly string[] {
  const { steps } = planNews(target, {
    ...{ scheme: "nntp", operation, parts: [], endpoint: { host: "h", port: 119, tls } },
    login: { user: login?.user, password: login?.password },
    options: { ...DEFAULTS, ...options },
    since: since === undefined ? undefined : new Date(since),
  });
  return steps.map(written);
}

function written(step: PlanStep): string {
  const { cite } = step;
  if (step.do === "send") return `${step.text} (${cite})`;
  if (step.do === "message") return `message: ${step.text} (${cite})`;
  if (step.do === "connect") return `connect ${step.host}:${step.port} (${cite})`;
  return `${step.do} ${"on" in step ? step.on : ""} (${cite})`;
}

it.each(PLANS as readonly Row[])("the plan of $what has each step with its rule", (row) => {
  if (row.error === undefined) expect(planned(row)).toEqual(row.steps);
  else expect(() => planned(row)).toThrow(expect.objectContaining(row.error));
});
