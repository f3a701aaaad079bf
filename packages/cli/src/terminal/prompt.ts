import { say } from "../language.ts";
import type { EscapeKey } from "./escape-key.ts";
import type { TerminalSession } from "./session.ts";

/** The outcome of a command at the prompt. */
export type PromptOutcome =
  /** Return to the session. */
  | { readonly next: "resume"; readonly text: string }
  /** Show the prompt again. */
  | { readonly next: "ask"; readonly text: string }
  | { readonly next: "close" };

export const PROMPT = "anyurl> ";

/** The names that `send` accepts: commands of RFC 854. The escape key is handled separately. */
const SEND_COMMANDS: ReadonlyMap<string, string> = new Map([
  ["ayt", "are you there?"],
  ["ip", "interrupt the process"],
  ["brk", "break"],
  ["ao", "abort output"],
  ["ec", "erase a character"],
  ["el", "erase the line"],
  ["ga", "go ahead"],
  ["nop", "no operation"],
  ["eor", "end of record"],
  ["eof", "end of file"],
  ["susp", "suspend"],
  ["abort", "abort"],
]);

/** Runs a line of the prompt. An empty line returns to the session. */
export async function runPromptCommand(
  line: string,
  session: TerminalSession,
  key: EscapeKey,
  where: string,
): Promise<PromptOutcome> {
  const [verb = "", what = ""] = line.trim().toLowerCase().split(/ +/, 2);
  switch (verb) {
    case "":
      return { next: "resume", text: "" };
    case "close":
    case "quit":
    case "q":
      return { next: "close" };
    case "status":
      return { next: "resume", text: statusText(session, key, where) };
    case "send":
      return send(what, session, key);
    case "help":
    case "?":
      return { next: "ask", text: helpText(key) };
    default:
      return { next: "ask", text: `${say('Unknown command. Type "help" for a list.')}\n` };
  }
}

async function send(what: string, session: TerminalSession, key: EscapeKey): Promise<PromptOutcome> {
  if (what === "escape") {
    await session.write(Uint8Array.of(key.octet));
    return { next: "resume", text: "" };
  }
  if (!SEND_COMMANDS.has(what))
    return {
      next: "ask",
      text: `${say(`Usage: send WHAT, where WHAT is one of: escape, ${[...SEND_COMMANDS.keys()].join(", ")}.`)}\n`,
    };
  if (session.send === undefined)
    return { next: "resume", text: `${say("This session does not support commands.")}\n` };
  await session.send(what.toUpperCase());
  return { next: "resume", text: "" };
}

function statusText({ echoes, optionsInUse = [] }: TerminalSession, key: EscapeKey, where: string): string {
  const of = (side: string) =>
    optionsInUse
      .filter((one) => one.side === side)
      .map(({ option }) => option)
      .join(", ") || say("no options");
  return [
    say(`Connected to ${where}.`),
    say(
      echoes === true
        ? "Character mode: every key is sent immediately; the server echoes."
        : "Line mode: lines are edited and echoed locally.",
    ),
    say(`Server options: ${of("him")}. Client options: ${of("us")}.`),
    `${say(`The escape key is ${key.name}.`)}\n`,
  ].join("\n");
}

function helpText({ name }: EscapeKey): string {
  return `close       ${say("end the session")}
send WHAT   ${[...SEND_COMMANDS]
    .slice(0, 3)
    .map(([word, meaning]) => `${word} (${say(meaning)})`)
    .join(", ")},
            ${[...SEND_COMMANDS.keys()].slice(3).join(", ")}; escape (${say("the escape key")})
status      ${say("show the connection and its options")}
help        ${say("print this text")}
${say(`An empty line returns to the session. Press ${name} twice to send it.`)}
`;
}
