/** A text of any length: its prefix, its repeated part, and its suffix. */
export type Shape = readonly [front: string, piece: string, back?: string];

/** Texts that try to cause more work than their length justifies. */
export const SHAPES: readonly Shape[] = [
  // An endless scheme, or only schemes.
  ...pieces("", ["a", "a:", "http:", "http://", "://", "javascript:", "1", "URL:", "www.", "a@b."]),
  // Paths.
  ...pieces("a:", [
    "a",
    "/",
    ".",
    "../",
    "./",
    "/..",
    "/.",
    "a/../",
    "/a/../..",
    "%41",
    "%2e/",
    "%2E%2e/",
    "/%2e.",
  ]),
  ...pieces("http://h", ["/a", "//", "/..", "/./", "/a/..", "/%2e%2E"]),
  ["http://h/", "a/", "../../../.."],
  // Valid and invalid escapes.
  ...pieces("http://h/", ["%C3%A9", "%ff", "%", "%4", "%zz", "%%41", "%00"]),
  // Authorities.
  ...pieces("http://", [
    "@",
    "a@",
    ":",
    "u:",
    "[",
    "]",
    "[::1]",
    "%41",
    "A",
    "a.",
    ".",
    "..",
    "1",
    "1.",
    "é",
    "//",
    "-",
  ]),
  ...pieces("http://[", [":", "::", "1:", "f", "1.", "v1.", "%25"]),
  ...pieces("http://h:", ["0", "1", ":"]),
  ["http://", "u:p", "@h/"],
  // Queries and fragments.
  ...pieces("http://h", ["?", "#", "?a", "#a"]),
  ...pieces("http://h/?", ["&", ";", "=", "a=b&", "+", "%26"]),
  ...pieces("a:", [";", "?", "#", "&", "=", "!", "~"]),
  // Characters that are not allowed in a URL.
  ...pieces("http://h/", [
    " ",
    "é",
    "\u{1f600}",
    "\ud800",
    "\udc00",
    "\\",
    "|",
    "\0",
    '"',
    "<",
    ">",
    "`",
    "^",
  ]),
  // Running text.
  ...pieces("", [
    "<",
    ">",
    "<URL:",
    "<a:",
    "<URL:http://h/",
    "((((",
    "))))",
    '"',
    "'",
    " ",
    "\n",
    "\t",
    "-\n",
    ".,",
    "é",
  ]),
  ...pieces("<URL:http://h/", ["-\n", "a\n", " ", "a-\n b", "<"]),
  ...pieces("", [
    "http://h ",
    "http://h/(",
    "(http://h/)",
    "http://h/,",
    "http://h.",
    'a:b"',
    "a:\n",
    "\ud800:",
    "é:é",
  ]),
];

/** Returns about `length` code units of a shape as a flat string, like a received one. */
export function repeatShape([front, piece, back = ""]: Shape, length: number): string {
  const times = Math.max(1, Math.round((length - front.length - back.length) / piece.length));
  return JSON.parse(JSON.stringify(front + piece.repeat(times) + back)) as string;
}

export function nameOf([front, piece, back]: Shape): string {
  return [front, piece, back]
    .map((each) => (each === undefined ? "" : JSON.stringify(each)))
    .join(" ")
    .trim();
}

function pieces(front: string, each: readonly string[]): readonly Shape[] {
  return each.map((piece) => [front, piece] as const);
}
