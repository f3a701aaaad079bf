import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { formatMediaType } from "./media-type.ts";
import { dataOptions } from "./options.ts";
import { dataSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  type DataInit,
  type DataParts,
  type DataUrl,
  findRanges,
  format,
  normalize,
  parse,
  readMediaType,
} from "./syntax.ts";

export { type DataMediaType, type DataParameter, formatMediaType } from "./media-type.ts";
export type { DataOptions } from "./options.ts";
export type { DataInit, DataParts, DataUrl } from "./syntax.ts";

/** `data:` (RFC 2397). */
export const data: Scheme<"data", DataParts, DataInit, typeof import("./access.ts"), typeof dataOptions> =
  defineScheme({
    name: dataSyntax.names,
    cite: ["RFC 2397", "RFC 2045 §5.1", "RFC 4648 §4"],
    check,
    parse,
    format,
    fields: ["type", "parameters", "base64", "data", "fragment"],
    normalize,
    // By RFC 1738, "%2C" is a comma, which would end the header.
    keepEscapes: true,
    describe,
    plan,
    examples: [
      { url: "data:,A%20brief%20note", title: "a text" },
      { url: "data:;charset=utf-8,caf%C3%A9", title: "a text in UTF-8" },
      { url: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", title: "an image in base64" },
      { url: "data:application/json,%7B%22a%22:1%7D", title: "a JSON document" },
    ],
    presentation: { view: describeView },
    options: dataOptions,
    // Loaded on first use, so that parsing a URL does not load it.
    access: () => import("./access.ts"),
  });

/** The type is the title: the content has no name. The URL is the content. */
function describeView(url: DataUrl): { readonly title: string; readonly immutable: true } {
  return { title: formatMediaType(readMediaType(url, findRanges(url))), immutable: true };
}
