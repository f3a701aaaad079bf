import { AccessError, displayText, octetsOf, textOf } from "@anyurl/core";

/** What a URL and the caller's credentials know of a login. */
export interface SuggestedLogin {
  /** The user that the URL names. */
  readonly user: string | undefined;
  /**
   * The password of the URL or, where it has none, what the caller's credentials say; `undefined`: none is
   * known.
   */
  password(): Promise<string | undefined>;
}

/**
 * Asked at each prompt, which is a line that the server has begun and not ended: what to type, without a line
 * end, or `undefined` for nothing. The prompt is a stranger's text, without what could act on a terminal, and
 * its last 256 octets at most.
 */
export type AutoLogin = (
  prompt: string,
  login: SuggestedLogin,
) => string | undefined | Promise<string | undefined>;

/** A line to be typed. */
export interface TypedLine {
  readonly octets: Uint8Array;
  /** Is it the password that was asked for? Then nobody may see it. */
  readonly secret: boolean;
}

const MAX_PROMPT = 256;

/** So many lines are typed for one session: a server that asks again and again gets no more. */
const MAX_LINES = 8;

const LF = 0x0a;

/** Types for somebody who is not there, where the caller has said how. */
export class LoginTypist {
  readonly #ask: AutoLogin;
  readonly #login: SuggestedLogin;
  #line: Uint8Array = new Uint8Array(0);
  #typed = 0;

  constructor(ask: AutoLogin, login: SuggestedLogin) {
    this.#ask = ask;
    this.#login = login;
  }

  /** Data of the server's. */
  see(octets: Uint8Array): void {
    const end = octets.lastIndexOf(LF);
    const tail = octets.subarray(Math.max(end + 1, octets.length - MAX_PROMPT));
    const kept = end < 0 ? this.#line : new Uint8Array(0);
    const line = new Uint8Array(kept.length + tail.length);
    line.set(kept);
    line.set(tail, kept.length);
    this.#line = line.slice(-MAX_PROMPT);
  }

  /** What to type now. @throws {AccessError} control-octet: the line has an octet that would end it early. */
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
      octets: lineOctets(typed),
      secret: given !== undefined && given !== "" && typed.includes(given),
    };
  }
}

/** NUL, LF and CR would end the line early, and IAC would begin a command. */
function lineOctets(line: string): Uint8Array {
  const octets = octetsOf(line);
  if (octets.some((octet) => octet === 0x00 || octet === LF || octet === 0x0d || octet === 0xff)) {
    throw new AccessError("control-octet", "a line that is typed has no NUL, CR, LF or IAC; it was not sent");
  }
  const ended = new Uint8Array(octets.length + 1);
  ended.set(octets);
  ended[octets.length] = LF;
  return ended;
}
