import { DONT, IAC, SB, SE, WILL } from "./codes.ts";

const CR = 0x0d;
const LF = 0x0a;

/** The parts of a client's stream: single bytes of data, and commands (RFC 854, 855). */
export type ClientEvent =
  | { readonly is: "octet"; readonly octet: number }
  | { readonly is: "negotiation"; readonly verb: number; readonly option: number }
  | { readonly is: "subnegotiation"; readonly option: number; readonly parameters: Uint8Array }
  | { readonly is: "command"; readonly code: number };

/** Maximum bytes of a subnegotiation, more than any that is used here. The rest is dropped. */
const MAX_SUBNEGOTIATION_BYTES = 256;

/** Parses a client's stream, however the packets are split. */
export class TelnetStream {
  /** "", "IAC", the verb that waits for its option, "SB" or "SB IAC". */
  #state: "" | "IAC" | number | "SB" | "SB IAC" = "";
  #held: number[] = [];

  *read(octets: Uint8Array): Generator<ClientEvent, void, void> {
    for (const octet of octets) {
      const one = this.#take(octet);
      if (one !== undefined) yield one;
    }
  }

  #take(octet: number): ClientEvent | undefined {
    const state = this.#state;
    if (typeof state === "number") {
      this.#state = "";
      return { is: "negotiation", verb: state, option: octet };
    }
    if (state === "SB") {
      if (octet === IAC) this.#state = "SB IAC";
      else this.#hold(octet);
      return undefined;
    }
    if (state === "SB IAC" && octet === IAC) {
      this.#hold(octet);
      this.#state = "SB";
      return undefined;
    }
    if (state === "SB IAC" && octet === SE) return this.#subnegotiation();
    if (state === "") {
      if (octet !== IAC) return { is: "octet", octet };
      this.#state = "IAC";
      return undefined;
    }
    // Handles the byte after an IAC. In a subnegotiation it was the end.
    this.#held = [];
    this.#state = octet >= WILL && octet <= DONT ? octet : octet === SB ? "SB" : "";
    if (this.#state !== "") return undefined;
    return octet === IAC ? { is: "octet", octet } : { is: "command", code: octet };
  }

  #hold(octet: number): void {
    if (this.#held.length <= MAX_SUBNEGOTIATION_BYTES) this.#held.push(octet);
  }

  #subnegotiation(): ClientEvent | undefined {
    const [option, ...parameters] = this.#held;
    this.#held = [];
    this.#state = "";
    if (option === undefined || parameters.length >= MAX_SUBNEGOTIATION_BYTES) return undefined;
    return { is: "subnegotiation", option, parameters: Uint8Array.from(parameters) };
  }
}

/** Formats text for a client: each line ends in CR LF, a bare CR becomes CR NUL, IAC is doubled. */
export function formatTelnetText(octets: Uint8Array): Uint8Array {
  const sent: number[] = [];
  for (const [at, octet] of octets.entries()) {
    if (octet === LF && octets[at - 1] !== CR) sent.push(CR);
    sent.push(octet);
    if (octet === IAC) sent.push(IAC);
    if (octet === CR && octets[at + 1] !== LF) sent.push(0);
  }
  return Uint8Array.from(sent);
}
