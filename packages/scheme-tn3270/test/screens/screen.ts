import { AccessError, type ScreenRun } from "@anyurl/core";
import { type CodePageName, createCodePage } from "../../src/ebcdic.ts";
import { Display } from "../../src/screen/display.ts";
import { listFields } from "../../src/screen/fields.ts";
import { DataStreamError } from "../../src/screen/orders.ts";
import type { ScreenSizes } from "../../src/screen/query-reply.ts";
import type { Block } from "../blocks.ts";

/*
 * What happens on a display of 4 rows and 10 columns, the alternate size 5 by 12, as lines. Input:
 *
 *   H F5 C3 @5 'ab'   a record of the host: hexadecimal, EBCDIC in apostrophes, a 12-bit address after "@"
 *   T text            typed text
 *   K Tab             a key
 *   L text            a line of text without fields, with \r and \n; "erase" and "unlock" are others of its calls
 *   ?                 cursor, state, and cells: ?v what is shown, ?f the fields
 *
 * Output: "reply" and "send" with bytes, "reject" with the sense, "error", and what was asked for with "?".
 */

export type Screen = Block<Given>;

interface Given {
  readonly sizes?: ScreenSizes;
  readonly numericLock?: boolean;
  readonly codePage?: CodePageName;
}

/** The 64 graphic characters of addresses and attributes, by their bits (GA23-0059, "Code conversion"). */
const GRAPHIC = (
  "40 C1 C2 C3 C4 C5 C6 C7 C8 C9 4A 4B 4C 4D 4E 4F 50 D1 D2 D3 D4 D5 D6 D7 D8 D9 5A 5B 5C 5D 5E 5F " +
  "60 61 E2 E3 E4 E5 E6 E7 E8 E9 6A 6B 6C 6D 6E 6F F0 F1 F2 F3 F4 F5 F6 F7 F8 F9 7A 7B 7C 7D 7E 7F"
).split(" ");

const { encode, decode } = createCodePage("037");

/** Encodes a record. "00*5" is a byte five times. */
function encodeRecord(notation: string): Uint8Array {
  const words = notation.match(/'[^']*'|\S+/g) ?? [];
  return Uint8Array.from(
    words.flatMap((word) => {
      if (word.startsWith("'")) return [...word.slice(1, -1)].map((character) => encode(character)!);
      if (word.startsWith("@")) {
        const address = Number(word.slice(1));
        return [address >> 6, address & 63].map((bits) => Number.parseInt(GRAPHIC[bits]!, 16));
      }
      const [code = "", count = "1"] = word.split("*");
      return Array.from({ length: Number(count) }, () => Number.parseInt(code, 16));
    }),
  );
}

/** Formats bytes in hexadecimal. A byte that comes five times or more is "00*5". */
function hexOf(bytes: Uint8Array): string {
  const words: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    let end = at + 1;
    while (bytes[end] === bytes[at] && end < bytes.length) end++;
    const word = bytes[at]!.toString(16).toUpperCase().padStart(2, "0");
    if (end - at < 5) words.push(...Array.from({ length: end - at }, () => word));
    else words.push(`${word}*${end - at}`);
    at = end;
  }
  return words.join(" ");
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, "0");
}

function dumped({ buffer, isLocked, view }: Display): readonly string[] {
  const runs: { readonly look: string; text: string; readonly at: number }[] = [];
  for (let at = 0; at < buffer.length; at++) {
    const { code, field, extended } = buffer.at(at);
    const { highlight, color, charset, background } = extended;
    const pairs = [
      ...(highlight === 0 ? [] : [`41 ${hex(highlight)}`]),
      ...(color === 0 ? [] : [`42 ${hex(color)}`]),
      ...(charset === 0 ? [] : [`43 ${hex(charset)}`]),
      ...(background === 0 ? [] : [`45 ${hex(background)}`]),
    ];
    if (code === 0 && field === undefined && pairs.length === 0) continue;
    const look = `${pairs.length === 0 ? "" : ` (${pairs.join(", ")})`}`;
    const last = runs.at(-1);
    if (field !== undefined) runs.push({ look, text: `field ${hex(field)}`, at });
    else {
      const text = decode(code) ?? `<${hex(code)}>`;
      const isNext = last?.look === look && last.text.startsWith("'") && last.at + lengthOf(last.text) === at;
      if (isNext) last.text = `${last.text.slice(0, -1)}${text}'`;
      else runs.push({ look, text: `'${text}'`, at });
    }
  }
  const state = `${isLocked ? "locked" : "enabled"}${view.status === "" ? "" : `: ${view.status}`}`;
  return [
    `cursor ${buffer.cursor}, ${state}`,
    ...runs.map(({ at, text, look }) => `${String(at).padStart(2)} ${text}${look}`),
  ];
}

/** The positions of a text in apostrophes, in which "<1C>" is one. */
function lengthOf(text: string): number {
  return text.replaceAll(/<..>/g, "x").length - 2;
}

function shown({ view }: Display): readonly string[] {
  const { rows, columns, cursor, isLocked, status, lines } = view;
  const look = ({ text, ...style }: ScreenRun) => {
    const styles = Object.entries(style).map(([name, value]) => (value === true ? name : String(value)));
    return `${JSON.stringify(text)}${styles.length === 0 ? "" : ` ${styles.join(" ")}`}`;
  };
  return [
    `${rows} by ${columns}, cursor ${cursor.row} ${cursor.column}, ${isLocked ? "locked" : "enabled"}, ${JSON.stringify(status)}`,
    ...lines.map((runs) => runs.map(look).join(" | ")),
  ];
}

function attempt(act: () => readonly string[]): readonly string[] {
  try {
    return act();
  } catch (error) {
    if (error instanceof DataStreamError) return [`reject ${error.sense}: ${error.message}`];
    if (!(error instanceof AccessError)) throw error;
    return [`error ${error.code}: ${error.message}${error.hint === undefined ? "" : `; ${error.hint}`}`];
  }
}

/** Performs the input of a screen, and returns its lines as they were. */
export function perform({ given, lines }: Screen): readonly string[] {
  const {
    numericLock = true,
    codePage = "037",
    sizes = { usual: { rows: 4, columns: 10 }, alternate: { rows: 5, columns: 12 } },
  } = given;
  const page = createCodePage(codePage);
  const display = new Display({ codePage: page, sizes, numericLock });
  const done: string[] = [];
  for (const line of lines) {
    const text = line.slice(2);
    const act: Readonly<Record<string, () => readonly string[]>> = {
      H: () => display.receive(encodeRecord(text)).map((bytes) => `reply ${hexOf(bytes)}`),
      T: () => {
        display.type(text);
        return [];
      },
      K: () => {
        const bytes = display.press(text);
        return bytes === undefined ? [] : [`send ${hexOf(bytes)}`];
      },
      L: () => {
        if (text === "erase") display.erase();
        else if (text === "unlock") display.unlock();
        else display.showText(text.replaceAll("\\r", "\r").replaceAll("\\n", "\n").replaceAll("\\0", "\0"));
        return [];
      },
      "?": () => dumped(display),
      "?v": () => shown(display),
      "?f": () => listFields(display.buffer, page).map((field) => JSON.stringify(field)),
    };
    const input = act[line.split(" ", 1)[0]!];
    if (input !== undefined) done.push(line, ...attempt(input));
  }
  return done;
}
