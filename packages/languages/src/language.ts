import type { LanguageTag } from "./choose.ts";

/** A language of the messages. */
export interface Language {
  readonly tag: LanguageTag;
  /**
   * Translates an English message. Returns it unchanged if there is no translation. A translation contains no control
   * characters except those of the message.
   */
  readonly say: (english: string) => string;
  /** Translates the message of an error. Without a translation, what its code means is added. */
  readonly sayError: (code: string, message: string) => string;
}

/** The language of the sources, which translates nothing. */
export const ENGLISH: Language = { tag: "en", say: (english) => english, sayError: (_, message) => message };

/** Loads the messages of a language when it is first used. */
export async function loadLanguage(tag: LanguageTag): Promise<Language> {
  if (tag === "en") return ENGLISH;
  loaded[tag] ??= load(tag);
  return loaded[tag];
}

const loaded: Partial<Record<LanguageTag, Promise<Language>>> = {};

async function load(tag: Exclude<LanguageTag, "en">): Promise<Language> {
  const [{ createTranslator }, { catalogue, codes }] = await Promise.all([
    import("./translate.ts"),
    tag === "es" ? import("./es/index.ts") : import("./fr/index.ts"),
  ]);
  const say = createTranslator(tag, catalogue);
  return {
    tag,
    say,
    sayError(code, message) {
      const said = say(message);
      return said === message && Object.hasOwn(codes, code) ? `${codes[code]} (${said})` : said;
    },
  };
}
