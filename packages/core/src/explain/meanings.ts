import { displayText } from "../operations/display.ts";
import { CharSet, SUB_DELIMS, UNRESERVED } from "../syntax/charset.ts";
import { escapeAt, octetsOf, textOf } from "../syntax/escape.ts";
import type { Url } from "../syntax/url.ts";
import type { ExplainedEscape, ExplainedPart } from "./explanation.ts";

/** reserved = gen-delims / sub-delims   (RFC 3986 §2.2) */
export const RESERVED: CharSet = new CharSet(":/?#[]@", SUB_DELIMS);

/** Returns the whole escapes in [start, end) of the text of a URL, one for each character or single byte. */
export function findEscapes(text: string, start: number, end: number): readonly ExplainedEscape[] {
  const found: ExplainedEscape[] = [];
  for (let i = text.indexOf("%", start); i >= 0 && i + 3 <= end; ) {
    // Read adjacent escapes together: they can be the bytes of one character.
    const octets: number[] = [];
    let at = i;
    for (; at + 3 <= end && text[at] === "%"; at += 3) octets.push(escapeAt(text, at));
    let from = i;
    for (const char of textOf(octets)) {
      const own = [...octetsOf(char)];
      const to = from + own.length * 3;
      found.push({
        start: from,
        end: to,
        raw: text.slice(from, to),
        octets: own,
        text: char,
        ...describeEscape(char),
      });
      from = to;
    }
    i = text.indexOf("%", at);
  }
  return found;
}

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["\0", "the byte NUL"],
  ["\b", "a backspace"],
  ["\t", "a tab"],
  ["\n", "LF, the end of a line"],
  ["\r", "CR, the end of a line"],
  ["\x1b", "ESC, which starts a terminal control sequence"],
  ["\x7f", "the control character DEL"],
]);

function describeEscape(char: string): { readonly meaning: string; readonly cite: string } {
  const code = char.codePointAt(0)!;
  if (code >= 0xdc80 && code <= 0xdcff)
    return { meaning: `the byte ${hex(code - 0xdc00)}, which is not UTF-8`, cite: "RFC 3986 §2.5" };
  if (char === "%") return { meaning: "a percent sign", cite: "RFC 3986 §2.4" };
  if (char === " ") return { meaning: "a space", cite: "RFC 3986 §2.1" };
  if (RESERVED.has(code))
    return { meaning: `a "${char}" that is data, not a delimiter`, cite: "RFC 3986 §2.2" };
  if (UNRESERVED.has(code))
    return { meaning: `"${char}", which does not need an escape`, cite: "RFC 3986 §2.3" };
  const control = CONTROLS.get(char) ?? (code < 0x20 ? `the control character ${hex(code)}` : undefined);
  if (control !== undefined) return { meaning: control, cite: "RFC 3986 §2.1" };
  if (code < 0x80) return { meaning: `a "${char}", which must be escaped`, cite: "RFC 3986 §2" };
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return displayText(char) === char
    ? { meaning: `"${char}", ${name} in UTF-8`, cite: "RFC 3986 §2.5" }
    : { meaning: `${name}, which is invisible or changes how text is displayed`, cite: "RFC 3986 §2.5" };
}

function hex(octet: number): string {
  return octet.toString(16).toUpperCase().padStart(2, "0");
}

/** Adds to each delimiter a description of what it ends and begins. */
export function describeDelimiters(url: Url, tiles: readonly ExplainedPart[]): readonly ExplainedPart[] {
  let before: ExplainedPart | undefined;
  return tiles.map((tile, i) => {
    if (tile.kind !== "delimiter") {
      before = tile;
      return tile;
    }
    const next = tiles[i + 1];
    const [meaning, cite] =
      describeGenericDelimiter(url, tile) ??
      describeSchemeDelimiter(tile, before, next?.kind === "component" ? next : undefined);
    return { ...tile, meaning, cite };
  });
}

type MeaningAndRule = readonly [meaning: string, cite: string];

/** Describes a delimiter of the generic syntax (RFC 3986 §3). */
function describeGenericDelimiter(
  { offsets }: Url,
  { start, end, raw }: ExplainedPart,
): MeaningAndRule | undefined {
  const { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd } = offsets;
  if (start === schemeEnd && raw === "://") return ["ends the scheme; an authority follows", "RFC 3986 §3.2"];
  if (start === schemeEnd && raw === ":") return ["ends the scheme", "RFC 3986 §3.1"];
  if (end === hostStart && raw === "@") return ["ends the login; the host follows", "RFC 3986 §3.2.1"];
  if (start < hostStart && raw === ":") return ["ends the user; the password follows", "RFC 1738 §3.1"];
  if (start === hostEnd && start < pathStart && raw === ":") return ["begins the port", "RFC 3986 §3.2.3"];
  if (start === pathEnd && start < queryEnd && raw === "?") return ["begins the query", "RFC 3986 §3.4"];
  if (start === queryEnd && raw === "#") return ["ends the URL; a fragment follows", "RFC 3986 §3.5"];
  if (start === pathStart && hostStart >= 0 && raw === "/") return ["ends the authority", "RFC 1738 §3.1"];
  return undefined;
}

/** Describes a delimiter of the scheme between two of its parts. */
function describeSchemeDelimiter(
  { raw, value }: ExplainedPart,
  before: ExplainedPart | undefined,
  next: ExplainedPart | undefined,
): MeaningAndRule {
  const isEscape = raw[0] === "%";
  const isTab = isEscape && value === "\t";
  const ended = raw.endsWith("=") ? undefined : before;
  const cite = (next ?? before)?.cite ?? "RFC 3986 §2.2";
  if (ended === undefined && next === undefined) return ["separates two parts", cite];
  const meaning =
    ended === undefined
      ? `begins ${next!.name}`
      : next === undefined
        ? `${isTab ? "a tab that " : isEscape ? "an escape that " : ""}ends ${ended.name}`
        : `${isTab ? "a tab that " : isEscape ? "an escape that " : ""}ends ${ended.name}, begins ${next.name}`;
  return [meaning, cite];
}
