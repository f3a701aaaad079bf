export {
  chooseLanguage,
  isLanguageTag,
  LANGUAGE_TAGS,
  type LanguageTag,
  negotiateLanguage,
} from "./choose.ts";
export { ENGLISH, type Language, loadLanguage } from "./language.ts";
