import { ok } from "node:assert/strict";
import { inspect } from "node:util";
import { decodeText, textOf } from "@anyurl/core";
import { runWithAdvice } from "../report/advised.ts";
import type { Exam } from "./exam.ts";

/** A password that cannot appear in a message by accident. */
const PLANTED = "Swordfish%2F42";
const SPELLINGS: readonly string[] = [PLANTED, decodeText(PLANTED), btoa(decodeText(PLANTED))];

/**
 * Returns `text` with a known password in its userinfo, or `undefined` if the text has no authority or already
 * contains that password.
 */
export function withPassword(text: string): string | undefined {
  const slashes = text.indexOf("://");
  if (slashes < 0 || text.includes("wordfish")) return undefined;
  const start = slashes + 3;
  const rest = text.slice(start);
  const end = rest.search(/[/?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return `${text.slice(0, start)}user:${PLANTED}@${host}${end < 0 ? "" : rest.slice(end)}`;
}

/** Checks that no output about this URL shows its password, whether it is parsed or rejected. */
export function checkSecret(exam: Exam, text: string): void {
  const { registry } = exam;
  const result = registry.tryParse(text);
  assertRedacted("the problems of tryParse", result.problems);
  assertRedacted(
    "the error of parse",
    refusal(() => registry.parse(text)),
  );
  assertRedacted(
    "the error of normalize",
    refusal(() => registry.normalize(text)),
  );
  if (!result.ok || result.url.password !== PLANTED || !exam.scheme.is(result.url)) return;
  assertRedacted("the URL", result.url);
  assertRedacted("parts", result.url.parts);
  assertRedacted("describe", registry.describe(result.url));
  assertRedacted(
    "plan",
    outcome(() => registry.plan(result.url)),
  );
  // An error about another field must not show the password.
  const init = { ...exam.initOf(result.url), password: decodeText(PLANTED), port: -1 };
  assertRedacted(
    "the error of format",
    refusal(() => registry.format(result.url.scheme, init)),
  );
}

function outcome(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

function refusal(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Checks all forms in which a value may appear in a log. */
export function assertRedacted(where: string, value: unknown): void {
  const views: readonly (readonly [string, string])[] = [
    ["inspect", inspect(value, { depth: 10, maxArrayLength: null, maxStringLength: null })],
    ["JSON", JSON.stringify(value, withOctets) ?? ""],
    ["the message", value instanceof Error ? `${value.message}\n${value.stack ?? ""}` : ""],
  ];
  for (const [view, shown] of views) {
    for (const secret of SPELLINGS) {
      runWithAdvice("password", () => ok(!shown.includes(secret), `${where}: ${view} shows the password`));
    }
  }
}

/** JSON replacer that turns bytes into text, so that a password in them is found. */
function withOctets(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? textOf(value) : value;
}
