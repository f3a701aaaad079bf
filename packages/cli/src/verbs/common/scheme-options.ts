import { getOptionSet, readOptionText } from "@anyurl/core";
import { displayText, type Registry } from "anyurl";
import { UsageError } from "../../errors.ts";

/** The flag for scheme options. Its value may be a password or a token. */
export const SCHEME_OPTION = "--option";

/** A scheme option from the command line: `name=value`, or `scheme.name=value`. */
export interface GivenOption {
  /** If absent, the option belongs to the only scheme that has it. */
  readonly scheme: string | undefined;
  readonly name: string;
  readonly value: string;
}

/** The name of a scheme can have dots, that of an option cannot (RFC 3986 §3.1). */
const FORM = /^(?:([a-z][a-z0-9+.-]*)\.)?([A-Za-z][A-Za-z0-9_-]*)=(.*)$/s;

/** Parses `name=value`. Returns `undefined` if the text has another form. */
export function parseSchemeOption(text: string): GivenOption | undefined {
  const [, scheme, name, value] = FORM.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { scheme, name, value };
}

/**
 * Reads options by scheme, in the form that a client takes. A repeated list option adds to its list.
 *
 * @throws {UsageError} several schemes have an option that names none of them; the scheme is unknown.
 * @throws {AccessError} bad-option: the scheme does not have the option, or the text is not a value of it.
 */
export function schemeOptions(
  given: readonly GivenOption[] = [],
  schemes: readonly string[],
  urls: Pick<Registry, "scheme">,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const texts = new Map<string, Map<string, string[]>>();
  for (const { name, value, scheme = findScheme(name, schemes, urls) } of given) {
    const options = texts.get(scheme) ?? new Map<string, string[]>();
    texts.set(scheme, options.set(name, [...(options.get(name) ?? []), value]));
  }
  return Object.fromEntries(
    [...texts].map(([name, options]) => {
      const scheme = urls.scheme(name);
      if (scheme === undefined)
        throw new UsageError(`--option: unknown scheme "${name}"`, "run anyurl schemes for a list");
      const set = getOptionSet(scheme);
      return [
        name,
        Object.fromEntries([...options].map(([each, all]) => [each, readOptionText(set, each, all)])),
      ];
    }),
  );
}

/** Returns the options that schemes declare with a value of their own for the command. */
export function commandDefaults(
  schemes: readonly string[],
  urls: Pick<Registry, "scheme">,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return Object.fromEntries(
    schemes.flatMap((name) => {
      const scheme = urls.scheme(name);
      if (scheme === undefined) return [];
      const declared = Object.entries(getOptionSet(scheme).declarations as Declarations);
      const set = declared.flatMap(([option, { commandDefault }]) =>
        commandDefault === undefined ? [] : [[option, commandDefault()]],
      );
      return set.length === 0 ? [] : [[name, Object.fromEntries(set)]];
    }),
  );
}

type Declarations = Readonly<Record<string, { readonly commandDefault?: () => unknown }>>;

/** Returns the only scheme that has an option; the first scheme if none has it. */
function findScheme(name: string, schemes: readonly string[], urls: Pick<Registry, "scheme">): string {
  const all = [...new Set(schemes)];
  const [first = all[0] ?? "", ...others] = all.filter((each) => hasOption(each, name, urls));
  if (others.length === 0) return first;
  throw new UsageError(
    `--option ${displayText(name)} is ambiguous: it can be for ${[first, ...others].join(" or ")}`,
    `add the scheme, for example ${first}.${displayText(name)}=…`,
  );
}

function hasOption(schemeName: string, name: string, urls: Pick<Registry, "scheme">): boolean {
  const scheme = urls.scheme(schemeName);
  return scheme !== undefined && Object.hasOwn(getOptionSet(scheme).declarations, name);
}
