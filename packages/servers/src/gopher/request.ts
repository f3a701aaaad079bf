/** The parts of a request line: selector [ HT words ] [ HT gopher+_string [ HT dataFlag ] ]. */
export interface GopherRequest {
  readonly selector: string;
  /** `undefined` if the field is missing. */
  readonly words: string | undefined;
  /** "+", "+<view>", "!…" or "$…"; `undefined`: a plain request. */
  readonly plus: string | undefined;
  /** The lines of a form, with dots restored; `undefined` if no data was announced. */
  readonly data: readonly string[] | undefined;
}

/** The selector of the word search. */
export const SEARCH_SELECTOR = "/search";

/**
 * Parses a request line. Only an index server has words before the gopher+ string (Gopher+ §2.4). For any other item,
 * RFC 4266 §2.4 has an empty field there, and Gopher+ has none.
 */
export function parseRequest(line: string, data: readonly string[] | undefined): GopherRequest {
  const [selector = "", first, second] = line.split("\t");
  if (selector === SEARCH_SELECTOR) return { selector, words: first, plus: parsePlusField(second), data };
  const plus = first === "" ? parsePlusField(second) : parsePlusField(first);
  return { selector, words: plus === undefined ? first : undefined, plus, data };
}

/** Returns whether a data block follows the line. */
export function announcesData(line: string): boolean {
  const [selector, first, ...rest] = line.split("\t");
  const [plus, flag] = selector === SEARCH_SELECTOR || first === "" ? rest : [first, rest[0]];
  return flag === "1" && parsePlusField(plus) !== undefined;
}

function parsePlusField(field: string | undefined): string | undefined {
  return field !== undefined && /^[+!$]/.test(field) ? field : undefined;
}
