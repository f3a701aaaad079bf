import { displayText } from "anyurl";
import { UsageError } from "../../errors.ts";

/** The flag for scheme options. Its value may be a password or a token. */
export const SCHEME_OPTION = "--option";

/** A scheme option from the command line: `name=value`, or `scheme.name=value`. */
export interface GivenOption {
  /** If absent, the option belongs to the only scheme. */
  readonly scheme: string | undefined;
  readonly name: string;
  readonly value: string | number | boolean;
}

const FORM = /^(?:([a-z][a-z0-9+-]*)\.)?([A-Za-z][A-Za-z0-9]*)=(.*)$/s;

/** Parses `name=value`. Returns `undefined` if the text has another form. */
export function parseSchemeOption(text: string): GivenOption | undefined {
  const [, scheme, name, value] = FORM.exec(text) ?? [];
  return name === undefined || value === undefined
    ? undefined
    : { scheme, name, value: parseOptionValue(value) };
}

function parseOptionValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/**
 * Groups options by scheme, in the form that a client takes. A repeated name becomes a list of values.
 *
 * @throws {UsageError} an option without a scheme is ambiguous, because there are several schemes.
 */
export function schemeOptions(
  given: readonly GivenOption[] = [],
  schemes: readonly string[],
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const all = new Map<string, Record<string, unknown>>();
  for (const { scheme = onlyScheme(schemes, given), name, value } of given) {
    const options = all.get(scheme) ?? (Object.create(null) as Record<string, unknown>);
    all.set(scheme, options);
    const before = options[name];
    options[name] = before === undefined ? value : [before, value].flat();
  }
  return Object.fromEntries(all);
}

function onlyScheme(schemes: readonly string[], given: readonly GivenOption[]): string {
  const [first = "", ...others] = new Set(schemes);
  if (others.length === 0) return first;
  const name = displayText(given.find(({ scheme }) => scheme === undefined)?.name ?? "");
  throw new UsageError(
    `--option ${name} is ambiguous: it can be for ${[first, ...others].join(" or ")}`,
    `add the scheme, for example ${first}.${name}=…`,
  );
}
