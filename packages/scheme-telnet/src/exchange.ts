import { AccessError } from "@anyurl/core";
import {
  commandOctets,
  commandOf,
  negotiation,
  subnegotiation,
  type TelnetCommand,
  type Verb,
} from "./commands.ts";
import { NvtReader, nvtOctets } from "./nvt.ts";
import { BINARY, binary } from "./options/binary.ts";
import { ECHO, echo } from "./options/echo.ts";
import { endOfRecord } from "./options/end-of-record.ts";
import { checkedSize, NAWS, naws, sizeParameters, type WindowSize } from "./options/naws.ts";
import { newEnviron } from "./options/new-environ.ts";
import type { Side, TelnetOption } from "./options/option.ts";
import { suppressGoAhead } from "./options/suppress-go-ahead.ts";
import { terminalType } from "./options/terminal-type.ts";
import {
  ASK_ENABLE,
  ON_DISABLE,
  ON_ENABLE,
  type OptionState,
  type Said,
  type Transition,
} from "./q-method.ts";

/** What our side of the stream has, and agrees to. */
export interface TelnetSettings {
  /** Names for TERMINAL-TYPE, the best one first. */
  readonly terminalTypes: readonly string[];
  /** Where there is a window. */
  readonly size: WindowSize | undefined;
  /** Ask for BINARY, both ways. A server that asks for it gets it in any case. */
  readonly binary: boolean;
  readonly endOfRecord: boolean;
  /** Variables for NEW-ENVIRON. */
  readonly env: ReadonlyMap<string, string>;
  /** Octets of one subnegotiation. */
  readonly maxSubnegotiation: number;
  /** Octets of all that we answer. */
  readonly maxNegotiation: number;
}

/** What has come of octets that arrived. */
export type TelnetEvent =
  | { readonly is: "data"; readonly octets: Uint8Array }
  /** To be sent, before anything that comes later. */
  | { readonly is: "answer"; readonly octets: Uint8Array }
  /** An option has come on, or has gone off. */
  | { readonly is: "option"; readonly option: string; readonly side: Side; readonly on: boolean }
  /** The server has sent a command that takes no argument, as "AYT". Nothing has been answered. */
  | { readonly is: "command"; readonly command: TelnetCommand };

/** An option that is on, and whose it is. */
export interface OptionInUse {
  readonly option: string;
  readonly side: Side;
}

const VERBS: Readonly<Record<Side, Readonly<Record<Said, Verb>>>> = {
  us: { enable: "WILL", disable: "WONT" },
  him: { enable: "DO", disable: "DONT" },
};

/**
 * Our end of a Telnet connection, without the connection (RFC 854, 855, 1143): octets in, events and answers
 * out. It has no clock: nothing in Telnet is due at any time.
 *
 * It says nothing of Telnet before the server does: what listens at the port may be another service, and
 * would take an offer for text.
 */
export class TelnetExchange {
  readonly #settings: TelnetSettings;
  readonly #reader: NvtReader;
  readonly #options: ReadonlyMap<number, TelnetOption>;
  readonly #states: Readonly<Record<Side, Map<number, OptionState>>> = { us: new Map(), him: new Map() };
  #size: WindowSize | undefined;
  #answered = 0;
  #hasSpokenTelnet = false;
  /** The server has said that it does not want to know the size of our window. */
  #sizeUnwanted = false;

