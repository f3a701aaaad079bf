/*
 * Which U-labels are shown. A small form of the profile "Highly Restrictive" of UTS #39 §5.2, on its safe side: what is
 * refused here is still looked up, and shown as an A-label.
 */

/** The scripts of today's languages (UAX #31, table 5). */
const RECOMMENDED = [
  ..."Arabic,Armenian,Bengali,Bopomofo,Cyrillic,Devanagari,Ethiopic,Georgian,Greek,Gujarati,Gurmukhi".split(
    ",",
  ),
  ..."Han,Hangul,Hebrew,Hiragana,Kannada,Katakana,Khmer,Lao,Latin,Malayalam,Myanmar,Oriya".split(","),
  ..."Sinhala,Tamil,Telugu,Thaana,Thai,Tibetan".split(","),
];

/** The scripts that Chinese, Japanese and Korean are written in together. */
const TOGETHER = [
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Hangul"],
];

/** Labels that are all of one script, or of scripts that go together, and what all scripts share. */
const SCRIPTS: readonly RegExp[] = [...RECOMMENDED.map((script) => [script]), ...TOGETHER].map(
  (scripts) =>
    new RegExp(
      `^[${[...scripts, "Common", "Inherited"].map((script) => `\\p{scx=${script}}`).join("")}]+$`,
      "u",
    ),
);

/** No symbols, no joiners; what else is invisible, UTS #46 has dropped or refused. */
const LETTERS = /^[\p{L}\p{M}\p{Nd}_・-]+$/u;

/** Marks that compose with no letter here, letters of phoneticians, and other doubles of plain letters and of points. */
const DOUBLES =
  /[\u0300-\u036f\u01c0-\u01c3\u1d00-\u1dbf\u3033-\u3035\ua720-\ua7ff\uab30-\uab6f]|(?![ɓɔɖɗəɛɣɨɲʃʊʋʒ])[\u0250-\u02ff]/u;

/** Letters of Japanese that are a slash, a dot or a dash when nothing around them is Japanese. */
const STROKES =
  /(?<![\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}])[ノソゾンー一丶丿ヽ・](?![\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}])/u;

/** Whole words of Cyrillic, Greek or Armenian letters that each have a Latin double. */
const LATIN_IN_DISGUISE = [
  /^[аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ0-9_-]+$/u,
  /^[αβγηικνορσςτυχω0-9_-]+$/u,
  /^[ագզէլհյոսւօ0-9_-]+$/u,
];

/**
 * Can nobody take this U-label for another one?
 *
 * @param underIdn is the top label international, too? Then a word of letters with Latin doubles is at home.
 */
export function isPlainLabel(label: string, underIdn: boolean): boolean {
  return (
    LETTERS.test(label) &&
    SCRIPTS.some((script) => script.test(label)) &&
    !DOUBLES.test(label) &&
    !STROKES.test(label) &&
    // Digits of two systems: some have the shape of another digit.
    !(/[0-9]/.test(label) && /(?![0-9])\p{Nd}/u.test(label)) &&
    (underIdn || !LATIN_IN_DISGUISE.some((letters) => letters.test(label)))
  );
}
