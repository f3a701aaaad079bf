import { createRegistry } from "@anyurl/core";
import { describeUrlTable } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { ws } from "../../src/index.ts";
import FIELDS from "./fields.json" with { type: "json" };

const urls = createRegistry(ws);

describeUrlTable(ws, new URL("urls.json", import.meta.url), { rule: "RFC 6455 §3" });

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
