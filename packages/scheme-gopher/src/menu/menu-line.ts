import { octetsOf, textOf } from "@anyurl/core";

/** A line of a menu (RFC 1436 §2), as the server wrote it. All of it is untrusted server data. */
export interface MenuItem {
  readonly gophertype: string;
  readonly display: string;
  readonly selector: string;
  readonly host: string;
  /** As written, for example "(NULL)". */
  readonly port: string;
  /** Further fields; a "+" or "?" marks an item with Gopher+ attributes. */
  readonly further: readonly string[];
  /** How many of the four fields (display, selector, host, port) the line has. */
  readonly fields: number;
}

const NO_FIELDS: readonly string[] = [];

/**
 * Parses a menu line: type, display, HT, selector, HT, host, HT, port. A line without HT is information. Returns
 * `undefined` for an empty line. The line and its fields are byte-preserving text.
 */
export function parseMenuItem(line: string): MenuItem | undefined {
  let end = line.length;
  // Some servers end their lines with CR CR LF.
  while (end > 0 && line[end - 1] === "\r") end--;
  if (end === 0) return undefined;
  const text = end === line.length ? line : line.slice(0, end);
  const first = text.indexOf("\t");
  if (first < 0) {
    const display = text.startsWith("i") ? text.slice(1) : text;
    return { gophertype: "i", display, selector: "", host: "", port: "", further: NO_FIELDS, fields: 1 };
  }
  const second = findTabAfter(text, first);
  const third = findTabAfter(text, second);
  const fourth = findTabAfter(text, third);
  const [gophertype, display] = splitType(text.slice(0, first));
  return {
    gophertype,
    display,
    selector: text.slice(first + 1, second),
    host: text.slice(second + 1, third),
    port: text.slice(third + 1, fourth),
    further: fourth < text.length ? text.slice(fourth + 1).split("\t") : NO_FIELDS,
    fields: second === text.length ? 2 : third === text.length ? 3 : 4,
  };
}

/** Splits off the type, which is one byte, even if it is a part of a character. */
function splitType(text: string): readonly [gophertype: string, display: string] {
  const code = text.charCodeAt(0);
  if (!(code >= 0x80)) return [text.slice(0, 1), text.slice(1)];
  const octets = octetsOf(text);
  return [textOf(octets.subarray(0, 1)), textOf(octets.subarray(1))];
}

function findTabAfter(text: string, at: number): number {
  const tab = text.indexOf("\t", at + 1);
  return tab < 0 ? text.length : tab;
}

/** Returns whether the first line of a reply is an error item and not a text that begins with "3". Checks its form. */
export function isErrorLine(line: string): boolean {
  return /^3[^\t]*\t[^\t]*\t[^\t]*\t[0-9]{1,5}(?:\t|\r?$)/.test(line);
}
