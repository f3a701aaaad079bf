import type { EscapeKey } from "./escape-key.ts";
import { LineEditor } from "./line-editor.ts";
import { PROMPT, runPromptCommand } from "./prompt.ts";
import type { TerminalSession } from "./session.ts";

export interface KeyboardInit {
  readonly session: TerminalSession;
  readonly escapeKey: EscapeKey | undefined;
  /** "host:port", for the prompt. */
  readonly where: string;
  /** Shows text of the command itself. */
  readonly show: (text: string) => Promise<void>;
  /** Called when the prompt opens or closes: output of the server is paused while it is open. */
  readonly onPrompt: (isThere: boolean) => void;
}

const CTRL_C = 0x03;
const CTRL_D = 0x04;
const CTRL_Z = 0x1a;
const CTRL_BACKSLASH = 0x1c;
const LF = 0x0a;

/** The commands that control keys send to the server (RFC 854). In a local terminal these keys would be signals. */
const COMMANDS: ReadonlyMap<number, string> = new Map([
  [CTRL_C, "IP"],
  [CTRL_Z, "SUSP"],
  [CTRL_BACKSLASH, "BRK"],
]);

/**
 * Handles the user's keys. If the server echoes, every key is sent immediately; otherwise lines are edited and echoed
 * here. The escape key opens a prompt in both modes.
 */
export class Keyboard {
  readonly #init: KeyboardInit;
  readonly #line = new LineEditor();
  /** The line at the prompt; `undefined` if the prompt is closed. */
  #command: LineEditor | undefined;

  constructor(init: KeyboardInit) {
    this.#init = init;
  }

  /** Handles pressed keys. Returns "close" if the session is to end. */
  async press(octets: Uint8Array): Promise<"close" | undefined> {
    for (let at = 0; at < octets.length; ) {
      if (this.#command !== undefined) {
        if ((await this.#pressAtPrompt(this.#command, octets[at++]!)) === "close") return "close";
        continue;
      }
      const { escapeKey } = this.#init;
      const found = escapeKey === undefined ? -1 : octets.indexOf(escapeKey.octet, at);
      const end = found < 0 ? octets.length : found;
      if (end > at) await this.#type(octets.subarray(at, end));
      if (found >= 0) await this.#openPrompt();
      at = end + (found < 0 ? 0 : 1);
    }
    return undefined;
  }

  /** Sends the typed part of a line, because the server echoes from now on. */
  async handOver(): Promise<void> {
    const typed = this.#line.take();
    if (typed.length > 0) await this.#init.session.write(typed);
  }

  async #type(octets: Uint8Array): Promise<void> {
    const { session, show } = this.#init;
    if (session.echoes === true) return session.write(octets);
    for (const octet of octets) {
      const edited = this.#line.key(octet);
      if (edited?.is === "echo") await show(edited.text);
      else if (edited?.is === "line") {
        await show("\n");
        await session.write(Uint8Array.of(...edited.octets, LF));
      } else if (edited?.is === "key") await this.#control(edited.octet);
    }
  }

  async #control(octet: number): Promise<void> {
    const { session, show } = this.#init;
    const command = COMMANDS.get(octet);
    if (command === undefined || session.send === undefined) return session.write(Uint8Array.of(octet));
    this.#line.take();
    await show(`^${String.fromCharCode(octet | 0x40)}\n`);
    await session.send(command);
  }

  async #openPrompt(): Promise<void> {
    const { onPrompt, show } = this.#init;
    this.#command = new LineEditor();
    onPrompt(true);
    await show(`\n${PROMPT}`);
  }

  #closePrompt(): void {
    this.#command = undefined;
    this.#init.onPrompt(false);
  }

  async #pressAtPrompt(line: LineEditor, octet: number): Promise<"close" | undefined> {
    const { session, escapeKey, where, show } = this.#init;
    if (escapeKey === undefined) return undefined;
    if (octet === escapeKey.octet) {
      await show("\n");
      await session.write(Uint8Array.of(octet));
      this.#closePrompt();
      return undefined;
    }
    const edited = line.key(octet);
    if (edited?.is === "echo") await show(edited.text);
    if (edited?.is === "key" && (edited.octet === CTRL_C || edited.octet === CTRL_D)) {
      await show("\n");
      this.#closePrompt();
    }
    if (edited?.is !== "line") return undefined;
    await show("\n");
    const outcome = await runPromptCommand(
      new TextDecoder().decode(edited.octets),
      session,
      escapeKey,
      where,
    );
    if (outcome.next === "close") return "close";
    await show(outcome.next === "ask" ? outcome.text + PROMPT : outcome.text);
    if (outcome.next === "resume") this.#closePrompt();
    return undefined;
  }
}
