import { AccessError, displayText, octetsOf, textOf } from "@anyurl/core";

/** The login from a URL and the caller's credentials. */
export interface SuggestedLogin {
  /** The user in the URL. */
  readonly user: string | undefined;
  /** The password of the URL or, if it has none, that of the caller's credentials; `undefined` if unknown. */
  password(): Promise<string | undefined>;
}

/**
 * A callback for each prompt, that is, for each line of the server without a line end. Returns what to type, without a
 * line end, or `undefined` to type nothing. The prompt is untrusted text without terminal control characters, limited
 * to its last 256 bytes.
 */
export type AutoLogin = (
  prompt: string,
  login: SuggestedLogin,
) => string | undefined | Promise<string | undefined>;

/** A line to type. */
export interface TypedLine {
  readonly octets: Uint8Array;
  /** True for a password, which must not be shown. */
  readonly secret: boolean;
}

const MAX_PROMPT_BYTES = 256;

/** Maximum number of lines to type in one session, against a server that repeats its prompt. */
const MAX_LINES = 8;

const LF = 0x0a;

/** Answers prompts with the callback of the caller. */
export class AutoLoginSender {
  readonly #ask: AutoLogin;
  readonly #login: SuggestedLogin;
  #line: Uint8Array = new Uint8Array(0);
  #typed = 0;

  constructor(ask: AutoLogin, login: SuggestedLogin) {
    this.#ask = ask;
    this.#login = login;
  }

  /** Adds data of the server. */
  see(octets: Uint8Array): void {
    const end = octets.lastIndexOf(LF);
    const tail = octets.subarray(Math.max(end + 1, octets.length - MAX_PROMPT_BYTES));
    const kept = end < 0 ? this.#line : new Uint8Array(0);
    const line = new Uint8Array(kept.length + tail.length);
    line.set(kept);
    line.set(tail, kept.length);
    this.#line = line.slice(-MAX_PROMPT_BYTES);
  }

  /** Returns the line to type now. @throws {AccessError} control-octet: the line contains NUL, CR, LF, or IAC. */
  async answer(): Promise<TypedLine | undefined> {
    if (this.#line.length === 0 || this.#typed >= MAX_LINES) return undefined;
    let given: string | undefined;
    const typed = await this.#ask(displayText(textOf(this.#line)), {
      user: this.#login.user,
      password: async () => {
        given = await this.#login.password();
        return given;
      },
    });
    if (typed === undefined) return undefined;
    this.#typed++;
    this.#line = new Uint8Array(0);
    return {
      octets: encodeLine(typed),
      secret: given !== undefined && given !== "" && typed.includes(given),
    };
  }
}

/** NUL, LF and CR would end the line early, and IAC would begin a command. */
function encodeLine(line: string): Uint8Array {
  const octets = octetsOf(line);
  if (octets.some((octet) => octet === 0x00 || octet === LF || octet === 0x0d || octet === 0xff)) {
    throw new AccessError("control-octet", "the line contains NUL, CR, LF, or IAC; it was not sent");
  }
  const ended = new Uint8Array(octets.length + 1);
  ended.set(octets);
  ended[octets.length] = LF;
  return ended;
}
