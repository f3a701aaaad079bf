import type { Entry, Registry } from "anyurl";
import { loadConfig } from "../../config/load-config.ts";
import { bashCompletion } from "../../help/bash-completion.ts";
import { type CommandTree, describeCommands } from "../../help/command-tree.ts";
import { completeWords, type ListDirectory } from "../../help/complete-words.ts";
import { fishCompletion } from "../../help/fish-completion.ts";
import { zshCompletion } from "../../help/zsh-completion.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { loadSchemes } from "../../load-schemes.ts";
import { withClient } from "../../opener.ts";
import { defineVerb, type ListedVerb, type Verb } from "../verb.ts";

type Shell = "bash" | "zsh" | "fish";

const WRITERS: Readonly<Record<Shell, (tree: CommandTree) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Time limit of the listing of a directory, in seconds: the user waits for it. */
const LISTING_SECONDS = 2;
/** Maximum number of entries that are offered. */
const MAX_ENTRIES = 1000;

/**
 * Prints a program that completes command lines: commands, options, their values, and schemes, including plugins. The
 * program asks this command for what depends on a URL.
 */
export const verb: Verb = defineVerb({
  loadsConfig: true,
  args: [
    {
      usage: "<shell>",
      description: "shell name, or words: print what completes the last of the words",
      choices: [...Object.keys(WRITERS), "words"],
    },
    { usage: "[words...]", description: "words of a command line, after --" },
  ],
  options: {},
  examples: [
    "anyurl completion bash > ~/.local/share/bash-completion/completions/anyurl",
    "anyurl completion zsh > ~/.zfunc/_anyurl",
    "anyurl completion fish > ~/.config/fish/completions/anyurl.fish",
  ],
  async run([shell, words], options, io, verbs) {
    const configured = await loadConfig(options, io);
    const loaded = await loadSchemes(undefined, configured?.schemes);
    const { urls } = loaded;
    if (shell === "words") {
      // Nothing is asked, because the terminal belongs to the shell.
      const quiet: Io = { ...io, ...loaded, configured, askSecret: undefined, askLine: undefined };
      const list = (await opensUrls(words[0], verbs)) ? createLister(quiet) : undefined;
      const found = await completeWords(words, urls, list);
      if (options.json === true) return writeAnswer(succeed({ completions: found }), options, io);
      const lines = found.map(({ text, description = "" }) => `${text}\t${description}\n`);
      return io.stdout.write(lines.join(""));
    }
    const tree = await describeCommands(verbs, listSchemes(urls));
    const text = WRITERS[shell as Shell](tree);
    if (options.json === true) await writeAnswer(succeed({ shell, text }), options, io);
    else await io.stdout.write(text);
  },
});

function listSchemes(urls: Registry) {
  return urls.names().map((name) => [name, urls.scheme(name)!] as const);
}

async function opensUrls(name: string | undefined, verbs: readonly ListedVerb[]): Promise<boolean> {
  const loaded = await verbs.find((each) => each.name === name)?.load();
  return loaded?.verb.opens === true;
}

/** Lists what arrives in time: a completion has no place for an error. */
function createLister(io: Io): ListDirectory {
  return async (url) => {
    const found: Entry[] = [];
    const options = { quiet: true, maxTime: LISTING_SECONDS, retry: 0 };
    await withClient({ urls: [url], options, io }, async ({ opener, call }) => {
      for await (const entry of opener.list(url, call)) {
        found.push(entry);
        if (found.length === MAX_ENTRIES) return;
      }
    }).catch(() => {});
    return found;
  };
}
