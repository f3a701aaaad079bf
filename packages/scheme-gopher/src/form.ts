import { octetsOf, textOf } from "@anyurl/core";

/** The data of a filled-in ASK form within a gopher+ string (RFC 4266 §2.9). */
export interface Form {
  /** What stands between "+" and the HT: the view that is asked for; "" for any. */
  readonly view: string;
  /** The lines of the data block, without their ends and without dot-stuffing. */
  readonly values: readonly string[];
}

/**
 *     +<view> HT 1 CR LF +-1 CR LF <value> CR LF … . CR LF
 *     +<view> HT 1 CR LF +<length> CR LF <octets>
 *
 * The one place where CR LF stands in a URL by right. `undefined` for anything that has not exactly this
 * shape.
 */
export function formOf(gopherPlus: string): Form | undefined {
  const match = /^\+([^\0\t\r\n]*)\t1\r\n\+(-1|[0-9]{1,9})\r\n/.exec(gopherPlus);
  if (match === null || gopherPlus.includes("\0")) return undefined;
  const [head, view = "", length] = match;
  const block = gopherPlus.slice(head.length);
  const values = length === "-1" ? dotted(block) : counted(block, Number(length));
  return values === undefined ? undefined : { view, values };
}

/** Lines up to ".", each end CR LF, leading dots doubled. */
function dotted(block: string): readonly string[] | undefined {
  if (block !== ".\r\n" && !block.endsWith("\r\n.\r\n")) return undefined;
  const lines = block.slice(0, -".\r\n".length).split("\r\n").slice(0, -1);
  if (lines.some((line) => /[\r\n]/.test(line) || line === ".")) return undefined;
  return lines.map((line) => (line.startsWith("..") ? line.slice(1) : line));
}

/** So many octets, of whole lines. */
function counted(block: string, length: number): readonly string[] | undefined {
  const octets = octetsOf(block);
  if (octets.length !== length || (block !== "" && !block.endsWith("\r\n"))) return undefined;
  const lines = textOf(octets).split("\r\n").slice(0, -1);
  return lines.some((line) => /[\r\n]/.test(line)) ? undefined : lines;
}

/**
 * The gopher+ string of a form, written anew from its values: nothing of the URL's own line ends is sent. It
 * is what `format` takes as `gopherPlus`, too.
 */
export function formatForm({ view, values }: Form): string {
  return `+${view}\t1\r\n+-1\r\n${formatLines(values)}`;
}

/** The values as lines, leading dots doubled, and the Lastline. */
export function formatLines(values: readonly string[]): string {
  const lines = values.map((value) => (value.startsWith(".") ? `.${value}` : value));
  return `${lines.map((line) => `${line}\r\n`).join("")}.\r\n`;
}
