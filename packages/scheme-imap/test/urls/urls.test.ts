import { createRegistry, type PlanStep } from "@anyurl/core";
import { describeUrlTable } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type ImapInit, type ImapOptions, imap } from "../../src/index.ts";
import FIELDS from "./fields.json" with { type: "json" };
import PLANS from "./plans.json" with { type: "json" };

/* What a table says about URLs, what format makes of fields, and what a plan sends. */

const urls = createRegistry(imap);

describeUrlTable(imap, new URL("urls.json", import.meta.url), { rule: "RFC 5092 §11" });

function formatted(fields: object): string {
  try {
    return imap.format({ host: "h", ...fields } as ImapInit);
  } catch (error) {
    const { code, component, start, end, message } = error as {
      readonly [name in "code" | "component" | "start" | "end" | "message"]: unknown;
    };
    return `${code} ${component} ${start}-${end}: ${message}`;
  }
}

describe("the URLs of fields", () => {
  it.each(FIELDS as readonly { readonly fields: object; readonly gives: string }[])(
    "$fields",
    ({ fields, gives }) => {
      expect(formatted(fields)).toBe(gives);
    },
  );
});

function written(step: PlanStep): string {
  const { cite } = step;
  if (step.do === "send")
    return `${step.text} (${cite})${step.part === undefined ? "" : ` ${step.part} ${step.start}-${step.end}`}`;
  if (step.do !== "connect") return `${step.do} ${"on" in step ? step.on : ""} (${cite})`;
  return `connect ${step.on} to ${step.host}${step.port === undefined ? "" : `:${step.port}`} (${cite})`;
}

function planned(url: string, operation: string | undefined, options: ImapOptions): readonly string[] {
  try {
    return urls.plan(url, operation, options).steps.map(written);
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string };
    return [`${code}: ${message}`];
  }
}

describe("the plans of URLs", () => {
  it.each(
    PLANS as readonly {
      readonly url: string;
      readonly operation?: string;
      readonly options?: ImapOptions;
      readonly steps: readonly string[];
    }[],
  )("$operation $url $options", ({ url, operation, options = {}, steps }) => {
    expect(planned(url, operation, options)).toEqual(steps);
  });
});
