import { defineScheme, type Scheme } from "@anyurl/core";
import { doiOptions } from "../doi-options.ts";
import { planDoi } from "../doi-resolver.ts";
import { describe } from "./describe.ts";
import { check, type DoiInit, type DoiParts, format, identify, normalize, parse } from "./syntax.ts";

/** `doi:`, a DOI name (ISO 26324). */
export const doi: Scheme<"doi", DoiParts, DoiInit, typeof import("./access.ts"), typeof doiOptions> =
  defineScheme({
    name: "doi",
    cite: ["ISO 26324"],
    check,
    parse,
    format,
    fields: ["prefix", "suffix", "fragment"],
    normalize,
    // Only `normalize` knows which escapes can be decoded: "%2F" too, because the suffix can contain slashes.
    keepEscapes: true,
    identify,
    describe,
    plan: ({ parts }, operation = "get", options = doiOptions.defaults) =>
      planDoi("doi", parts, operation, options),
    inText: () => true,
    presentation: { view: ({ parts }) => ({ title: `${parts.prefix}/${parts.suffix}` }) },
    examples: [
      { url: "doi:10.1000/182", title: "the DOI Handbook" },
      {
        url: "doi:10.1002/(SICI)1522-2594(199911)42:5%3C952::AID-MRM16%3E3.0.CO;2-S",
        title: "an article, with escapes in its name",
      },
    ],
    options: doiOptions,
    // Loaded on first use, so that parsing a URL does not load it.
    access: () => import("./access.ts"),
  });
