import { BINARY, DO, DONT, IAC, SB, SE, WILL, WONT } from "./codes.ts";

/** The options that the server supports: RFC 857, 858, 1091, 1073, 856. */
export type TelnetFeature = "ECHO" | "SGA" | "TTYPE" | "NAWS" | "BINARY";

export const TELNET_FEATURES: readonly TelnetFeature[] = ["ECHO", "SGA", "TTYPE", "NAWS", "BINARY"];

const ECHO = 1;
const SGA = 3;
const TTYPE = 24;
const NAWS = 31;

const IS = 0;
const SEND = 1;

/** The states of RFC 1143 without its queue: the server waits for a pending negotiation. */
type State = "NO" | "WANTYES" | "YES" | "WANTNO";

/** The side that uses the option. */
type Side = "us" | "him";

/** The options that the server offers, and those that it allows the client. */
const AGREED: Readonly<Record<Side, ReadonlyMap<number, TelnetFeature>>> = {
  us: new Map([
    [ECHO, "ECHO"],
    [SGA, "SGA"],
    [BINARY, "BINARY"],
  ]),
  him: new Map([
    [SGA, "SGA"],
    [BINARY, "BINARY"],
    [TTYPE, "TTYPE"],
    [NAWS, "NAWS"],
  ]),
};

/** The client's data of its terminal. */
export interface Terminal {
  readonly name: string | undefined;
  /** Characters; 0: unknown. */
  readonly columns: number;
  readonly rows: number;
}

/** The option negotiation of one connection (RFC 855, 1143). */
export class Negotiation {
  readonly #send: (octets: Uint8Array) => void;
  readonly #features: ReadonlySet<TelnetFeature>;
  readonly #states: Readonly<Record<Side, Map<number, State>>> = { us: new Map(), him: new Map() };
  #terminal: Terminal = { name: undefined, columns: 0, rows: 0 };

  constructor(features: ReadonlySet<TelnetFeature>, send: (octets: Uint8Array) => void) {
    this.#features = features;
    this.#send = send;
  }

  get terminal(): Terminal {
    return this.#terminal;
  }

  get echoes(): boolean {
    return this.#state("us", ECHO) === "YES";
  }

  /** Starts the negotiation. BINARY is enabled only if the client asks for it. */
  begin(): void {
    if (this.#features.has("ECHO")) this.offerEcho(true);
    if (this.#features.has("SGA")) this.#want("us", SGA, true);
    if (this.#features.has("TTYPE")) this.#want("him", TTYPE, true);
    if (this.#features.has("NAWS")) this.#want("him", NAWS, true);
  }

  /** Echo by the server, without output, hides a line that is typed. */
  offerEcho(on: boolean): void {
    this.#want("us", ECHO, on);
  }

  hear(verb: number, option: number): void {
    const side: Side = verb === WILL || verb === WONT ? "him" : "us";
    const before = this.#state(side, option);
    if (verb === WILL || verb === DO) {
      if (before === "NO") this.#answer(side, option, this.#agrees(side, option));
      else this.#states[side].set(option, before === "WANTNO" ? "NO" : "YES");
    } else if (before === "YES") this.#answer(side, option, false);
    else this.#states[side].delete(option);
    if (option === TTYPE && before !== "YES" && this.#state("him", TTYPE) === "YES")
      this.#send(Uint8Array.of(IAC, SB, TTYPE, SEND, IAC, SE));
  }

  hearParameters(option: number, parameters: Uint8Array): void {
    if (this.#state("him", option) !== "YES") return;
    if (option === TTYPE && parameters[0] === IS) {
      const name = String.fromCharCode(
        ...parameters.subarray(1).filter((octet) => octet > 32 && octet < 127),
      );
      this.#terminal = { ...this.#terminal, name: name.slice(0, 40) };
    }
    if (option === NAWS && parameters.length === 4) {
      const [w1 = 0, w0 = 0, h1 = 0, h0 = 0] = parameters;
      this.#terminal = { ...this.#terminal, columns: w1 * 256 + w0, rows: h1 * 256 + h0 };
    }
  }

  #agrees(side: Side, option: number): boolean {
    const feature = AGREED[side].get(option);
    // Only the server offers to echo; a client that asks for it gets it as well.
    return feature !== undefined && this.#features.has(feature);
  }

  #answer(side: Side, option: number, on: boolean): void {
    if (on) this.#states[side].set(option, "YES");
    else this.#states[side].delete(option);
    this.#say(side, option, on);
  }

  #want(side: Side, option: number, on: boolean): void {
    if (this.#state(side, option) !== (on ? "NO" : "YES")) return;
    this.#states[side].set(option, on ? "WANTYES" : "WANTNO");
    this.#say(side, option, on);
  }

  #say(side: Side, option: number, on: boolean): void {
    const verb = side === "us" ? (on ? WILL : WONT) : on ? DO : DONT;
    this.#send(Uint8Array.of(IAC, verb, option));
  }

  #state(side: Side, option: number): State {
    return this.#states[side].get(option) ?? "NO";
  }
}
