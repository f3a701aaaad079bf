import { defineScheme, type Scheme } from "@anyurl/core";
import { cidOptions } from "../options.ts";
import { planCid } from "../plan.ts";
import { describe } from "./describe.ts";
import { type CidInit, type CidParts, check, format, normalize, parse } from "./syntax.ts";

/** `cid:` (RFC 2392). */
export const cid: Scheme<"cid", CidParts, CidInit, typeof import("./access.ts"), typeof cidOptions> =
  defineScheme({
    name: "cid",
    cite: ["RFC 2392", "RFC 2045", "RFC 2046", "RFC 2387"],
    check,
    parse,
    format,
    fields: ["contentId", "fragment"],
    normalize,
    // As for mid.
    keepEscapes: true,
    describe,
    plan: (_url, operation = "get", options = cidOptions.defaults) => planCid(operation, options),
    inText: ({ parts }) => parts.contentId.includes("@"),
    presentation: { served: false, view: ({ parts }) => ({ title: parts.contentId }) },
    examples: [
      { url: "cid:foo4*foo1@bar.net", title: "a part of the same message" },
      { url: "cid:image001.png@01D0.ABCD", title: "a picture" },
    ],
    options: cidOptions,
    access: () => import("./access.ts"),
  });
