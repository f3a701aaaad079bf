import { createRegistry } from "@anyurl/core";
import { describeUrlTable } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { cid, mid } from "../../src/index.ts";
import FIELDS from "./fields.json" with { type: "json" };

const urls = createRegistry(mid, cid);

describeUrlTable(mid, new URL("mid-urls.json", import.meta.url), { rule: "RFC 2392 §2" });
describeUrlTable(cid, new URL("cid-urls.json", import.meta.url), { rule: "RFC 2392 §2" });

function formatted(scheme: "cid" | "mid", fields: object): string {
  try {
    return urls.format(scheme, fields as never);
  } catch (error) {
    const { code, component, start, end, message } = error as Readonly<Record<string, unknown>>;
    return `${code} ${component} ${start}-${end}: ${message}`;
  }
}

describe("the URLs of fields", () => {
  it.each(
    FIELDS as readonly { readonly scheme: "cid" | "mid"; readonly fields: object; readonly gives: string }[],
  )("$scheme $fields", ({ scheme, fields, gives }) => {
    expect(formatted(scheme, fields)).toBe(gives);
  });

  it("have no bytes that are not UTF-8", () => {
    expect(formatted("mid", { messageId: "\udcff@b" })).toMatch(/^bad-message-id .* is not UTF-8/);
  });
});
