/** One question of a form (+ASK, §2.8 of the Gopher+ specification). Its text is untrusted server data. */
export type Question =
  | {
      /**
       * Ask: one line. AskP: one secret line. AskL: several lines. AskF: the name of a new local file. ChooseF: the
       * content of a file.
       */
      readonly kind: "Ask" | "AskP" | "AskL" | "AskF" | "ChooseF";
      readonly prompt: string;
      readonly suggested: string | undefined;
    }
  /** Yes or no. `boxes`: further fields after a tab; the specification does not say how they are answered. */
  | {
      readonly kind: "Select";
      readonly prompt: string;
      readonly checked: boolean;
      readonly boxes: readonly string[];
    }
  /** One of these choices. */
  | { readonly kind: "Choose"; readonly prompt: string; readonly choices: readonly string[] }
  /** A line that the specification does not define. */
  | { readonly kind: "unknown"; readonly line: string };

/** The questions of an item's form, in the order in which they are answered. */
export type AskForm = readonly Question[];

/** Parses the lines of a +ASK block and skips empty lines. */
export function readForm(block: string | readonly string[]): AskForm {
  const lines = typeof block === "string" ? block.split("\n") : block;
  return lines.filter((line) => line.trim() !== "").map(parseQuestion);
}

/** Ask: How many volts? HT 220 */
function parseQuestion(line: string): Question {
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
      // Real servers write ":1" or ":0" after the prompt as the default.
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
