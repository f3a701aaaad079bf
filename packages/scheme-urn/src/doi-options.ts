import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  resolve: {
    type: "boolean",
    default: false,
    description: "open the resource that the resolver of DOI names redirects to",
    rule: "ISO 26324",
  },
  resolver: {
    type: "string",
    default: "https://doi.org/" as string,
    read: (value: string): string | undefined => (RESOLVER.test(value) ? value : undefined),
    expected: 'an http or https URL that ends with "/"',
    description: "the resolver of DOI names; the name is appended",
    rule: "ISO 26324",
  },
} as const;

/** Its scheme and its server are the caller's: a name is only appended to the path. */
const RESOLVER = /^https?:\/\/[^\s/?#]+\/(?:[^\s?#]*\/)?$/i;

/** The options of doi, and of info for its namespace doi. */
export const doiOptions: OptionSet<typeof DECLARATIONS> = defineOptions("doi", DECLARATIONS);
export const infoOptions: OptionSet<typeof DECLARATIONS> = defineOptions("info", DECLARATIONS);

export type DoiOptions = OptionsInput<typeof doiOptions>;
export type DoiSettings = ResolvedOptions<typeof doiOptions>;
