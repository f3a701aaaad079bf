import { defineScheme, type Scheme } from "@anyurl/core";
import { infoOptions } from "../doi-options.ts";
import { planDoi } from "../doi-resolver.ts";
import { describe } from "./describe.ts";
import { requireDoi } from "./require-doi.ts";
import { check, format, type InfoInit, type InfoParts, identify, normalize, parse } from "./syntax.ts";

/** `info:` (RFC 4452). */
export const info: Scheme<"info", InfoParts, InfoInit, typeof import("./access.ts"), typeof infoOptions> =
  defineScheme({
    name: "info",
    cite: ["RFC 4452"],
    check,
    parse,
    format,
    fields: ["namespace", "identifier", "name", "fragment"],
    normalize,
    identify,
    describe,
    plan: (url, operation = "get", options = infoOptions.defaults) =>
      planDoi("info", requireDoi(url), operation, options),
    inText: ({ parts }) => parts.name !== undefined,
    presentation: { view: ({ parts }) => ({ title: parts.identifier }) },
    examples: [
      { url: "info:doi/10.1000/182", title: "a DOI name" },
      { url: "info:ddc/22/eng//004.678", title: "a class of the Dewey Decimal Classification" },
      { url: "info:lccn/2002022641", title: "a number of the Library of Congress" },
    ],
    options: infoOptions,
    // Loaded on first use, so that parsing a URL does not load it.
    access: () => import("./access.ts"),
  });
