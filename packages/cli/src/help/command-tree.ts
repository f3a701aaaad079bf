import type { Scheme } from "anyurl";
import {
  COMMON_OPTIONS,
  formatFlag,
  formatHelpFlags,
  type ListedVerb,
  type VerbOption,
} from "../verbs/verb.ts";

/** What can complete a word; several kinds are alternatives. */
export interface CompletionKind {
  readonly files?: boolean;
  readonly urls?: boolean;
  /** `anyurl completion words` knows more. */
  readonly asks?: boolean;
  /** A short list of values. After a value that ends in "=", the user continues to type. */
  readonly values?: readonly string[];
}

export interface OptionNode {
  /** "-o", "--output". */
  readonly flags: readonly string[];
  readonly description: string;
  /** The name of its value: "file"; `undefined` for a flag. */
  readonly value: string | undefined;
  /** Whether the value can be omitted. */
  readonly optional: boolean;
  readonly wanted: CompletionKind;
}

export interface CommandNode {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionNode[];
  readonly wanted: CompletionKind;
}

/** All commands, options and URL prefixes. */
export interface CommandTree {
  readonly verbs: readonly CommandNode[];
  /** URL prefixes: "ftp://", "mailto:". */
  readonly urls: readonly string[];
}

/** Describes the command line as data for completion, from the commands and the options of the schemes. */
export async function describeCommands(
  verbs: readonly ListedVerb[],
  schemes: readonly (readonly [name: string, scheme: Scheme])[],
): Promise<CommandTree> {
  const known: Known = {
    command: verbs.map(({ name }) => name),
    scheme: schemes.map(([name]) => name),
  };
  return {
    verbs: await Promise.all(verbs.map((verb) => describeVerb(verb, known))),
    urls: schemes.map(([name, scheme]) => urlPrefix(name, scheme)),
  };
}

type Known = Readonly<Record<"command" | "scheme", readonly string[]>>;

async function describeVerb({ name, summary, load }: ListedVerb, known: Known): Promise<CommandNode> {
  const { args, options } = (await load()).verb;
  return {
    name,
    description: summary,
    options: [
      ...Object.entries<VerbOption>({ ...options, ...COMMON_OPTIONS }).map(([option, declaration]) =>
        describeOption(option, declaration, known),
      ),
      { ...HELP, flags: formatHelpFlags(options).split(", ") },
    ],
    wanted: completionKind(args, known),
  };
}

const HELP: Omit<OptionNode, "flags"> = {
  description: "print this help",
  value: undefined,
  optional: false,
  wanted: {},
};

function describeOption(name: string, option: VerbOption, known: Known): OptionNode {
  const { short, description, value } = option;
  return {
    flags: [...(short === undefined ? [] : [`-${short}`]), formatFlag(name, option)],
    description,
    value: value?.slice(1, -1),
    optional: value?.startsWith("[") ?? false,
    wanted: completionKind([option], known),
  };
}

/** Returns what completes any of several arguments, or the value of an option. */
function completionKind(
  declarations: readonly Pick<VerbOption, "completes" | "choices" | "suggestions">[],
  known: Known,
): CompletionKind {
  const kinds = declarations.flatMap(({ completes = [] }) => completes);
  const asks = kinds.some((kind) => kind === "scheme-option" || kind === "field");
  const values = [
    ...declarations.flatMap(({ choices = [], suggestions = [] }) => [...choices, ...suggestions]),
    // A field depends on the scheme before it, so the command knows which of them is typed.
    ...(asks ? [] : kinds.flatMap((kind) => (kind === "command" || kind === "scheme" ? known[kind] : []))),
  ];
  return {
    files: kinds.includes("file"),
    urls: kinds.includes("url"),
    asks,
    ...(values.length > 0 && { values }),
  };
}

/** Returns the prefix of the first example of the scheme under this name, or under another one. */
function urlPrefix(name: string, { examples }: Scheme): string {
  const example = examples.find(({ url }) => url.startsWith(`${name}:`)) ?? examples[0];
  return example === undefined || example.url.includes("://") ? `${name}://` : `${name}:`;
}
