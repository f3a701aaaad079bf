import { type ConfigOptions, configuredOf } from "../../config/load-config.ts";
import { bashCompletion } from "../../help/bash-completion.ts";
import { type CommandShape, commandShape } from "../../help/command-tree.ts";
import { fishCompletion } from "../../help/fish-completion.ts";
import { zshCompletion } from "../../help/zsh-completion.ts";
import type { Io } from "../../io.ts";
import { jsonText } from "../../json.ts";
import { createProgram } from "../../program.ts";
import { schemesFor } from "../../schemes-for.ts";
import type { SHELLS } from "./help-verbs.ts";

type Shell = (typeof SHELLS)[number];

const WRITERS: Readonly<Record<Shell, (shape: CommandShape) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export interface CompletionOptions extends ConfigOptions {
  readonly json?: boolean;
}

/** Prints a program that completes command lines: verbs, options, their values, schemes, those of plugins included. */
export async function completion(shell: string, options: CompletionOptions, io: Io): Promise<void> {
  const configured = await configuredOf(options, io);
  const { urls } = await schemesFor("completion", [], configured?.schemes);
  const program = createProgram({ columns: undefined, printed: { out: "", err: "" }, run: async () => {} });
  const schemes = urls.names().map((name) => [name, urls.scheme(name)!] as const);
  const shape = await commandShape(program, schemes);
  const text = WRITERS[shell as Shell](shape);
  await io.stdout.write(options.json === true ? jsonText({ ok: true, shell, text }) : text);
}
