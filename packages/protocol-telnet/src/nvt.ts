import { AccessError } from "@anyurl/core";
import { DO, DONT, IAC, SB, SE, type Verb, WILL, WONT } from "./commands.ts";

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;

/** An item of a Telnet stream. */
export type NvtItem =
  /** Never empty. Without doubled IACs, and without the NUL after a CR. */
  | { readonly is: "data"; readonly octets: Uint8Array }
  | { readonly is: "negotiation"; readonly verb: Verb; readonly option: number }
  | { readonly is: "subnegotiation"; readonly option: number; readonly parameters: Uint8Array }
  /** IAC and a code without an argument: a command of RFC 854 or an unknown one. */
  | { readonly is: "command"; readonly code: number };

/** The state within a command: `x` is the next byte. */
type ParserState =
  | "data" //      …a x
  | "IAC" //       IAC x
  | Verb //        IAC WILL x
  | "SB" //        IAC SB … x
  | "SB IAC"; //   IAC SB … IAC x

const VERBS: ReadonlyMap<number, Verb> = new Map([
  [WILL, "WILL"],
  [WONT, "WONT"],
  [DO, "DO"],
  [DONT, "DONT"],
]);

/**
 * Parses the stream of the Network Virtual Terminal (RFC 854). The result does not depend on packet boundaries, except
 * where data chunks end. It buffers one subnegotiation at most.
 *
 * CR LF, the newline of the NVT, is not changed; CR NUL, a plain carriage return, becomes CR. So a terminal can display
 * the data. A CR before any other byte, which the NVT does not allow, stays a CR.
 */
export class NvtParser {
  readonly #maxSubnegotiation: number;
  readonly #isBinary: () => boolean;
  #state: ParserState = "data";
  /** True if the last data byte was a CR of the NVT: a following NUL belongs to it. */
  #afterCr = false;
  /** The option, and its parameters so far. */
  #held: number[] = [];

  /**
   * @param maxSubnegotiation maximum bytes of the parameters.
   * @param isBinary returns true if the server transmits BINARY (RFC 856). Called for each chunk of data: it may change
   *   between two bytes.
   */
  constructor(maxSubnegotiation: number, isBinary: () => boolean) {
    this.#maxSubnegotiation = maxSubnegotiation;
    this.#isBinary = isBinary;
  }

  /**
   * Yields the items of received bytes. Reads on only if the next item is requested.
   *
   * @throws {AccessError} protocol-error: a subnegotiation is too long.
   */
  *read(octets: Uint8Array): Generator<NvtItem, void, void> {
    for (let at = 0; at < octets.length; ) {
      if (this.#state === "data") {
        const end = findDataEnd(octets, at);
        if (end > at) yield* this.#data(octets.subarray(at, end));
        if (end < octets.length) this.#state = "IAC";
        at = end + 1;
        continue;
      }
      const received = this.#take(octets[at++]!);
      if (received !== undefined) yield received;
    }
  }

  /** Handles a byte within a command. */
  #take(octet: number): NvtItem | undefined {
    switch (this.#state) {
      case "SB":
        if (octet === IAC) this.#state = "SB IAC";
        else this.#hold(octet);
        return undefined;
      case "SB IAC":
        return this.#takeInSubnegotiation(octet);
      case "IAC":
        return this.#takeCommand(octet);
      default: {
        const verb = this.#state as Verb;
        this.#state = "data";
        return { is: "negotiation", verb, option: octet };
      }
    }
  }

  #takeInSubnegotiation(octet: number): NvtItem | undefined {
    if (octet === IAC) {
      this.#state = "SB";
      this.#hold(IAC);
      return undefined;
    }
    const [option, ...parameters] = this.#held;
    this.#held = [];
    // A command within a subnegotiation ends it: the server has abandoned it.
    if (octet !== SE) return this.#takeCommand(octet);
    this.#state = "data";
    return option === undefined
      ? undefined
      : { is: "subnegotiation", option, parameters: Uint8Array.from(parameters) };
  }

  #takeCommand(octet: number): NvtItem | undefined {
    if (octet === IAC) {
      this.#state = "data";
      this.#afterCr = false;
      return { is: "data", octets: Uint8Array.of(IAC) };
    }
    const verb = VERBS.get(octet);
    this.#state = verb ?? (octet === SB ? "SB" : "data");
    return this.#state === "data" ? { is: "command", code: octet } : undefined;
  }

  #hold(octet: number): void {
    if (this.#held.length > this.#maxSubnegotiation) {
      this.#held = [];
      throw new AccessError(
        "protocol-error",
        `the server sent a subnegotiation longer than ${this.#maxSubnegotiation} bytes`,
        { hint: "increase the option maxSubnegotiation" },
      );
    }
    this.#held.push(octet);
  }

  *#data(octets: Uint8Array): Generator<NvtItem, void, void> {
    const binary = this.#isBinary();
    const rest = this.#afterCr && !binary && octets[0] === NUL ? octets.subarray(1) : octets;
    this.#afterCr = !binary && rest.at(-1) === CR;
    const given = removeEscapes(rest, binary);
    if (given.length > 0) yield { is: "data", octets: given };
  }
}

/**
 * Returns the offset of the next command, or the end of the bytes. IAC IAC is data; an IAC in the last byte may be
 * either.
 */
function findDataEnd(octets: Uint8Array, from: number): number {
  let at = octets.indexOf(IAC, from);
  while (at >= 0 && octets[at + 1] === IAC) at = octets.indexOf(IAC, at + 2);
  return at < 0 ? octets.length : at;
}

/** Removes one IAC of each pair, and the NUL of each CR NUL. Returns the same array without any of these. */
function removeEscapes(octets: Uint8Array, binary: boolean): Uint8Array {
  if (!octets.includes(IAC) && (binary || !octets.includes(NUL))) return octets;
  const kept = new Uint8Array(octets.length);
  let to = 0;
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at]!;
    if (octet === NUL && !binary && octets[at - 1] === CR) continue;
    kept[to++] = octet;
    if (octet === IAC) at++;
  }
  return kept.slice(0, to);
}

/**
 * Encodes data for the NVT: LF and CR LF become CR LF; a CR alone, also at the end, becomes CR NUL; IAC is doubled.
 * With BINARY only IAC is changed (RFC 856).
 */
export function encodeNvt(data: Uint8Array, binary: boolean): Uint8Array {
  const isPlain = !data.includes(IAC) && (binary || !(data.includes(LF) || data.includes(CR)));
  if (isPlain) return data;
  const sent = new Uint8Array(2 * data.length);
  let to = 0;
  for (const [at, octet] of data.entries()) {
    if (!binary && octet === LF && (at === 0 || data[at - 1] !== CR)) sent[to++] = CR;
    sent[to++] = octet;
    if (octet === IAC) sent[to++] = IAC;
    if (!binary && octet === CR && data[at + 1] !== LF) sent[to++] = NUL;
  }
  return sent.slice(0, to);
}
