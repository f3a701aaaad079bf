import { type Anyurl, octetsOf, type Part } from "anyurl";
import type { ScreenSession, TerminalSession } from "../../packages/cli/src/terminal/session.ts";
import { DemoFailure, withUrl } from "./failure.ts";
import type { SessionScenario } from "./scenario.ts";
import type { DemoEnvironment } from "./stage.ts";
import { plannedLines, recordReceived, wireDifference } from "./wire.ts";

/** The result of a session that went as expected. */
export interface SessionResult {
  readonly url: string;
  readonly parts: readonly Part[];
  /** The text that the server sent before the first line. */
  readonly welcome: string;
  readonly lines: SessionScenario["lines"];
}

const PROMPT = "> ";

/**
 * Opens a session, sends a line at each prompt, and checks the answers and the lines that the server received. If the
 * session has a screen, each line is typed into it, and the answer is one of its rows. If it has messages, the server
 * received the planned handshake.
 *
 * @throws {DemoFailure} anything differs.
 */
export function runSession(
  { url, user, options, lines, messages }: SessionScenario,
  { servers, arrival }: Pick<DemoEnvironment, "servers" | "arrival">,
  urls: Anyurl,
  signal: AbortSignal,
): Promise<SessionResult> {
  return withUrl(url, signal, async () => {
    const received = recordReceived(servers);
    await using session: TerminalSession = await urls.open(url, { signal, options });
    if (session.suggestedUser !== user)
      throw new DemoFailure(`expected the suggested user ${user}, but got ${session.suggestedUser}`);
    const { screen } = session;
    if (screen !== undefined) {
      const welcome = screenRows(screen);
      for (const { say, hear } of lines) {
        await screen.type(say);
        await screen.press("Enter");
        await readScreen({ screen, readable: session.readable });
        if (!screenRows(screen).includes(hear)) throw new DemoFailure(`unexpected screen after "${say}"`);
      }
      return { url, parts: urls.describe(url), welcome: welcome.join("\r\n"), lines };
    }
    const heard =
      messages === true ? await exchangeMessages(session, lines) : await readAnswers(session, lines);
    for (const [i, { say, hear }] of lines.entries())
      if (heard[i + 1] !== hear) throw new DemoFailure(`unexpected answer to "${say}"`);
    const difference = await wireDifference(
      messages === true
        ? plannedLines(urls.plan(url, "open", options), url.slice(0, url.indexOf(":")))
        : lines.map(({ say }) => say),
      received,
      arrival,
    );
    if (difference !== undefined) throw new DemoFailure(difference);
    return { url, parts: urls.describe(url), welcome: heard[0] ?? "", lines };
  });
}

/** Reads until the screen accepts input again. */
async function readScreen({ screen, readable }: ScreenSession): Promise<void> {
  for await (const _ of readable) if (!screen.view.isLocked) return;
}

/** Returns the rows of a screen that are not empty, without blanks around them. */
function screenRows({ view }: ScreenSession["screen"]): readonly string[] {
  return view.lines
    .map((runs) =>
      runs
        .map(({ text }) => text)
        .join("")
        .trim(),
    )
    .filter((row) => row !== "");
}

/** Returns an empty text, because a server need not speak first, and the message that follows each line. */
async function exchangeMessages(
  session: TerminalSession,
  lines: SessionScenario["lines"],
): Promise<readonly string[]> {
  const heard = [""];
  const messages = session.readable[Symbol.asyncIterator]();
  for (const { say } of lines) {
    await session.write(octetsOf(`${say}\n`));
    const { value } = await messages.next();
    heard.push(new TextDecoder().decode(value).replace(/\n$/, ""));
  }
  return heard;
}

/**
 * Returns the text before the first line and the answer to each line, without prompts and without the echo of the
 * lines.
 */
async function readAnswers(
  session: TerminalSession,
  lines: SessionScenario["lines"],
): Promise<readonly string[]> {
  const heard: string[] = [];
  const decoder = new TextDecoder();
  let text = "";
  const take = () => {
    const echo = `${lines[heard.length - 1]?.say}\r\n`;
    heard.push(text.startsWith(echo) ? text.slice(echo.length) : text);
    text = "";
  };
  for await (const octets of session.readable) {
    text += decoder.decode(octets, { stream: true });
    const next = lines[heard.length];
    if (!text.endsWith(PROMPT) || next === undefined) continue;
    text = text.slice(0, -PROMPT.length);
    take();
    await session.write(octetsOf(`${next.say}\n`));
  }
  take();
  return heard;
}
