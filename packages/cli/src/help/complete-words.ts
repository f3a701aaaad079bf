import { getOptionSet, isProgramOnly, type OptionDeclaration, type Scheme } from "@anyurl/core";
import { type Entry, type Registry, redact, type Url } from "anyurl";

/** What completes a word. */
export interface Candidate {
  readonly text: string;
  readonly description?: string;
}

/** Lists a directory, as far as that succeeds soon, and without questions. */
export type ListDirectory = (url: Url) => Promise<readonly Entry[]>;

/** Texts that no shell changes or runs, in any place of a word. */
const INERT = /^[A-Za-z0-9._~%/:@+=,[\]-]*$/;

/**
 * Returns what completes the last word of a command line, as far as a shell cannot know it: options of the schemes on the
 * line, fields of `build`, and entries of a directory.
 *
 * @param words without the name of the program.
 * @param list `undefined` if the command does not open URLs.
 */
export async function completeWords(
  words: readonly string[],
  urls: Registry,
  list: ListDirectory | undefined,
): Promise<readonly Candidate[]> {
  const [verb, ...rest] = words.flatMap(splitOption);
  const word = rest.at(-1) ?? "";
  const all =
    rest.at(-2) === "--option"
      ? findOptions(rest, urls)
      : verb === "build"
        ? findFields(rest, urls)
        : await findEntries(word, urls, list);
  return all.filter(({ text }) => text.startsWith(word) && INERT.test(text));
}

/** `--option=tls` means the same as two words. */
function splitOption(word: string): readonly string[] {
  return word.startsWith("--option=") ? ["--option", word.slice("--option=".length)] : [word];
}

/** Returns the options of the schemes of the URLs on the line, or of all schemes. */
function findOptions(words: readonly string[], urls: Registry): readonly Candidate[] {
  const named = words.flatMap((word) => {
    const name = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(word)?.[1];
    return (name === undefined ? undefined : urls.scheme(name)) ?? [];
  });
  const schemes = new Set(named.length > 0 ? named : urls.names().map((name) => urls.scheme(name)!));
  const found = new Map<string, Candidate>();
  for (const scheme of schemes) for (const each of optionCandidates(scheme)) found.set(each.text, each);
  return [...found.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** Returns "tls=required" for options with few values, and "email=" for others. */
function optionCandidates(scheme: Scheme): readonly Candidate[] {
  const declarations = Object.entries<OptionDeclaration>(getOptionSet(scheme).declarations);
  return declarations.flatMap(([name, option]) => {
    if (isProgramOnly(option)) return [];
    const values =
      option.type === "boolean" ? ["false", "true"] : option.type === "choice" ? option.choices : [""];
    return values.map((value) => ({ text: `${name}=${value}`, description: option.description }));
  });
}

/** Returns schemes for the first word, and then fields of that scheme: "host=", and "cwds[]=" for a list. */
function findFields([name = "", ...assignments]: readonly string[], urls: Registry): readonly Candidate[] {
  if (assignments.length === 0) return urls.names().map((text) => ({ text }));
  const { fields = [], examples = [] } = urls.scheme(name) ?? {};
  const parsed = examples.map(({ url }) => urls.tryParse(url));
  const isList = (field: string) =>
    parsed.some((each) => each.ok && Array.isArray((each.url.parts as Record<string, unknown>)[field]));
  return fields.map((field) => ({ text: isList(field) ? `${field}[]=` : `${field}=` }));
}

/** Returns the entries of the directory in which the word is. */
async function findEntries(
  word: string,
  urls: Registry,
  list: ListDirectory | undefined,
): Promise<readonly Candidate[]> {
  const [directory] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*\/(?:[^?#]*\/)?(?=[^/?#]*$)/.exec(word) ?? [];
  const parsed = directory === undefined ? undefined : urls.tryParse(directory);
  if (list === undefined || parsed?.ok !== true) return [];
  const home = redact(urls.normalize(directory!));
  return (await list(parsed.url)).flatMap(({ url }) => {
    const name = url === undefined ? undefined : findName(redact(urls.normalize(url)), home);
    return name === undefined ? [] : [{ text: `${directory}${name}` }];
  });
}

/** Returns the last segment of an entry of the directory, with characters of shells percent-encoded. */
function findName(url: string, home: string): string | undefined {
  const name = url.startsWith(home) ? url.slice(home.length) : "";
  // A parameter, such as ";type=a", must not be encoded.
  if (!/^[^/?#;]+\/?$/.test(name)) return undefined;
  return name.replace(/[!$&'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
