/*
 * An option is declared once, as plain data. Its types, its default, its checks, how it is read from text, and its
 * documentation follow from the declaration.
 */

interface Declared {
  /** What it does: a phrase without a final period. */
  readonly description: string;
  /** The rule that defines it, for example "RFC 4217". */
  readonly rule?: string;
  /** Another option that must be set too. */
  readonly requires?: string;
  /** Must a caller give it? Default false. */
  readonly required?: boolean;
  /** The letter of a command-line option for it, if other programs have established one: "H" for `-H`. */
  readonly flag?: string;
  /** The value that the command sets unless its user does, if that depends on the runtime. */
  readonly commandDefault?: () => unknown;
}

/** Checks a value beyond its type, and converts it. */
interface Checked<T> {
  /**
   * Returns the value that the program reads, or `undefined` if the given value is not valid. It may throw instead: an
   * OptionValueError says what was expected.
   */
  readonly read?: (value: T) => unknown;
  /** What a valid value is, for errors and documentation: "a host name". Default: by the type. */
  readonly expected?: string;
}

interface BooleanOption extends Declared {
  readonly type: "boolean";
  readonly default?: boolean;
}

interface StringOption extends Declared, Checked<string> {
  readonly type: "string";
  readonly default?: string;
}

interface ChoiceOption extends Declared {
  readonly type: "choice";
  readonly choices: readonly string[];
  readonly default?: string;
  /** A program can also give a function of this type: `undefined as Type | undefined`. */
  readonly orFunction?: unknown;
}

/** "integer": a count. "bytes": a size. "duration": milliseconds. A "number" or "duration" can have a fraction. */
export interface NumberOption extends Declared, Checked<number> {
  readonly type: "integer" | "number" | "duration" | "bytes";
  readonly default?: number;
  /** The smallest valid number. Default 0. */
  readonly min?: number;
  /** The largest valid number. Default: the largest safe integer. */
  readonly max?: number;
  /** Is Infinity valid as well? Default false. */
  readonly unlimited?: boolean;
}

/** Given as a Date, or as text: ISO 8601 in UTC, or an HTTP date (RFC 9110 §5.6.7). */
interface DateOption extends Declared, Checked<Date> {
  readonly type: "date";
  readonly default?: string;
}

/** Strings. One string stands for a list of one. */
export interface ListOption extends Declared, Checked<readonly string[]> {
  readonly type: "list";
  readonly choices?: readonly string[];
  readonly default?: readonly string[];
  /** The maximum number of items. */
  readonly maxItems?: number;
  /** Separates the items in a text. Default ",". */
  readonly separator?: string;
}

/** A function or an object, which only a program can give. It is passed on unchanged. */
export interface ReferenceOption extends Declared, Pick<Checked<never>, "expected"> {
  readonly type: "function" | "object";
  /** Its type: `undefined as Type | undefined`. */
  readonly as?: unknown;
  /** The methods that an object must have. Default: none. */
  readonly methods?: readonly string[];
}

/** Another value. `read` checks it; its return type is the type of the option. */
export interface ValueOption extends Declared, Checked<unknown> {
  readonly type: "value";
  readonly read: (value: unknown) => unknown;
  readonly expected: string;
  readonly default?: unknown;
  /** The type that a caller may give, if it differs from that of the option: `undefined as Type | undefined`. */
  readonly as?: unknown;
  /** Joins the texts of an option that is repeated on the command line. Default: it cannot be repeated. */
  readonly separator?: string;
  /** Parses a text, for the command line. Returns `undefined` if the text is not valid. Default: as JSON. */
  readonly fromText?: (text: string) => unknown;
  /** Only a program can give the value, as with a function. Default false. */
  readonly programOnly?: boolean;
}

/** Options inside of an option. */
interface GroupOption extends Declared {
  readonly type: "group";
  readonly options: OptionDeclarations;
}

