import { displayText } from "anyurl";
import type { Output } from "./host-io.ts";

/**
 * What a command prints with --json. Only {@link succeed} and {@link fail} make one, so that `ok` is its first member. It
 * is false if and only if the exit status is not 0.
 */
export type JsonAnswer = Success | Failure;

interface Success {
  readonly ok: true;
  readonly [ANSWER]: true;
}

export interface Failure {
  readonly ok: false;
  /** The reason. It does not change even if the message does. */
  readonly code: string;
  readonly [ANSWER]: true;
}

/** Exists only in types: other objects are not answers. */
declare const ANSWER: unique symbol;

/** The options that say whether and how JSON is printed. */
export interface JsonOptions {
  readonly json?: boolean;
  /** Print each answer on a line of its own. */
  readonly jsonl?: boolean;
}

/** Creates the answer of a command that ends with status 0. */
export function succeed<M extends object>(members: M & { readonly ok?: never }): JsonAnswer {
  return first({ ok: true }, members) as Success;
}

/** Creates the answer of a command that ends with another status. */
export function fail<M extends object>(
  code: string,
  members: M & { readonly ok?: never; readonly code?: never },
): Failure {
  return first({ ok: false, code }, members) as Failure;
}

/** Adds members after those that come first, and that none of them can replace. */
function first(own: object, members: object): unknown {
  return Object.assign({ ...own }, members, own);
}

/** Joins the answers for several URLs. It fails with the first of them that does. */
export function joinAnswers(results: readonly JsonAnswer[]): JsonAnswer {
  const failed = results.find((each): each is Failure => !each.ok);
  return failed === undefined ? succeed({ results }) : fail(failed.code, { results });
}

/** Prints an answer: on one line with --jsonl. */
export async function writeAnswer(
  answer: JsonAnswer,
  { jsonl }: JsonOptions,
  { stdout }: { readonly stdout: Output },
): Promise<void> {
  await stdout.write(jsonl === true ? formatJsonLine(answer) : formatJson(answer));
}

/** Prints an answer of several: on a line of its own. */
export async function writeAnswerLine(
  answer: JsonAnswer,
  { stdout }: { readonly stdout: Output },
): Promise<void> {
  await stdout.write(formatJsonLine(answer));
}

/**
 * Formats JSON for terminals and parsers: characters that could control a terminal become `\uNNNN`. Lone surrogates,
 * which stand for bytes that are not UTF-8, are kept.
 */
export function formatJson(value: unknown): string {
  return `${safeText(value, 2)}\n`;
}

/** Formats JSON on one line. */
export function formatJsonLine(value: unknown): string {
  return `${safeText(value)}\n`;
}

function safeText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, (_, each) => (each === undefined ? null : each), indent);
  let safe = "";
  for (const char of text) {
    const live = char !== "\n" && displayText(char) !== char;
    safe += live ? Array.from({ length: char.length }, (_, i) => unit(char.charCodeAt(i))).join("") : char;
  }
  return safe;
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