  constructor(settings: TelnetSettings) {
    this.#settings = settings;
    this.#size = settings.size;
    this.#reader = new NvtReader(settings.maxSubnegotiation, () => this.isOn(BINARY, "him"));
    const known = [
      binary,
      echo,
      suppressGoAhead,
      terminalType(settings.terminalTypes),
      endOfRecord(settings.endOfRecord),
      naws(() => this.#size),
      newEnviron(settings.env),
    ];
    this.#options = new Map(known.map((option) => [option.code, option]));
  }

  /** Does the server echo what is written? Then a terminal must not. */
  get echoes(): boolean {
    return this.isOn(ECHO, "him");
  }

  /** The options that are on. */
  get inUse(): readonly OptionInUse[] {
    return [...this.#options.values()].flatMap(({ code, name }) =>
      (["us", "him"] as const)
        .filter((side) => this.isOn(code, side))
        .map((side) => ({ option: name, side })),
    );
  }

  isOn(option: number, side: Side): boolean {
    return this.#stateOf(option, side) === "YES";
  }

  /**
   * What comes of octets that have arrived, in order. Whoever stops asking can go on later with the same
   * generator, and must before the next octets.
   *
   * @throws {AccessError} protocol-error: the server wants more answers than maxNegotiation has octets, or
   *   sends a subnegotiation that is too long.
   */
  *receive(octets: Uint8Array): Generator<TelnetEvent, void, void> {
    for (const received of this.#reader.read(octets)) {
      if (received.is === "data") {
        yield received;
        continue;
      }
      if (!this.#hasSpokenTelnet) {
        this.#hasSpokenTelnet = true;
        if (this.#settings.binary) yield* this.#askForBinary();
      }
      if (received.is === "negotiation") yield* this.#negotiate(received.verb, received.option);
      else if (received.is === "subnegotiation") yield* this.#answerTo(received.option, received.parameters);
      else {
        const command = commandOf(received.code);
        if (command !== undefined) yield { is: "command", command };
      }
    }
  }

  /** Data as they are to be sent now. */
  write(data: Uint8Array): Uint8Array {
    return nvtOctets(data, this.isOn(BINARY, "us"));
  }

  /** @throws {TypeError} there is no such command. */
  command(command: TelnetCommand): Uint8Array {
    return commandOctets(command);
  }

  /**
   * The window has this size from now on. Gives what tells the server so; `undefined`: it does not want to
   * know, or has not spoken Telnet yet.
   *
   * @throws {RangeError} no number from 0 to 65535.
   */
  resize(columns: number, rows: number): Uint8Array | undefined {
    const size = checkedSize(columns, rows);
    this.#size = size;
    if (this.isOn(NAWS, "us")) return subnegotiation(NAWS, sizeParameters(size));
    if (!this.#hasSpokenTelnet || this.#sizeUnwanted) return undefined;
    return this.#move(NAWS, "us", ASK_ENABLE[this.#stateOf(NAWS, "us")]);
  }

  *#askForBinary(): Generator<TelnetEvent, void, void> {
    for (const side of ["us", "him"] as const) {
      const said = this.#move(BINARY, side, ASK_ENABLE[this.#stateOf(BINARY, side)]);
      if (said !== undefined) yield this.#answer(said);
    }
  }

  *#negotiate(verb: Verb, code: number): Generator<TelnetEvent, void, void> {
    const side: Side = verb === "WILL" || verb === "WONT" ? "him" : "us";
    const on = verb === "WILL" || verb === "DO";
    const option = this.#options.get(code);
    const before = this.#stateOf(code, side);
    if (code === NAWS && side === "us") this.#sizeUnwanted = !on;
    const transition = on ? ON_ENABLE[before](option?.agrees(side) ?? false) : ON_DISABLE[before];
    const said = this.#move(code, side, transition);
    if (said !== undefined) yield this.#answer(said);
    const isOn = this.isOn(code, side);
    if (option === undefined || isOn === (before === "YES")) return;
    yield { is: "option", option: option.name, side, on: isOn };
    const first = isOn && side === "us" ? option.begin?.() : undefined;
    if (first !== undefined) yield this.#answer(subnegotiation(code, first));
  }

  *#answerTo(code: number, parameters: Uint8Array): Generator<TelnetEvent, void, void> {
    if (!this.isOn(code, "us")) return;
    const answer = this.#options.get(code)?.answer?.(parameters);
    if (answer !== undefined) yield this.#answer(subnegotiation(code, answer));
  }

  /** One step of the Q method. Gives what is to be said. */
  #move(option: number, side: Side, [state, said]: Transition): Uint8Array | undefined {
    // Of what is not known there is nothing to remember: it is off, and stays so.
    if (state === "NO") this.#states[side].delete(option);
    else this.#states[side].set(option, state);
    return said && negotiation(VERBS[side][said], option);
  }

  #stateOf(option: number, side: Side): OptionState {
    return this.#states[side].get(option) ?? "NO";
  }

  #answer(octets: Uint8Array): TelnetEvent {
    this.#answered += octets.length;
    const { maxNegotiation } = this.#settings;
    if (this.#answered > maxNegotiation) {
      throw new AccessError(
        "protocol-error",
        `the server wants more than ${maxNegotiation} octets of answers about options`,
        { hint: "raise the limit maxNegotiation" },
      );
    }
    return { is: "answer", octets };
  }
}