export type OptionDeclaration =
  | BooleanOption
  | StringOption
  | ChoiceOption
  | NumberOption
  | DateOption
  | ListOption
  | ReferenceOption
  | ValueOption
  | GroupOption;

/** Declarations by the name of the option. Define them `as const`, so that choices and defaults keep their types. */
export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

/** A set of options: of a scheme, a client, or a call. Plain data. */
export interface OptionSet<D extends OptionDeclarations = any> {
  /** Whose options they are, in errors: "ftp". */
  readonly name: string;
  readonly declarations: D;
  /** The values of a caller that gives none. */
  readonly defaults: ResolvedDeclarations<D>;
}

/** The type of the values that a caller may give. */
export type OptionsInput<S> =
  IsAny<S> extends true ? AnyOptions : S extends OptionSet<infer D> ? DeclaredInput<D> : never;

/** The type of the values that the program reads: checked, and with defaults. */
export type ResolvedOptions<S> =
  IsAny<S> extends true ? AnyOptions : S extends OptionSet<infer D> ? ResolvedDeclarations<D> : never;

type AnyOptions = Readonly<Record<string, any>>;
type IsAny<T> = 0 extends 1 & T ? true : false;

type DeclaredInput<D> =
  IsAny<D> extends true
    ? AnyOptions
    : [RequiredNames<D>] extends [never]
      ? { readonly [Name in keyof D]?: InputValue<D[Name]> | undefined }
      : { readonly [Name in RequiredNames<D>]: InputValue<D[Name]> } & {
          readonly [Name in Exclude<keyof D, RequiredNames<D>>]?: InputValue<D[Name]> | undefined;
        };

type RequiredNames<D> = {
  [Name in keyof D]: D[Name] extends { readonly required: true } ? Name : never;
}[keyof D];

type ResolvedDeclarations<D> =
  IsAny<D> extends true
    ? AnyOptions
    : { readonly [Name in keyof D]: ResolvedValue<D[Name]> | MissingValue<D[Name]> };

/** `undefined` for an option that may be missing. */
type MissingValue<O> = O extends
  | { readonly default: unknown }
  | { readonly required: true }
  | { readonly type: "group" }
  ? never
  : undefined;

type InputValue<O> = O extends { readonly type: "list"; readonly choices: readonly (infer Choice)[] }
  ? Choice | readonly Choice[]
  : O extends { readonly type: "list" }
    ? string | readonly string[]
    : O extends { readonly type: "date" }
      ? Date | string
      : O extends { readonly type: "value"; readonly as: infer T }
        ? NonNullable<T>
        : O extends { readonly type: "value"; readonly read: (value: any) => infer T }
          ? NonNullable<T>
          : O extends { readonly type: "group"; readonly options: infer D }
            ? DeclaredInput<D>
            : BaseValue<O>;

type ResolvedValue<O> = O extends { readonly type: "group"; readonly options: infer D }
  ? ResolvedDeclarations<D>
  : O extends { readonly read: (value: any) => infer T }
    ? NonNullable<T>
    : O extends { readonly type: "list"; readonly choices: readonly (infer Choice)[] }
      ? readonly Choice[]
      : O extends { readonly type: "list" }
        ? readonly string[]
        : O extends { readonly type: "date" }
          ? Date
          : BaseValue<O>;

type BaseValue<O> = O extends { readonly type: "boolean" }
  ? boolean
  : O extends { readonly type: "string" }
    ? string
    : O extends { readonly type: "choice"; readonly choices: readonly (infer Choice)[] }
      ? Choice | (O extends { readonly orFunction: infer F } ? NonNullable<F> : never)
      : O extends { readonly type: NumberOption["type"] }
        ? number
        : O extends { readonly type: ReferenceOption["type"]; readonly as: infer F }
          ? NonNullable<F>
          : O extends { readonly type: "object" }
            ? object
            : (...args: any[]) => unknown;
