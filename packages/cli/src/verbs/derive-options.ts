import {
  describeValues,
  isAccessError,
  type OptionDeclaration,
  type OptionDeclarations,
  type OptionSet,
  type OptionsInput,
  readOptionText,
  resolveOptions,
} from "@anyurl/core";
import { InvalidArgumentError } from "commander";
import type { VerbOption } from "./verb.ts";

/** The flag of an option that a library declares. What it does not say is as in that declaration. */
export interface DerivedFlag<Name extends string = string>
  extends Pick<VerbOption, "value" | "completes" | "suggestions" | "default"> {
  readonly description?: string;
  /** The name of the option, if it differs: the flag of a list has the singular. */
  readonly of?: Name;
}

/** Options of a command. {@link readDerived} returns their values. */
export type DerivedOptions<F> = {
  readonly [N in keyof F]: Omit<VerbOption, "parse"> & { readonly parse: (text: string) => unknown };
};

/**
 * Declares flags for options of a library, with their descriptions, values, and defaults. A duration is in seconds, or
 * has a unit. The flag of a list can be repeated.
 */
export function deriveOptions<
  D extends OptionDeclarations,
  const F extends Readonly<Record<string, DerivedFlag<keyof D & string>>>,
>(set: OptionSet<D>, flags: F): DerivedOptions<F> {
  return Object.fromEntries(
    Object.entries<DerivedFlag>(flags).map(([flag, { of: name = flag, ...own }]) => [
      flag,
      { ...deriveOption(set, name, own), ...own },
    ]),
  ) as unknown as DerivedOptions<F>;
}

function deriveOption(set: OptionSet, name: string, own: Pick<VerbOption, "default">): VerbOption {
  const declaration: OptionDeclaration = set.declarations[name];
  const { type, description } = declaration;
  if (type === "boolean") return { description };
  if (type === "choice") {
    const { choices, default: usual } = declaration;
    return { description, choices, ...(usual !== undefined && { default: usual }) };
  }
  return {
    description: description + (type === "list" ? " (repeatable)" : formatDefault(declaration, own)),
    parse: (text, before) => readFlag(set, name, text, before),
  };
}

function formatDefault(declaration: OptionDeclaration, own: Pick<VerbOption, "default">): string {
  const { default: usual } = declaration as { readonly default?: unknown };
  // Help shows a default of the command itself.
  if (own.default !== undefined) return "";
  if (typeof usual !== "string" && typeof usual !== "number") return "";
  return ` (default: ${declaration.type === "duration" ? Number(usual) / 1000 : usual})`;
}

function readFlag(set: OptionSet, name: string, text: string, before: unknown): unknown {
  const declaration: OptionDeclaration = set.declarations[name];
  const isSeconds = declaration.type === "duration" && /^[\d.]+$/.test(text);
  try {
    const value = readOptionText(set, name, [isSeconds ? `${text}s` : text]);
    const all = Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value;
    resolveOptions(set, { [name]: all });
    return all;
  } catch (error) {
    if (!isAccessError(error)) throw error;
    throw new InvalidArgumentError(
      declaration.type === "duration"
        ? "Expected a number of seconds, or a duration such as 500ms."
        : `Expected ${describeValues(declaration)}.`,
    );
  }
}

/** Returns the options of a library that derived flags set. */
export function readDerived<D extends OptionDeclarations>(
  _set: OptionSet<D>,
  flags: Readonly<Record<string, DerivedFlag>>,
  values: Readonly<Record<string, unknown>>,
): OptionsInput<OptionSet<D>> {
  const given = Object.entries(flags).filter(([flag]) => values[flag] !== undefined);
  return Object.fromEntries(given.map(([flag, { of: name = flag }]) => [name, values[flag]])) as OptionsInput<
    OptionSet<D>
  >;
}
