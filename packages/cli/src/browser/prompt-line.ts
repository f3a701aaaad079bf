import type { Typed } from "../terminal/key-reader.ts";

/** A question at the bottom of the screen. */
export interface PromptLine {
  readonly label: string;
  readonly text: string;
  readonly isSecret: boolean;
}

/** Maximum length of an answer, in characters. */
const MAX_ANSWER = 4096;

const CANCEL: ReadonlySet<string> = new Set(["ctrl+c", "ctrl+d", "ctrl+g"]);

/** Applies a key. Returns the changed line, "done", or "canceled". */
export function editPrompt(line: PromptLine, typed: Typed): PromptLine | "done" | "canceled" {
  const { text } = line;
  if (typed.is === "text") return { ...line, text: (text + typed.text).slice(0, MAX_ANSWER) };
  if (typed.key === "enter") return "done";
  if (CANCEL.has(typed.key)) return "canceled";
  switch (typed.key) {
    case "backspace":
      return { ...line, text: [...text].slice(0, -1).join("") };
    case "ctrl+w":
      return { ...line, text: text.replace(/\S*\s*$/, "") };
    case "ctrl+u":
      return { ...line, text: "" };
    default:
      return line;
  }
}

export function formatPrompt({ label, text, isSecret }: PromptLine): string {
  return `${label.replace(/[:\s]+$/, "")}: ${isSecret ? "*".repeat([...text].length) : text}`;
}
