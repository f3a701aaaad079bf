import { Argument } from "commander";
import type { CreateHelp } from "../../help/create-help.ts";
import { SHELLS } from "../../help/shells.ts";
import type { AddVerb } from "../common/access-verbs.ts";

/** Adds the commands that describe anyurl itself. */
export function addHelpVerbs(verb: AddVerb, createHelp: CreateHelp): void {
  verb("help", "Show help for a command or a scheme.", HELP, async () => {
    return (await import("./help.ts")).helpVerb(createHelp);
  }).argument("[name]", "a command or a scheme");
  verb("doctor", "Check this machine and suggest fixes.", DOCTOR, async () => {
    return (await import("./doctor.ts")).doctor;
  }).option("--online [url]", "also look up and open a URL (default: https://example.com/)");
  verb("completion", "Print a shell completion script.", COMPLETION, async () => {
    return (await import("./completion.ts")).completionVerb(createHelp);
  }).addArgument(new Argument("<shell>", "shell name").choices([...SHELLS]));
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
