import { type ConfigOptions, loadConfig } from "../../config/load-config.ts";
import { bashCompletion } from "../../help/bash-completion.ts";
import { type CommandTree, describeCommands } from "../../help/command-tree.ts";
import type { CreateHelp } from "../../help/create-help.ts";
import { fishCompletion } from "../../help/fish-completion.ts";
import type { SHELLS } from "../../help/shells.ts";
import { zshCompletion } from "../../help/zsh-completion.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { loadSchemesFor } from "../../schemes-for.ts";

type Shell = (typeof SHELLS)[number];

const WRITERS: Readonly<Record<Shell, (shape: CommandTree) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export interface CompletionOptions extends ConfigOptions {
  readonly json?: boolean;
}

/** Prints a program that completes command lines: commands, options, their values, and schemes, including plugins. */
async function completion(
  createHelp: CreateHelp,
  shell: string,
  options: CompletionOptions,
  io: Io,
): Promise<void> {
  const configured = await loadConfig(options, io);
  const { urls } = await loadSchemesFor("completion", [], configured?.schemes);
  const program = createHelp({ out: "", err: "" }, undefined);
  const schemes = urls.names().map((name) => [name, urls.scheme(name)!] as const);
  const shape = await describeCommands(program, schemes);
  const text = WRITERS[shell as Shell](shape);
  await io.stdout.write(options.json === true ? formatJson({ ok: true, shell, text }) : text);
}

export function completionVerb(createHelp: CreateHelp) {
  return (shell: string, options: CompletionOptions, io: Io): Promise<void> =>
    completion(createHelp, shell, options, io);
}
