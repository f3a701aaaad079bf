import type { OptionDescription } from "@anyurl/core";
import type { Scheme } from "anyurl";
import type { Argument, Command, Option } from "commander";
import { LIMIT_NAMES } from "../limits.ts";
import { loadOptionDescriptions, OPERATIONS } from "../scheme-facts.ts";

/** What can complete a word; several kinds are alternatives. */
export interface CompletionKind {
  readonly files?: boolean;
  readonly urls?: boolean;
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
  /** The arguments: "<url>", "[fields...]". */
  readonly usage: string;
  readonly options: readonly OptionNode[];
  readonly wanted: CompletionKind;
}

/** All commands, options and URL prefixes. */
export interface CommandTree {
  readonly verbs: readonly CommandNode[];
  /** URL prefixes: "ftp://", "mailto:". */
  readonly urls: readonly string[];
}

/** Describes the command line as data for completion, from commander and the option descriptions of the schemes. */
export async function describeCommands(
  program: Command,
  schemes: readonly (readonly [name: string, scheme: Scheme])[],
): Promise<CommandTree> {
  const known: Known = {
    verbs: program.commands.map((verb) => verb.name()),
    schemes: schemes.map(([name]) => name),
    options: await schemeOptionsOf(schemes.map(([, scheme]) => scheme)),
  };
  return {
    verbs: program.commands.map((verb) => verbShape(verb, known)),
    urls: schemes.map(([name, scheme]) => urlPrefix(name, scheme)),
  };
}

interface Known {
  readonly verbs: readonly string[];
  readonly schemes: readonly string[];
  readonly options: readonly string[];
}

function verbShape(verb: Command, known: Known): CommandNode {
  const wanted = verb.registeredArguments.map((argument) => argumentWanted(argument, verb, known));
  const values = wanted.flatMap((each) => each.values ?? []);
  return {
    name: verb.name(),
    description: verb.description(),
    usage: verb.registeredArguments.map(formatArgument).join(" "),
    options: [...verb.createHelp().visibleOptions(verb)].map((option) => optionShape(option, known)),
    wanted: {
      files: wanted.some(({ files }) => files === true),
      urls: wanted.some(({ urls }) => urls === true),
      ...(values.length > 0 && { values }),
    },
  };
}

function formatArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionShape(option: Option, known: Known): OptionNode {
  const { flags, description, argChoices, optional } = option;
  const [, value] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? [];
  return {
    flags: [option.short, option.long].filter((flag): flag is string => typeof flag === "string"),
    description,
    value,
    optional,
    wanted: argChoices !== undefined ? { values: argChoices } : optionWanted(value, option.long ?? "", known),
  };
}

function optionWanted(value: string | undefined, long: string, known: Known): CompletionKind {
  const values = new Map([
    ["--option", known.options],
    ["--limit", LIMIT_NAMES.map((name) => `${name}=`)],
    ["--operation", OPERATIONS],
    ["--schemes", known.schemes],
    ["--proxy", ["http://", "https://", "socks5://", "socks5h://"]],
  ]).get(long);
  if (values !== undefined) return { values };
  return value === "file" || value === "directory" ? { files: true } : { urls: value === "url" };
}

const URLS: ReadonlySet<string> = new Set(["url", "a", "b", "base", "target"]);

function argumentWanted(argument: Argument, verb: Command, known: Known): CompletionKind {
  const name = argument.name();
  if (argument.argChoices !== undefined) return { values: argument.argChoices };
  if (URLS.has(name)) return { urls: true };
  if (name === "file") return { files: true };
  if (name === "from" || name === "to") return { urls: true, files: verb.name() === "cp" };
  if (name === "scheme") return { values: known.schemes };
  return verb.name() === "help" ? { values: [...known.verbs, ...known.schemes] } : {};
}

/** Returns "tls=required" for options with few values, and "email=" for others. */
async function schemeOptionsOf(schemes: readonly Scheme[]): Promise<readonly string[]> {
  const all = await Promise.all([...new Set(schemes)].map(loadOptionDescriptions));
  const words = all.flatMap((options) =>
    Object.entries(options).flatMap(([name, option]) => formatFishWords(name, option)),
  );
  return [...new Set(words)].sort();
}

function formatFishWords(name: string, { type, values }: OptionDescription): readonly string[] {
  if (type === "callback") return [];
  const few = type === "boolean" ? ["true", "false"] : type === "list" ? [] : (values ?? []);
  return few.length === 0 ? [`${name}=`] : few.map((value) => `${name}=${value}`);
}

/** Returns the prefix that the scheme's own examples have. */
function urlPrefix(name: string, { examples }: Scheme): string {
  const hasAuthority = examples.length === 0 || examples.some(({ url }) => url.includes("://"));
  return hasAuthority && name !== "news" ? `${name}://` : `${name}:`;
}
