import { displayText, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type OpenOptions, opening } from "../../opener.ts";
import { painter } from "../../render/style.ts";
import { type Console, nodeConsole } from "../../terminal/console.ts";
import { type EscapeKey, escapeKeyOf } from "../../terminal/escape-key.ts";
import { interact } from "../../terminal/interactive.ts";
import { pipe } from "../../terminal/piped.ts";
import { liveScreen, safeScreen } from "../../terminal/screen.ts";
import type { TerminalSession } from "../../terminal/session.ts";
import { readUrl } from "../text/read-url.ts";

export interface SessionOptions extends OpenOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The key that brings the prompt, or "none". */
  readonly escape?: string;
  /** Show what could act on the terminal, instead of letting it act. */
  readonly safe?: boolean;
  readonly binary?: boolean;
  readonly terminalType?: string;
}

/** Holds a session with what a URL names: at a terminal, or between two pipes. */
export async function open(
  text: string,
  options: SessionOptions,
  io: Io,
  console: Console = nodeConsole(),
): Promise<void> {
  if (options.json === true) throw new UsageError("open does not support --json", "remove --json");
  const escapeKey = escapeKeyOf(options.escape ?? "^]");
  const { url } = readUrl(text, io);
  await opening([url], options, io, async (opener, call) => {
    const session: TerminalSession = await opener.open(url, {
      ...call,
      options: sessionOptions(options, console),
    });
    await hold(session, { url, escapeKey, console, options }, io);
  });
}

interface Holding {
  readonly url: Url;
  readonly escapeKey: EscapeKey | undefined;
  readonly console: Console;
  readonly options: SessionOptions;
}

async function hold(
  session: TerminalSession,
  { url, escapeKey, console, options }: Holding,
  io: Io,
): Promise<void> {
  try {
    if (!console.isInteractive) return await pipe(session, console, io);
    const where = displayText(placeOf(url));
    const note = noteTo(options, io);
    await note(welcome(session, escapeKey, where));
    const screen = options.safe === true ? safeScreen() : liveScreen();
    const endedBy = await interact(session, { console, screen, escapeKey, where }, io);
    await note(endedBy === "server" ? "\nThe server closed the connection." : "\nClosed.");
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

function sessionOptions(
  { binary, terminalType }: SessionOptions,
  { size }: Console,
): Readonly<Record<string, unknown>> {
  return {
    ...(size !== undefined && { size }),
    ...(binary === true && { binary }),
    ...(terminalType !== undefined && { terminalType }),
  };
}

/** Host and port as they were written. */
function placeOf({ host = "", port }: Url): string {
  return port === undefined || port === "" ? host : `${host}:${port}`;
}

/** What we say ourselves stands apart from what the server says. */
function noteTo({ quiet }: SessionOptions, io: Io): (text: string) => Promise<void> {
  const paint = painter(io.stderr, io.env);
  return async (text) => {
    if (quiet !== true) await io.stderr.write(`${paint("dim", text)}\n`);
  };
}

/** RFC 4248 §2: user and password are advice to whoever sits there. */
function welcome(session: TerminalSession, escapeKey: EscapeKey | undefined, where: string): string {
  const lines = [`Connected to ${where}.`];
  if (escapeKey !== undefined) lines.push(`The escape key is ${escapeKey.name}: it opens a command prompt.`);
  const user = session.suggestedUser;
  if (user !== undefined && user !== "") lines.push(`The URL suggests this user name: ${displayText(user)}`);
  if (session.suggestedPassword?.() !== undefined)
    lines.push("The URL also suggests a password (not shown).");
  return lines.join("\n");
}
