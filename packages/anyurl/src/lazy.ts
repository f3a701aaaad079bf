export { type Anyurl, anyurlOf, type OpeningOptions } from "./create-anyurl-from.ts";
export { SCHEME_LOADERS } from "./scheme-loaders.ts";
