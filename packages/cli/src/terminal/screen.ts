import { TerminalText } from "../render/terminal-text.ts";

const LF = 0x0a;
const VT = 0x0b;
const CR = 0x0d;
const ESC = 0x1b;

/** Converts data of the server for the screen. */
export interface Screen {
  /** @param raw whether the server controls the screen key by key, instead of sending lines. */
  show(octets: Uint8Array, raw: boolean): Uint8Array | string;
  /** Returns the text that restores the screen, as far as the server may have changed it. */
  leave(): string;
}

/** Creates a screen that shows control characters as `\x1b`, so they have no effect. */
export function createSafeScreen(): Screen {
  const text = new TerminalText();
  return { show: (octets) => text.push(octets), leave: () => text.end() };
}

/** Creates a screen that passes data unchanged: the server controls the terminal. */
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

/** Resets attributes, cursor, keys and margins (DECSTR), then mouse reports and bracketed paste. */
const SOFT_RESET = "\x1b[!p\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m\x1b[?25h";

/**
 * A line feed without CR moves down but not to the start of the line, but a terminal in Node's raw mode adds a CR
 * (ONLCR). A vertical tab also moves down, and the terminal adds nothing to it.
 */
function protectLineFeeds(octets: Uint8Array, before: number): Uint8Array {
  if (!octets.includes(LF)) return octets;
  return octets.map((octet, at) =>
    octet === LF && (at === 0 ? before : octets[at - 1]) !== CR ? VT : octet,
  );
}

/** Longer than the sequences that switch screens, so that a sequence split between two chunks is found. */
const OVERLAP = 8;

const ON = ["\x1b[?1049h", "\x1b[?1047h", "\x1b[?47h"];
const OFF = ["\x1b[?1049l", "\x1b[?1047l", "\x1b[?47l"];

/** Tracks whether the server has switched to the alternate screen, which full-screen programs use. */
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
