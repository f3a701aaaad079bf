/*
 * Which U-labels are shown. A conservative subset of the profile "Highly Restrictive" of UTS #39 §5.2: a label that is
 * rejected here is still looked up, and shown as an A-label.
 */

/** The scripts of modern languages (UAX #31, table 5). */
const RECOMMENDED = [
  ..."Arabic,Armenian,Bengali,Bopomofo,Cyrillic,Devanagari,Ethiopic,Georgian,Greek,Gujarati,Gurmukhi".split(
    ",",
  ),
  ..."Han,Hangul,Hebrew,Hiragana,Kannada,Katakana,Khmer,Lao,Latin,Malayalam,Myanmar,Oriya".split(","),
  ..."Sinhala,Tamil,Telugu,Thaana,Thai,Tibetan".split(","),
];

/** The scripts that are combined in Chinese, Japanese, and Korean. */
const COMBINABLE_SCRIPTS = [
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Hangul"],
];

/** Labels in one script, or in scripts that can be combined, plus characters common to all scripts. */
const SCRIPTS: readonly RegExp[] = [...RECOMMENDED.map((script) => [script]), ...COMBINABLE_SCRIPTS].map(
  (scripts) =>
    new RegExp(
      `^[${[...scripts, "Common", "Inherited"].map((script) => `\\p{scx=${script}}`).join("")}]+$`,
      "u",
    ),
);

/** No symbols and no joiners; UTS #46 has removed or rejected other invisible characters. */
const LETTERS = /^[\p{L}\p{M}\p{Nd}_・-]+$/u;

/** Marks that compose with no letter here, phonetic letters, and other look-alikes of plain letters and of points. */
const CONFUSABLE_LETTERS =
  /[\u0300-\u036f\u01c0-\u01c3\u1d00-\u1dbf\u3033-\u3035\ua720-\ua7ff\uab30-\uab6f]|(?![ɓɔɖɗəɛɣɨɲʃʊʋʒ])[\u0250-\u02ff]/u;

/** Japanese letters that look like a slash, a dot, or a dash between characters that are not Japanese. */
const JAPANESE_STROKES =
  /(?<![\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}])[ノソゾンー一丶丿ヽ・](?![\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}])/u;

/** Whole words of Cyrillic, Greek, or Armenian letters that each look like a Latin letter. */
const LATIN_LOOKALIKE_WORD = [
  /^[аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ0-9_-]+$/u,
  /^[αβγηικνορσςτυχω0-9_-]+$/u,
  /^[ագզէլհյոսւօ0-9_-]+$/u,
];

/**
 * Is it impossible to mistake this U-label for another one?
 *
 * @param underIdn is the top-level label international too? Then a word of Latin look-alikes is plausible.
 */
export function isSafeLabel(label: string, underIdn: boolean): boolean {
  return (
    LETTERS.test(label) &&
    SCRIPTS.some((script) => script.test(label)) &&
    !CONFUSABLE_LETTERS.test(label) &&
    !JAPANESE_STROKES.test(label) &&
    // Digits of two systems: some look like another digit.
    !(/[0-9]/.test(label) && /(?![0-9])\p{Nd}/u.test(label)) &&
    (underIdn || !LATIN_LOOKALIKE_WORD.some((letters) => letters.test(label)))
  );
}
