/** A request line in its parts: selector [ HT words ] [ HT gopher+_string [ HT dataFlag ] ]. */
export interface GopherRequest {
  readonly selector: string;
  /** `undefined` where there is no such field. */
  readonly words: string | undefined;
  /** "+", "+<view>", "!…" or "$…"; `undefined`: a plain request. */
  readonly plus: string | undefined;
  /** The lines of a form, dots single again; `undefined` where no data were announced. */
  readonly data: readonly string[] | undefined;
}

/** The selector of the word search. */
export const SEARCH = "/search";

/**
 * Reads a request line. Only an index server has words in front of the gopher+ string (Gopher+ §2.4); of any
 * other item RFC 4266 §2.4 has an empty field there, and Gopher+ has none.
 */
export function requestOf(line: string, data: readonly string[] | undefined): GopherRequest {
  const [selector = "", first, second] = line.split("\t");
  if (selector === SEARCH) return { selector, words: first, plus: plusIn(second), data };
  const plus = first === "" ? plusIn(second) : plusIn(first);
  return { selector, words: plus === undefined ? first : undefined, plus, data };
}

/** Does a data block follow the line? */
export function announcesData(line: string): boolean {
  const [selector, first, ...rest] = line.split("\t");
  const [plus, flag] = selector === SEARCH || first === "" ? rest : [first, rest[0]];
  return flag === "1" && plusIn(plus) !== undefined;
}

function plusIn(field: string | undefined): string | undefined {
  return field !== undefined && /^[+!$]/.test(field) ? field : undefined;
}
