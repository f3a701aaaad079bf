import type { Scheme } from "@anyurl/core";
import { canHandOver } from "@anyurl/core/hand-over";
import { displayText, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { say } from "../../language.ts";
import { withClient } from "../../opener.ts";
import { createPainter } from "../../render/style.ts";
import { type Console, nodeConsole } from "../../terminal/console.ts";
import { type EscapeKey, parseEscapeKey } from "../../terminal/escape-key.ts";
import { runInteractiveSession } from "../../terminal/interactive.ts";
import { runInteractiveScreen } from "../../terminal/interactive-screen.ts";
import { runPipedSession } from "../../terminal/piped.ts";
import { runPipedScreen } from "../../terminal/piped-screen.ts";
import { createLiveScreen, createSafeScreen } from "../../terminal/screen.ts";
import type { TerminalSession } from "../../terminal/session.ts";
import { NETWORK_OPTIONS } from "../common/options.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Options, type Verb, type VerbOptions } from "../verb.ts";
import { findProgram, handOverUrl } from "./hand-over.ts";

const OPTIONS = {
  escape: {
    value: "<key>",
    description: 'key that opens the command prompt: a character, ^X for Ctrl-X, or "none"',
    default: "^]",
  },
  safe: {
    description: "show escape sequences of the server as text (default: the terminal runs them)",
  },
  terminalType: {
    value: "<name>",
    description: 'terminal type to send to the server, for example "$TERM" (default: none)',
  },
  binary: { description: "request binary mode in both directions" },
  program: {
    value: "<program>",
    description:
      "program that gets a tel:, sms:, geo:, or mailto: URL as its argument (default: $ANYURL_PROGRAM)",
  },
  yes: { description: "run the program without confirmation" },
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type SessionOptions = VerbOptions<typeof OPTIONS>;

/** Opens an interactive session with a resource: at a terminal, or between two pipes. */
export const verb: Verb = defineVerb({
  description:
    "Open an interactive session, for example with telnet:, or run a program with a URL such as tel:. At a terminal, the server can control the screen; --safe prevents it.",
  opens: true,
  args: [{ usage: "<url>", completes: ["url"] }],
  options: OPTIONS,
  examples: [
    "anyurl open telnet://library.example/",
    "anyurl open --program xdg-open tel:+1-201-555-0123",
    'anyurl open --escape ^A --terminal-type "$TERM" telnet://guest@library.example:2300/',
  ],
  async run([text], options, io) {
    const console = nodeConsole();
    if (options.json === true) throw new UsageError("open does not support --json", "remove --json");
    const escapeKey = parseEscapeKey(options.escape);
    const { url } = parseUrl(text, io);
    if (isMessage(url, io) && findProgram(options, io) === undefined)
      return (await import("./open-message.ts")).openMessage(url, options, io);
    if (canHandOver(url)) return handOverUrl(url, options, io);
    if (options.program !== undefined)
      throw new UsageError(`--program does not apply to ${url.scheme} URLs`, "remove --program");
    await withClient({ urls: [url], options, io }, async ({ opener, call }) => {
      const session: TerminalSession = await opener.open(url, {
        ...call,
        options: sessionOptions(options, console, io.urls.scheme(url.scheme)),
      });
      await runSession(session, { url, escapeKey, console, options }, io);
    });
  },
});

function isMessage({ scheme }: Url, { urls }: Io): boolean {
  return urls.scheme(scheme)?.presentation?.message === true;
}

interface SessionInit {
  readonly url: Url;
  readonly escapeKey: EscapeKey | undefined;
  readonly console: Console;
  readonly options: SessionOptions;
}

async function runSession(
  session: TerminalSession,
  { url, escapeKey, console, options }: SessionInit,
  io: Io,
): Promise<void> {
  try {
    const { screen } = session;
    if (!console.isInteractive)
      return screen === undefined
        ? await runPipedSession(session, console, io)
        : await runPipedScreen({ screen, readable: session.readable }, console, io);
    const where = displayText(formatEndpoint(url));
    const note = createNotifier(options, io);
    const text = welcome(session, escapeKey, where);
    await note(text);
    const output = options.safe === true ? createSafeScreen() : createLiveScreen();
    const endedBy =
      screen === undefined
        ? await runInteractiveSession(session, { console, screen: output, escapeKey, where }, io)
        : await runInteractiveScreen(
            { screen, readable: session.readable },
            { console, escapeKey, where, notice: text.replaceAll("\n", " ") },
            io,
          );
    await note(`\n${say(endedBy === "server" ? "The server closed the connection." : "Closed.")}`);
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

/** Only a scheme with the option "size" is told the size of the terminal. */
function sessionOptions(
  { binary, terminalType }: SessionOptions,
  { size }: Console,
  scheme: Scheme | undefined,
): Readonly<Record<string, unknown>> {
  const takesSize = Object.hasOwn(scheme?.options?.declarations ?? {}, "size");
  return {
    ...(size !== undefined && takesSize && { size }),
    ...(binary === true && { binary }),
    ...(terminalType !== undefined && { terminalType }),
  };
}

/** Formats host and port as written in the URL. */
function formatEndpoint({ host = "", port }: Url): string {
  return port === undefined || port === "" ? host : `${host}:${port}`;
}

/** Messages of anyurl are dimmed, to tell them from the server's output. */
function createNotifier({ quiet }: SessionOptions, io: Io): (text: string) => Promise<void> {
  const paint = createPainter(io.stderr, io.env);
  return async (text) => {
    if (quiet !== true) await io.stderr.write(`${paint("dim", text)}\n`);
  };
}

/**
 * Returns the text at the start of a session. User and password of the URL are suggestions to the user (RFC 4248 §2).
 */
function welcome(session: TerminalSession, escapeKey: EscapeKey | undefined, where: string): string {
  const lines = [say(`Connected to ${where}.`)];
  if (escapeKey !== undefined)
    lines.push(say(`The escape key is ${escapeKey.name}: it opens a command prompt.`));
  const user = session.suggestedUser;
  if (user !== undefined && user !== "")
    lines.push(say(`The URL suggests this user name: ${displayText(user)}`));
  if (session.suggestedPassword?.() !== undefined)
    lines.push(say("The URL also suggests a password (not shown)."));
  return lines.join("\n");
}
