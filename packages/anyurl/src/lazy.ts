export { type Anyurl, anyurlOf, type OpeningOptions } from "./anyurl-of.ts";
export { SCHEME_LOADERS } from "./scheme-loaders.ts";
