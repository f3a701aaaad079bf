export { cid } from "./cid/index.ts";
export type { CidInit, CidParts, CidUrl } from "./cid/syntax.ts";
export { mid } from "./mid/index.ts";
export type { MidInit, MidParts, MidUrl } from "./mid/syntax.ts";
export type { CidOptions, MessageReader, MessageStore, MidOptions } from "./options.ts";
