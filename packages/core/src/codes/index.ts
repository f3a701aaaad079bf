/*
 * The codes of UrlSyntaxError and AccessError: what programs do with them, and what they mean to people. docs/errors.md is
 * written from these tables.
 */

export type { CodeFacts, CodeText } from "./code.ts";
export { describeError, type ErrorDescription, type ErrorWording, toOneLine } from "./describe-error.ts";
export { getCodeFacts, getCodeText, listCodes } from "./lookup.ts";
