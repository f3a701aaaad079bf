/** Letters whose names begin with a vowel sound: "an FTP server". */
const VOWEL_SOUND_LETTERS = /^[aefhilmnorsx]/;

/**
 * Returns the indefinite article of a scheme's name. A name that begins with a word without vowels is spelled ("an sftp
 * URL", "an x-demo URL"); the sound of an initial "u" is most often that of "unique" ("a urn URL").
 */
export function findArticle(name: string): "a" | "an" {
  const [word = ""] = name.split(/[-+.0-9]/);
  const begins = /[aeiouy]/.test(word) ? /^[aeio]/ : VOWEL_SOUND_LETTERS;
  return begins.test(word) ? "an" : "a";
}
