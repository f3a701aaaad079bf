/*
 * URLs as people type and paste them: RFC 1738 appendix, RFC 3986 §4.5 and appendix C. Strict parsing never uses this.
 */

export type { Change, ChangeCode } from "./changes.ts";
export type { LenientOptions, LocalFiles } from "./options.ts";
export { type LenientResult, parseLenient, type Suggestion, tryParseLenient } from "./parse-lenient.ts";
export { suggestUrls } from "./suggest.ts";
