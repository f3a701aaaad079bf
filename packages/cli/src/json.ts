import { displayText } from "anyurl";

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

/** Formats JSON as the options require. */
export function formatJsonFor({ jsonl }: { readonly jsonl?: boolean }, value: unknown): string {
  return jsonl === true ? formatJsonLine(value) : formatJson(value);
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
