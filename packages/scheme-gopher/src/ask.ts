/** One question of a form (+ASK, §2.8 of the Gopher+ text). Its words are the server's. */
export type Question =
  | {
      /**
       * One line; one that nobody should see; several lines; the name of a new file of one's own; the content
       * of a file.
       */
      readonly kind: "Ask" | "AskP" | "AskL" | "AskF" | "ChooseF";
      readonly prompt: string;
      readonly suggested: string | undefined;
    }
  /** Yes or no. `boxes`: further words behind a tab, of which no text says how they are answered. */
  | {
      readonly kind: "Select";
      readonly prompt: string;
      readonly checked: boolean;
      readonly boxes: readonly string[];
    }
  /** One of these. */
  | { readonly kind: "Choose"; readonly prompt: string; readonly choices: readonly string[] }
  /** A line that the text does not know. */
  | { readonly kind: "unknown"; readonly line: string };

/** The questions of an item's form, in the order in which they are answered. */
export type AskForm = readonly Question[];

/** Reads the lines of a +ASK block. Empty lines are left out. */
export function readForm(block: string | readonly string[]): AskForm {
  const lines = typeof block === "string" ? block.split("\n") : block;
  return lines.filter((line) => line.trim() !== "").map(questionOf);
}

/** Ask: How many volts? HT 220 */
function questionOf(line: string): Question {
  const colon = line.indexOf(":");
  const kind = line.slice(0, Math.max(0, colon)).trim();
  const [words = "", ...more] = line.slice(colon + 1).split("\t");
  const prompt = words.trim();
  switch (kind) {
    case "Ask":
    case "AskP":
    case "AskL":
    case "AskF":
    case "ChooseF":
      return { kind, prompt, suggested: more[0] };
    case "Select":
      // Real servers write ":1" or ":0" behind the prompt for what is checked at first.
      return {
        kind,
        prompt: prompt.replace(/:[01]$/, ""),
        checked: prompt.endsWith(":1"),
        boxes: more,
      };
    case "Choose":
      return { kind, prompt, choices: more };
    default:
      return { kind: "unknown", line };
  }
}
