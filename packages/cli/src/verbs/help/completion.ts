import { loadConfig } from "../../config/load-config.ts";
import { bashCompletion } from "../../help/bash-completion.ts";
import { type CommandTree, describeCommands } from "../../help/command-tree.ts";
import { fishCompletion } from "../../help/fish-completion.ts";
import { zshCompletion } from "../../help/zsh-completion.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { loadSchemes } from "../../load-schemes.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Shell = "bash" | "zsh" | "fish";

const WRITERS: Readonly<Record<Shell, (tree: CommandTree) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints a program that completes command lines: commands, options, their values, and schemes, including plugins. */
export const verb: Verb = defineVerb({
  loadsConfig: true,
  args: [{ usage: "<shell>", description: "shell name", choices: Object.keys(WRITERS) }],
  options: {},
  examples: [
    "anyurl completion bash > ~/.local/share/bash-completion/completions/anyurl",
    "anyurl completion zsh > ~/.zfunc/_anyurl",
    "anyurl completion fish > ~/.config/fish/completions/anyurl.fish",
  ],
  async run([shell], options, io, verbs) {
    const configured = await loadConfig(options, io);
    const { urls } = await loadSchemes(undefined, configured?.schemes);
    const schemes = urls.names().map((name) => [name, urls.scheme(name)!] as const);
    const tree = await describeCommands(verbs, schemes);
    const text = WRITERS[shell as Shell](tree);
    if (options.json === true) await writeAnswer(succeed({ shell, text }), options, io);
    else await io.stdout.write(text);
  },
});
