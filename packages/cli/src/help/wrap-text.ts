import { stringWidth } from "../render/string-width.ts";

/** Wraps a text into lines of at most `width` columns, each after `indent`. A longer word gets a line of its own. */
export function wrapText(text: string, width: number, indent = ""): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && stringWidth(indent + longer) > width) {
      lines.push(indent + line);
      line = word;
    } else line = longer;
  }
  return [...lines, indent + line];
}
