/** A description of an option of a scheme: for help, completion, or a form. */
export interface OptionDescription {
  /** The type of a value. A "list" has strings; only a program can pass a "callback". */
  readonly type: "text" | "boolean" | "number" | "list" | "date" | "object" | "callback";
  /** The allowed strings, or those of a list. Absent: any. */
  readonly values?: readonly string[];
  /** The default. Absent: no default. */
  readonly default?: string | number | boolean | readonly string[];
  /** What it does: a phrase without a final period. */
  readonly summary: string;
  /** The rule that defines it, for example "RFC 4217". */
  readonly cite?: string;
}

/** The options of a scheme by name. */
export type OptionDescriptions = Readonly<Record<string, OptionDescription>>;
