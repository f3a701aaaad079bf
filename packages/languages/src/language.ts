import type { LanguageTag } from "./choose.ts";

/** A language of the messages. */
export interface Language {
  readonly tag: LanguageTag;
  /**
   * Translates an English message. Returns it unchanged if there is no translation. A translation contains no control
   * characters except those of the message.
   */
  readonly say: (english: string) => string;
  /** Says what an error code means, for an error whose message has no translation. `undefined` for an unknown code. */
  readonly explain: (code: string) => string | undefined;
}

/** The language of the sources, which translates nothing. */
export const ENGLISH: Language = { tag: "en", say: (english) => english, explain: () => undefined };

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
  return {
    tag,
    say: createTranslator(tag, catalogue),
    explain: (code) => (Object.hasOwn(codes, code) ? codes[code] : undefined),
  };
}
