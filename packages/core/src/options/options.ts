import { AccessError, type AccessErrorInit } from "../exchange/access-error.ts";
import type {
  OptionDeclaration,
  OptionDeclarations,
  OptionSet,
  OptionsInput,
  ResolvedOptions,
} from "./declaration.ts";
import { findNearest } from "./nearest.ts";
import { describeValues, isOptionValueError, readValue } from "./value.ts";

/**
 * Defines a set of options from their declarations.
 *
 * @param name whose options they are, in errors: "ftp".
 * The defaults are resolved on first use, so that a program which only parses URLs does not pay for them. They throw a
 * TypeError if one is not a valid value of its option, or if `requires` names no option.
 */
export function defineOptions<const D extends OptionDeclarations>(
  name: string,
  declarations: D,
): OptionSet<D> {
  let defaults: OptionSet<D>["defaults"] | undefined;
  return Object.freeze({
    name,
    declarations,
    get defaults() {
      defaults ??= resolveDefaults(name, declarations) as OptionSet<D>["defaults"];
      return defaults;
    },
  });
}

function resolveDefaults(name: string, declarations: OptionDeclarations): Readonly<Record<string, unknown>> {
  const defaults: Record<string, unknown> = {};
  for (const [option, declaration] of Object.entries(declarations)) {
    const { requires } = declaration;
    const usual = "default" in declaration ? declaration.default : undefined;
    if (declaration.type === "group")
      defaults[option] = resolveDefaults(`${name} ${option}`, declaration.options);
    else defaults[option] = usual === undefined ? undefined : readValue(declaration, usual);
    if (usual !== undefined && defaults[option] === undefined)
      throw new TypeError(
        `invalid default of the ${name} option ${option}: expected ${describeValues(declaration)}`,
      );
    if (requires !== undefined && !Object.hasOwn(declarations, requires))
      throw new TypeError(`the ${name} option ${option} requires ${requires}, which is not an option`);
  }
  return Object.freeze(defaults);
}

/**
 * Returns the values that a program reads: the given ones, checked and converted, and the defaults of the others. An
 * option that is `undefined` counts as not given.
 *
 * @param init properties of the error.
 * @throws {AccessError} bad-option: an unknown option, an invalid value, or a missing option that is required.
 */
export function resolveOptions<S extends OptionSet>(
  set: S,
  given?: OptionsInput<S> | Readonly<Record<string, unknown>>,
  init?: AccessErrorInit,
): ResolvedOptions<S> {
  return resolveDeclared(set, given === undefined ? NONE : given, "", init) as ResolvedOptions<S>;
}

const NONE: Readonly<Record<string, never>> = Object.freeze({});

/** @param path the names of the groups around: "retry.". */
function resolveDeclared(set: OptionSet, given: unknown, path: string, init?: AccessErrorInit): object {
  const { name, defaults } = set;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    const what = path === "" ? `${name} options` : `${name} option ${path.slice(0, -1)}`;
    throw new AccessError("bad-option", `invalid ${what}: expected an object`, init);
  }
  const names = Object.keys(given);
  const values = given as Readonly<Record<string, unknown>>;
  checkRequired(set, values, path, init);
  if (names.length === 0) return defaults;
  const resolved: Record<string, unknown> = { ...defaults };
  for (const option of names) {
    const declaration = findDeclaration(set, option, path, init);
    const value = values[option];
    if (value === undefined) continue;
    const { requires } = declaration;
    if (declaration.type === "group") {
      const group = { name, declarations: declaration.options, defaults: defaults[option] };
      resolved[option] = resolveDeclared(group, value, `${path}${option}.`, init);
      continue;
    }
    resolved[option] = resolveValue(set, path + option, declaration, value, init);
    if (requires !== undefined && (values[requires] ?? defaults[requires]) === undefined) {
      throw new AccessError(
        "bad-option",
        `the ${name} option ${path}${option} requires the option ${requires}`,
        {
          ...init,
          hint: `set ${path}${requires} too`,
        },
      );
    }
  }
  return Object.freeze(resolved);
}

function checkRequired(
  { name, declarations }: OptionSet,
  values: Readonly<Record<string, unknown>>,
  path: string,
  init?: AccessErrorInit,
): void {
  let required = REQUIRED.get(declarations);
  if (required === undefined) {
    required = Object.keys(declarations).filter((option) => declarations[option].required === true);
    REQUIRED.set(declarations, required);
  }
  const missing = required.find((option) => values[option] === undefined);
  if (missing === undefined) return;
  const expected = describeValues(declarations[missing]);
  throw new AccessError("bad-option", `missing ${name} option ${path}${missing}: expected ${expected}`, init);
}

/** The names of the required options by their declarations, filled on first use. */
const REQUIRED = new WeakMap<OptionDeclarations, readonly string[]>();

function resolveValue(
  set: OptionSet,
  option: string,
  declaration: OptionDeclaration,
  value: unknown,
  init?: AccessErrorInit,
): unknown {
  try {
    const resolved = readValue(declaration, value);
    if (resolved !== undefined) return resolved;
  } catch (error) {
    if (isOptionValueError(error)) throw optionError(set, option, error.expected, init);
    throw error;
  }
  throw invalidValueError(set, option, declaration, value, init);
}

/** Returns the declaration of an option. @throws {AccessError} bad-option: there is no such option. */
export function findDeclaration(
  { name, declarations }: OptionSet,
  option: string,
  path = "",
  init?: AccessErrorInit,
): OptionDeclaration {
  if (Object.hasOwn(declarations, option)) return declarations[option];
  const names = Object.keys(declarations);
  const nearest = findNearest(option, names);
  const hint =
    names.length === 0
      ? `remove it: ${name} has no options`
      : nearest === undefined
        ? `use one of: ${names.map((each) => path + each).join(", ")}`
        : `use ${path}${nearest}`;
  throw new AccessError("bad-option", `unknown ${name} option "${path}${option.slice(0, MAX_SHOWN)}"`, {
    ...init,
    hint,
  });
}

/** Creates the error for a value that does not fit, also for a rule that concerns several options. */
export function optionError(
  { name }: Pick<OptionSet, "name">,
  option: string,
  expected: string,
  init?: AccessErrorInit,
): AccessError {
  return new AccessError("bad-option", `invalid ${name} option ${option}: expected ${expected}`, init);
}

export function invalidValueError(
  set: OptionSet,
  option: string,
  declaration: OptionDeclaration,
  value: unknown,
  init?: AccessErrorInit,
): AccessError {
  const choices = "choices" in declaration ? (declaration.choices ?? []) : [];
  const nearest = typeof value === "string" && choices.length > 0 ? findNearest(value, choices) : undefined;
  return optionError(set, option + showValue(declaration, value), describeValues(declaration), {
    ...init,
    ...(nearest !== undefined && { hint: `use "${nearest}"` }),
  });
}

/** The length of a name or value in an error, in UTF-16 code units. */
const MAX_SHOWN = 60;

/** Types whose values are never secret. */
const SHOWN_TYPES: ReadonlySet<OptionDeclaration["type"]> = new Set([
  ...(["boolean", "choice", "integer", "number", "duration", "bytes", "date"] as const),
]);

function showValue({ type }: OptionDeclaration, value: unknown): string {
  if (!SHOWN_TYPES.has(type)) return "";
  if (typeof value === "string") return ` ${JSON.stringify(value.slice(0, MAX_SHOWN))}`;
  return typeof value === "number" || typeof value === "boolean" || value === null ? ` ${value}` : "";
}
