import type { Idna } from "@anyurl/core";
import { toAscii } from "./to-ascii.ts";
import { toUnicode } from "./to-unicode.ts";

export { toAscii, toUnicode };

/** Both directions, as the options of parseIri, iriToUri, displayIri, and hostDisplay. */
export const idna: Idna = { toAscii, toUnicode };
