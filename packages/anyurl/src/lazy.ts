export { type Anyurl, createAnyurlFrom, type OpenOptions } from "./create-anyurl-from.ts";
export { SCHEME_LOADERS } from "./scheme-loaders.ts";
