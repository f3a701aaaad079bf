/** The graphic characters 0x40 to 0xFE of code page 037, the most usual one. */
const CP037 =
  " \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@'=\"" +
  "Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×" +
  "{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ";

const FIRST = 0x40;

/** Where the other code pages differ from 037: two hexadecimal digits and a character, for each difference. */
const DIFFERENCES = {
  "037": "",
  "273": "43{4AÄ4F!59~5AÜ5F^63[6Aö7C§A1ßB0¢B5@BA¬BB|C0äCC¦D0üDC}E0ÖEC\\FC]",
  "277": "47}4A#4F!5A¤5BÅ5F^67$6Aø70¦7BÆ7CØ80@9C{9E[9F]A1üB0¢BA¬BB|C0æD0åDC~",
  "278": "43{47}4A§4F!51`5A¤5BÅ5F^63#67$6Aö79é7BÄ7CÖ9F]A1üB0¢B5[BA¬BB|C0äCC¦D0åDC~EC@",
  "280": "44{48\\4A°4F!51]54}58~5Aé5F^6Aò79ù7B£7C§90[A1ìB0¢B1#B5@BA¬BB|C0àCD¦D0èDD`E0ç",
  "284": "49¦4A[5A]69#6Añ7BÑA1¨B0¢BA^BB!BD~",
  "285": "4A$5B£A1¯B0¢B1[BA^BC~",
  "297": "44@48\\4A°4F!51{54}5A§5F^6Aù79µ7B£7Cà90[A0`A1¨B0¢B1#B5]BA¬BB|BD~C0éD0èDD¦E0ç",
  "500": "4A[4F!5A]5F^B0¢BA¬BB|",
  "1047": "5F^AD[B0¬BAÝBB¨BD]",
  "1140": "9F€",
} as const;

export type CodePageName = keyof typeof DIFFERENCES;

/** EBCDIC code pages of the Latin-1 repertoire, by the numbers of IBM. */
export const CODE_PAGES: readonly CodePageName[] = (
  ["037", "273", "277", "278", "280", "284", "285", "297", "500", "1047", "1140"] as const
).slice();

/** One code page: the characters of the codes 0x40 to 0xFE. */
export interface CodePage {
  readonly name: CodePageName;
  /** Returns a character; `undefined` for a code that is not a graphic character. */
  decode(code: number): string | undefined;
  /** Returns a code; `undefined` if the code page does not have the character. */
  encode(character: string): number | undefined;
}

/** Creates the table of a code page. */
export function createCodePage(name: CodePageName): CodePage {
  const characters = [...CP037];
  for (const [, code = "", character = ""] of DIFFERENCES[name].matchAll(/([0-9A-F]{2})(.)/gu))
    characters[Number.parseInt(code, 16) - FIRST] = character;
  const codes = new Map(characters.map((character, at) => [character, at + FIRST]));
  return {
    name,
    decode: (code) => characters[code - FIRST],
    encode: (character) => codes.get(character),
  };
}

/** Lines and corners of the character set 310, which Graphic Escape selects. Its other characters are shown as "□". */
const GRAPHICS: ReadonlyMap<number, string> = new Map([
  [0x40, " "],
  [0x85, "│"],
  [0xa2, "─"],
  [0xa3, "•"],
  [0xbf, "─"],
  [0xc4, "└"],
  [0xc5, "┌"],
  [0xc6, "├"],
  [0xc7, "┴"],
  [0xd3, "┼"],
  [0xd4, "┘"],
  [0xd5, "┐"],
  [0xd6, "┤"],
  [0xd7, "┬"],
]);

/** Returns the character of a code after Graphic Escape. */
export function decodeGraphic(code: number): string {
  return GRAPHICS.get(code) ?? "□";
}
