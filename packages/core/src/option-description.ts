/** What an option of a scheme is: for its help, for completion, for a form. */
export interface OptionDescription {
  /** What a value is. A "list" has texts; a "callback" only a program can give. */
  readonly type: "text" | "boolean" | "number" | "list" | "date" | "object" | "callback";
  /** The texts that it may be, or that a list is made of. Absent: they are too many. */
  readonly values?: readonly string[];
  /** What holds where nobody gives it. Absent: nothing does. */
  readonly default?: string | number | boolean | readonly string[];
  /** What it does: a phrase without "." at the end. */
  readonly summary: string;
  /** The rule behind it, as "RFC 4217". */
  readonly cite?: string;
}

/** The options of a scheme by name. */
export type OptionDescriptions = Readonly<Record<string, OptionDescription>>;
