import { TerminalText } from "../render/terminal-text.ts";

const LF = 0x0a;
const VT = 0x0b;
const CR = 0x0d;
const ESC = 0x1b;

/** How the server's octets come to the screen. */
export interface Screen {
  /** @param raw does the server rule the screen, key by key? Else lines go by. */
  show(octets: Uint8Array, raw: boolean): Uint8Array | string;
  /** What brings the screen back to what it was, as far as the server may have changed it. */
  leave(): string;
}

/** Shows what could act on a terminal as `\x1b`, and so nothing acts. */
export function createSafeScreen(): Screen {
  const text = new TerminalText();
  return { show: (octets) => text.push(octets), leave: () => text.end() };
}

/** Octets as they are: the server draws on the terminal. */
export function createLiveScreen(): Screen {
  const alternate = new AlternateScreen();
  let last = 0;
  let hasDrawn = false;
  return {
    show(octets, raw) {
      hasDrawn ||= octets.includes(ESC);
      if (hasDrawn) alternate.see(octets);
      const shown = raw ? protectLineFeeds(octets, last) : octets;
      last = octets.at(-1) ?? last;
      return shown;
    },
    leave: () => (hasDrawn ? `${alternate.isOn ? "\x1b[?1049l" : ""}${SOFT_RESET}` : ""),
  };
}

/** Attributes, cursor, keys, margins (DECSTR); then what tells of the mouse, and of pasting. */
const SOFT_RESET = "\x1b[!p\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m\x1b[?25h";

/**
 * A line feed alone moves down, and not to the beginning of the line; but a terminal in Node's raw mode still
 * adds that (ONLCR). A vertical tab is to a terminal what a line feed is, and nothing is added to it.
 */
function protectLineFeeds(octets: Uint8Array, before: number): Uint8Array {
  if (!octets.includes(LF)) return octets;
  return octets.map((octet, at) =>
    octet === LF && (at === 0 ? before : octets[at - 1]) !== CR ? VT : octet,
  );
}

/** Longer than what turns the other screen on or off, so that none is lost where octets were cut. */
const OVERLAP = 8;

const ON = ["\x1b[?1049h", "\x1b[?1047h", "\x1b[?47h"];
const OFF = ["\x1b[?1049l", "\x1b[?1047l", "\x1b[?47l"];

/** Has the server gone to the other screen, where programs draw that fill it? */
class AlternateScreen {
  #tail = "";
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  see(octets: Uint8Array): void {
    const text = this.#tail + new TextDecoder("latin1").decode(octets);
    const on = Math.max(...ON.map((sequence) => text.lastIndexOf(sequence)));
    const off = Math.max(...OFF.map((sequence) => text.lastIndexOf(sequence)));
    if (on !== off) this.#isOn = on > off;
    this.#tail = text.slice(-OVERLAP);
  }
}
