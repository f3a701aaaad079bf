import type { SchemeSyntax } from "@anyurl/core";
import { check, parse, type WsName, type WsParts } from "./syntax.ts";

export type { WsParts, WsUrl } from "./syntax.ts";

/** What `createParser` needs of `ws:` and `wss:`: a bundler leaves out everything else of the scheme. */
export const wsSyntax: SchemeSyntax<WsName, WsParts> = { names: ["ws", "wss"], check, parse };
