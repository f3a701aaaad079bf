export { type AnyScheme, createAnyurl } from "./create-anyurl.ts";
export * from "./scheme-exports.ts";
export { SCHEMES } from "./schemes.ts";
