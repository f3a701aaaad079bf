import type { Io } from "../io.ts";
import { LANGUAGES } from "../language.ts";
import { COLOR_CHOICES } from "../render/style.ts";

/**
 * A command of `anyurl`. The command line, help, completion, man page, and the tables of the README are made from its
 * declaration.
 */
export interface Verb {
  /** The text at the top of its help. Default: the summary in the list of commands. */
  readonly description?: string;
  readonly args: readonly Argument[];
  readonly options: Options;
  /** Command lines. The first one is in the README. */
  readonly examples: readonly string[];
  /** Whether it opens URLs. It then gets all schemes to which a redirect can lead. */
  readonly opens?: true;
  /** Whether the user chooses further URLs while it runs. It then gets all schemes. */
  readonly visits?: true;
  /** Whether it gets its URLs as they were typed. The others get valid URLs: what people type is converted first. */
  readonly verbatim?: true;
  /** Whether it loads the config and the schemes itself, because it must work with an invalid config. */
  readonly loadsConfig?: true;
  /**
   * Runs the command. A number is the exit status.
   *
   * @param verbs all commands, for help and completion.
   */
  run(args: readonly any[], options: any, io: Io, verbs: readonly ListedVerb[]): Promise<unknown>;
}

/** A command in the list of all commands. */
export interface ListedVerb {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Loads the rest: all commands together take longer to load than most commands run. */
  load(): Promise<{ readonly verb: Verb }>;
}

/** What can complete a word on a command line. */
type Completion = "url" | "file" | "scheme" | "scheme-option" | "field" | "command";

export interface Argument {
  /** `<required>`, `[optional]`, `<several...>`, or `[any...]`. Several are the last argument, or the first of two. */
  readonly usage: `<${string}>` | `[${string}]`;
  readonly description?: string;
  readonly completes?: readonly Completion[];
  readonly choices?: readonly string[];
}

/** The options of a command, by the names that its program uses: `remoteName` is `--remote-name`. */
export type Options = Readonly<Record<string, VerbOption>>;

export interface VerbOption {
  readonly description: string;
  /** The one-letter name. */
  readonly short?: string;
  /** The name of its value; without it, the option is a switch. */
  readonly value?: `<${string}>` | `[${string}]`;
  /** The option is `--no-NAME`, and the value without it is true. */
  readonly negated?: true;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /**
   * Converts the text of the value.
   *
   * @param before the value so far, if the option is repeated.
   * @throws {InvalidArgumentError}
   */
  readonly parse?: (text: string, before?: any) => unknown;
  readonly completes?: readonly Completion[];
  /** Some of the possible values, for completion. */
  readonly suggestions?: readonly string[];
  /** The heading in help. Default: "Options". */
  readonly group?: string;
}

/** The values that a program gets for its declared arguments. */
export type ArgumentValues<A extends readonly Argument[]> = {
  readonly [I in keyof A]: A[I]["usage"] extends `${string}...${string}`
    ? readonly string[]
    : A[I]["usage"] extends `<${string}`
      ? string
      : string | undefined;
};

/** The values that a program gets for its declared options. */
export type OptionValues<O extends Options> = {
  readonly [N in keyof O as O[N] extends AlwaysSet ? N : never]: OptionValue<O[N]>;
} & {
  readonly [N in keyof O as O[N] extends AlwaysSet ? never : N]?: OptionValue<O[N]>;
};

/** The values that the program of a command gets for its options. */
export type VerbOptions<O extends Options> = OptionValues<O & typeof COMMON_OPTIONS>;

type AlwaysSet = { readonly default: string | number } | { readonly negated: true };

type OptionValue<D extends VerbOption> = D extends { readonly parse: (...args: never) => infer V }
  ? V
  : D extends { readonly choices: readonly (infer V)[] }
    ? V
    : D extends { readonly value: `<${string}` }
      ? string
      : D extends { readonly value: string }
        ? string | true
        : boolean;

/** Declares a command. The types of `run`'s parameters follow from its arguments and options. */
export function defineVerb<const A extends readonly Argument[], const O extends Options>(
  verb: Omit<Verb, "args" | "options" | "run"> & {
    readonly args: A;
    readonly options: O;
    run(
      args: ArgumentValues<A>,
      options: VerbOptions<O>,
      io: Io,
      verbs: readonly ListedVerb[],
    ): Promise<unknown>;
  },
): Verb {
  return verb;
}

/** Declares options that several commands have, with a heading of their own in help. */
export function defineOptions<const O extends Options>(group: string, options: O): O {
  return Object.fromEntries(
    Object.entries(options).map(([name, declaration]) => [name, { ...declaration, group }]),
  ) as Options as O;
}

/** The options of every command. */
export const COMMON_OPTIONS = defineOptions("Common options", {
  json: { description: "print JSON" },
  quiet: { short: "q", description: "hide warnings and progress" },
  strict: { description: "accept only valid URLs, and do not convert what people type" },
  color: { value: "<when>", choices: COLOR_CHOICES, description: "when to use color (default: auto)" },
  noColor: { description: "disable color, as NO_COLOR does" },
  lang: {
    value: "<language>",
    choices: LANGUAGES,
    description: "language of messages (default: that of LC_ALL, LC_MESSAGES, or LANG)",
  },
  config: {
    value: "<file>",
    description: 'config file, or a directory with a config file ("" for none)',
    completes: ["file"],
  },
});

/** Returns the long flag of an option: `--remote-name`, `--no-color`. */
export function formatFlag(name: string, { negated }: VerbOption): string {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return negated === true ? `--no-${words}` : `--${words}`;
}

/** Returns the flags that print help: only the long one if `-h` is another option of the command, as in ls. */
export function formatHelpFlags(options: Options): string {
  const isTaken = Object.values(options).some(({ short }) => short === "h");
  return isTaken ? "--help" : "-h, --help";
}

/** Returns the flags of an option as help shows them: `-o, --output <file>`. */
export function formatFlags(name: string, option: VerbOption): string {
  const { short, value } = option;
  const flag = formatFlag(name, option);
  return `${short === undefined ? "" : `-${short}, `}${flag}${value === undefined ? "" : ` ${value}`}`;
}
