import { Argument } from "commander";
import type { AddVerb } from "./access-verbs.ts";

/** The shells that completion is for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** The verbs that are about the command itself. */
export function addHelpVerbs(verb: AddVerb): void {
  verb(
    "help",
    "Print the help of a verb, or of a scheme: its parts, options and examples.",
    HELP,
    async () => {
      return (await import("./help.ts")).help;
    },
  ).argument("[name]", "a verb or a scheme");
  verb("doctor", "Look at what the command finds here, and say what would help.", DOCTOR, async () => {
    return (await import("./doctor.ts")).doctor;
  }).option(
    "--online [url]",
    "look up and open something, too (https://example.com/); else nothing is opened",
  );
  verb("completion", "Print a program that completes command lines in a shell.", COMPLETION, async () => {
    return (await import("./completion.ts")).completion;
  }).addArgument(new Argument("<shell>", "which one").choices([...SHELLS]));
}

const HELP = `  anyurl help ftp
  anyurl help get
  anyurl help --json gopher`;

const DOCTOR = `  anyurl doctor
  anyurl doctor --online
  anyurl doctor --json`;

const COMPLETION = `  anyurl completion bash > ~/.local/share/bash-completion/completions/anyurl
  anyurl completion zsh > ~/.zfunc/_anyurl
  anyurl completion fish > ~/.config/fish/completions/anyurl.fish`;
