/** The languages of the messages. */
export const LANGUAGE_TAGS = ["en", "es", "fr"] as const;

export type LanguageTag = (typeof LANGUAGE_TAGS)[number];

export function isLanguageTag(text: string): text is LanguageTag {
  return (LANGUAGE_TAGS as readonly string[]).includes(text);
}

/**
 * Returns the language of a process: the first nonempty variable of LC_ALL, LC_MESSAGES, and LANG decides (POSIX, Base
 * Definitions §8.2). "en" without one, and for any other language.
 */
export function chooseLanguage(env: Readonly<Record<string, string | undefined>>): LanguageTag {
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value);
  return readTag(locale ?? "") ?? "en";
}

/** Returns the best language of an `Accept-Language` field (RFC 9110 §12.5.4, RFC 4647 §3.4). "en" without a match. */
export function negotiateLanguage(field: string | null | undefined): LanguageTag {
  let best: LanguageTag = "en";
  let highest = 0;
  for (const range of (field ?? "").slice(0, MAX_FIELD_LENGTH).split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameters[0] ?? "q=1")?.[1];
    const tag = name === "*" ? "en" : readTag(name);
    if (tag === undefined || weight === undefined || Number(weight) <= highest) continue;
    best = tag;
    highest = Number(weight);
  }
  return best;
}

/** Maximum length of the field that is read, in characters. */
const MAX_FIELD_LENGTH = 1024;

/** Reads the language of `es`, `es-MX`, or `es_MX.UTF-8`. */
function readTag(text: string): LanguageTag | undefined {
  const language = /^[A-Za-z]+(?![A-Za-z])/.exec(text)?.[0].toLowerCase() ?? "";
  return isLanguageTag(language) ? language : undefined;
}
