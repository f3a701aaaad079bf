/** Text as man(7) prints it: a "-" that can be copied, and nothing that begins a request. */
export function roff(text: string): string {
  return escaped(text).replace(/^([.'])/, "\\&$1");
}

/** A paragraph, in lines that an editor shows whole. */
export function filled(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").map(escaped)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > WIDTH) lines.push(line);
    line = line !== "" && longer.length > WIDTH ? word : longer;
  }
  return [...lines, line].map((each) => each.replace(/^([.'])/, "\\&$1")).join("\n");
}

const WIDTH = 78;

function escaped(line: string): string {
  let out = "";
  for (const char of line) {
    if (char === "\\") out += "\\e";
    else if (char === "-") out += "\\-";
    else if (char === "'") out += "\\(aq";
    else if (char === "`") out += "\\(ga";
    else if (char === "^") out += "\\(ha";
    else if (char === "~") out += "\\(ti";
    else if (char > "~") out += `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`;
    else out += char;
  }
  return out;
}

/** A macro with arguments: in quotation marks, for they hold blanks. */
export function macro(name: string, ...given: readonly string[]): string {
  return [`.${name}`, ...given.map((each) => `"${roff(each).replaceAll('"', "\\(dq")}"`)].join(" ");
}

/** What is defined, in bold, and what it means, indented. */
export function tagged(term: string, meaning: string): readonly string[] {
  return [".TP", macro("B", term), filled(meaning)];
}

/** Verbatim lines. */
export function example(lines: readonly string[]): readonly string[] {
  return [".EX", ...lines.map(roff), ".EE"];
}
