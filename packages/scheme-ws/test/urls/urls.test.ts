import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { ws } from "../../src/index.ts";
import FIELDS from "./fields.json" with { type: "json" };
import URLS from "./urls.json" with { type: "json" };

/*
 * What check reports for a URL, and for one without an error, its normal form, and what describe says about each part; and
 * what format makes of fields.
 */

interface Row {
  readonly url: string;
  /** "code severity component start-end cite: message; hint". */
  readonly problems?: readonly string[];
  readonly normal?: string;
  /** "name start-end value: meaning (cite)". */
  readonly parts?: readonly string[];
}

const urls = createRegistry(ws);

function examined(url: string): Omit<Row, "url"> {
  const { ok, problems } = urls.tryParse(url);
  const found = problems.map(
    ({ code, severity, component, start, end, cite, message, hint }) =>
      `${code} ${severity} ${component} ${start}-${end} ${cite}: ${message}${hint === undefined ? "" : `; ${hint}`}`,
  );
  const reported = found.length === 0 ? {} : { problems: found };
  if (!ok) return reported;
  const parts = urls
    .describe(url)
    .map(
      ({ name, start, end, value, meaning, cite }) =>
        `${name} ${start}-${end} ${value}: ${meaning} (${cite})`,
    );
  return { ...reported, normal: urls.normalize(url), parts };
}

describe("the problems and parts of URLs", () => {
  it.each(URLS as readonly Row[])("$url", (row) => {
    const { url: _, ...expected } = row;
    expect(examined(row.url)).toEqual(expected);
  });
});

function formatted(scheme: "ws" | "wss", fields: object): string {
  try {
    return urls.format(scheme, fields as never);
  } catch (error) {
    const { code, component, start, end, message } = error as Readonly<Record<string, unknown>>;
    return `${code} ${component} ${start}-${end}: ${message}`;
  }
}

describe("the URLs of fields", () => {
  it.each(
    FIELDS as readonly { readonly scheme: "ws" | "wss"; readonly fields: object; readonly gives: string }[],
  )("$scheme $fields", ({ scheme, fields, gives }) => {
    expect(formatted(scheme, fields)).toBe(gives);
  });
});
