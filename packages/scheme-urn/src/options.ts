import {
  defineOptions,
  type OptionSet,
  type OptionsInput,
  OptionValueError,
  type ResolvedOptions,
} from "@anyurl/core";
import type { UrnParts } from "./syntax.ts";
import { readTemplate } from "./template.ts";

/** A URN to resolve. */
export interface ResolveRequest extends UrnParts {
  /** The URN without r-, q-, and f-component. */
  readonly urn: string;
  /** As written. */
  readonly fComponent: string | undefined;
}

/** Returns the URL of a resource; `undefined`: it knows no URL. */
export type UrnResolver = (request: ResolveRequest) => string | undefined | Promise<string | undefined>;

/** By namespace, in lower case, or "*" for all others: a URL template, or a function. */
export type UrnResolvers = Readonly<Record<string, string | UrnResolver>>;

const DECLARATIONS = {
  resolvers: {
    type: "value",
    default: {} as UrnResolvers,
    as: undefined as UrnResolvers | undefined,
    read: (value: unknown): UrnResolvers => readResolvers(value),
    expected: "an object with a URL template or a function for each namespace",
    description:
      'who resolves a URN, by namespace or "*": a template such as https://r.example/{nss}, with {urn}, {nid}, {nss}, {r}; or a function that returns a URL',
    rule: "RFC 8141 §2.3.1",
  },
} as const;

/** The options of urn. */
export const urnOptions: OptionSet<typeof DECLARATIONS> = defineOptions("urn", DECLARATIONS);

export type UrnOptions = OptionsInput<typeof urnOptions>;
export type UrnSettings = ResolvedOptions<typeof urnOptions>;

function readResolvers(value: unknown): UrnResolvers {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new OptionValueError(DECLARATIONS.resolvers.expected);
  for (const [nid, resolver] of Object.entries(value)) {
    if (nid !== nid.toLowerCase())
      throw new OptionValueError(`namespaces in lower case, such as "${nid.toLowerCase()}"`);
    if (typeof resolver !== "function" && readTemplate(resolver) === undefined)
      throw new OptionValueError(
        "URL templates with {urn}, {nid}, {nss}, {r}, or the same with {+…}, or functions",
      );
  }
  return Object.freeze({ ...value });
}
