import { displayText } from "anyurl";

/**
 * JSON for a person's terminal and a program's parser alike: whatever could act on a terminal is written as
 * `\uNNNN`, and text that keeps octets stays as it is, lone surrogates included.
 */
export function jsonText(value: unknown): string {
  return `${safeText(value, 2)}\n`;
}

/** The same as one line, of several. */
export function jsonLine(value: unknown): string {
  return `${safeText(value)}\n`;
}

/** One of the two, as the options ask for it. */
export function jsonAs({ jsonl }: { readonly jsonl?: boolean }, value: unknown): string {
  return jsonl === true ? jsonLine(value) : jsonText(value);
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
