import { createRegistry, type PlanStep } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type ImapInit, type ImapOptions, imap } from "../../src/index.ts";
import FIELDS from "./fields.json" with { type: "json" };
import PLANS from "./plans.json" with { type: "json" };
import URLS from "./urls.json" with { type: "json" };

/*
 * What check reports for a URL, and for one without an error, its normal form, how equal URLs identify it, and what describe
 * says about each part; what format makes of fields; and what a plan sends.
 */

interface Row {
  readonly url: string;
  /** "code severity component start-end cite: message; hint". */
  readonly problems?: readonly string[];
  readonly normal?: string;
  /** If it is not the normal form. */
  readonly identity?: string;
  /** "name start-end value: meaning". */
  readonly parts?: readonly string[];
}

const urls = createRegistry(imap);

function examined(url: string): Omit<Row, "url"> {
  const { ok, problems } = urls.tryParse(url);
  const found = problems.map(
    ({ code, severity, component, start, end, cite, message, hint }) =>
      `${code} ${severity} ${component} ${start}-${end} ${cite}: ${message}${hint === undefined ? "" : `; ${hint}`}`,
  );
  const reported = found.length === 0 ? {} : { problems: found };
  if (!ok) return reported;
  const normal = urls.normalize(url);
  const identity = imap.identify!(urls.parse(normal) as Parameters<NonNullable<typeof imap.identify>>[0]);
  const parts = urls
    .describe(url)
    .map(
      ({ name, start, end, value, meaning, secret }) =>
        `${name} ${start}-${end} ${value}${secret === true ? " (secret)" : ""}: ${meaning}`,
    );
  return { ...reported, normal, ...(identity !== normal && { identity }), parts };
}

describe("the problems and parts of URLs", () => {
  it.each(URLS as readonly Row[])("$url", (row) => {
    const { url: _, ...expected } = row;
    expect(examined(row.url)).toEqual(expected);
  });
});

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
