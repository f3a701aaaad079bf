import { octetsOf, textOf } from "@anyurl/core";

/** The data of a filled-in ASK form within a gopher+ string (RFC 4266 §2.9). */
export interface Form {
  /** The text between "+" and the HT: the requested view, or "" for any. */
  readonly view: string;
  /** The lines of the data block, without their ends and without dot-stuffing. */
  readonly values: readonly string[];
}

/**
 * Parses the gopher+ string of a form:
 *
 *     +<view> HT 1 CR LF +-1 CR LF <value> CR LF … . CR LF
 *     +<view> HT 1 CR LF +<length> CR LF <bytes>
 *
 * This is the only place in a URL where CR LF is allowed. Returns `undefined` for any other form.
 */
export function parseForm(gopherPlus: string): Form | undefined {
  const match = /^\+([^\0\t\r\n]*)\t1\r\n\+(-1|[0-9]{1,9})\r\n/.exec(gopherPlus);
  if (match === null || gopherPlus.includes("\0")) return undefined;
  const [head, view = "", length] = match;
  const block = gopherPlus.slice(head.length);
  const values = length === "-1" ? parseDotStuffed(block) : parseCounted(block, Number(length));
  return values === undefined ? undefined : { view, values };
}

/** Parses lines up to ".", each with the end CR LF and with leading dots doubled. */
function parseDotStuffed(block: string): readonly string[] | undefined {
  if (block !== ".\r\n" && !block.endsWith("\r\n.\r\n")) return undefined;
  const lines = block.slice(0, -".\r\n".length).split("\r\n").slice(0, -1);
  if (lines.some((line) => /[\r\n]/.test(line) || line === ".")) return undefined;
  return lines.map((line) => (line.startsWith("..") ? line.slice(1) : line));
}

/** Parses a block of this length in bytes, which must consist of whole lines. */
function parseCounted(block: string, length: number): readonly string[] | undefined {
  const octets = octetsOf(block);
  if (octets.length !== length || (block !== "" && !block.endsWith("\r\n"))) return undefined;
  const lines = textOf(octets).split("\r\n").slice(0, -1);
  return lines.some((line) => /[\r\n]/.test(line)) ? undefined : lines;
}

/**
 * Formats the gopher+ string of a form from its values, so that no line end of the URL itself is sent. `format` accepts
 * the result as `gopherPlus`.
 */
export function formatForm({ view, values }: Form): string {
  return `+${view}\t1\r\n+-1\r\n${formatLines(values)}`;
}

/** Formats the values as lines with leading dots doubled, followed by the Lastline. */
export function formatLines(values: readonly string[]): string {
  const lines = values.map((value) => (value.startsWith(".") ? `.${value}` : value));
  return `${lines.map((line) => `${line}\r\n`).join("")}.\r\n`;
}
