import type { CommandNode, CommandTree, CompletionKind, OptionNode } from "./command-tree.ts";

/** Returns a completion program for fish. */
export function fishCompletion({ verbs, urls }: CommandTree): string {
  const lines = verbs.flatMap((verb) => [
    `complete -c anyurl -n __fish_use_subcommand -a ${verb.name} -d ${quoted(verb.description)}`,
    ...verb.options.map((option) => `${of(verb)} ${optionText(option, urls)}`),
    ...argumentLines(verb, urls),
  ]);
  return `# fish completion for anyurl. Created by: anyurl completion fish
# What depends on a URL.
function __anyurl_ask
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  anyurl completion words -- $words[2..] "$current" </dev/null 2>/dev/null
end
function __anyurl_ask_url
  string match -q '*://*/*' -- (commandline -ct); and __anyurl_ask
end
complete -c anyurl -f
complete -c anyurl -n __fish_use_subcommand -s h -l help -d 'print this help'
complete -c anyurl -n __fish_use_subcommand -s V -l version -d 'print the version'
${lines.join("\n")}
`;
}

function of({ name }: CommandNode): string {
  return `complete -c anyurl -n '__fish_seen_subcommand_from ${name}'`;
}

function argumentLines(verb: CommandNode, urls: readonly string[]): readonly string[] {
  const { files = false } = verb.wanted;
  const words = formatFishWords(verb.wanted, urls);
  return [
    ...(files ? [`${of(verb)} -F`] : []),
    ...(words.length === 0 ? [] : [`${of(verb)} -a ${quoted(words.join(" "))}`]),
  ];
}

function optionText(
  { flags, description, value, optional, wanted }: OptionNode,
  urls: readonly string[],
): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const said = `-d ${quoted(description)}`;
  if (value === undefined || optional) return `${names.join(" ")} ${said}`;
  const words = formatFishWords(wanted, urls);
  const given =
    wanted.files === true ? "-r -F" : words.length === 0 ? "-x" : `-x -a ${quoted(words.join(" "))}`;
  return `${names.join(" ")} ${given} ${said}`;
}

function formatFishWords(
  { urls: wantsUrls = false, asks = false, values = [] }: CompletionKind,
  urls: readonly string[],
): readonly string[] {
  return [
    ...values,
    ...(wantsUrls ? [...urls, "(__anyurl_ask_url)"] : []),
    ...(asks ? ["(__anyurl_ask)"] : []),
  ];
}

/** In single quotes of fish, a backslash escapes "'" and itself. */
function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
