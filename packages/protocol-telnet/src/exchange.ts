import { AccessError } from "@anyurl/core";
import {
  findCommand,
  formatCommand,
  formatNegotiation,
  formatSubnegotiation,
  type TelnetCommand,
  type Verb,
} from "./commands.ts";
import { encodeNvt, NvtParser } from "./nvt.ts";
import { BINARY, binary } from "./options/binary.ts";
import { ECHO, echo } from "./options/echo.ts";
import { createEndOfRecord } from "./options/end-of-record.ts";
import { checkWindowSize, createNaws, formatSize, NAWS, type WindowSize } from "./options/naws.ts";
import { createNewEnviron } from "./options/new-environ.ts";
import type { Side, TelnetOption } from "./options/option.ts";
import { suppressGoAhead } from "./options/suppress-go-ahead.ts";
import { createTerminalType } from "./options/terminal-type.ts";
import {
  ASK_DISABLE,
  ASK_ENABLE,
  ON_DISABLE,
  ON_ENABLE,
  type OptionMessage,
  type OptionState,
  type Transition,
} from "./q-method.ts";

/** The settings of our side of the stream. */
export interface TelnetSettings {
  /** Names for TERMINAL-TYPE, in the order of preference. */
  readonly terminalTypes: readonly string[];
  /** The window size, if known. */
  readonly size: WindowSize | undefined;
  /** Request BINARY in both directions. A request of the server is always accepted. */
  readonly binary: boolean;
  readonly endOfRecord: boolean;
  /** Variables for NEW-ENVIRON. */
  readonly env: ReadonlyMap<string, string>;
  /** Options beyond those of this package, or in place of them. */
  readonly options?: readonly TelnetOption[];
  /** Maximum bytes of one subnegotiation. */
  readonly maxSubnegotiation: number;
  /** Maximum bytes of all our replies. */
  readonly maxNegotiation: number;
}

/** An event of received bytes. */
export type TelnetEvent =
  | { readonly is: "data"; readonly octets: Uint8Array }
  /** Bytes to send before any later event is handled. */
  | { readonly is: "answer"; readonly octets: Uint8Array }
  /** An option was enabled or disabled. */
  | { readonly is: "option"; readonly option: string; readonly side: Side; readonly on: boolean }
  /** The server sent a command without an argument, such as "AYT". It was not answered. */
  | { readonly is: "command"; readonly command: TelnetCommand };

/** An enabled option, and its side. */
export interface OptionInUse {
  readonly option: string;
  readonly side: Side;
}

const VERBS: Readonly<Record<Side, Readonly<Record<OptionMessage, Verb>>>> = {
  us: { enable: "WILL", disable: "WONT" },
  him: { enable: "DO", disable: "DONT" },
};

/**
 * The client side of a Telnet connection, without I/O (RFC 854, 855, 1143): bytes in, events and replies out. It needs
 * no clock: Telnet has no timeouts.
 *
 * It sends no Telnet command before the server does: another service at the port would read an offer as text.
 */
export class TelnetExchange {
  readonly #settings: TelnetSettings;
  readonly #reader: NvtParser;
  readonly #options: ReadonlyMap<number, TelnetOption>;
  readonly #states: Readonly<Record<Side, Map<number, OptionState>>> = { us: new Map(), him: new Map() };
  #size: WindowSize | undefined;
  #answered = 0;
  #hasSpokenTelnet = false;
  /** The server has rejected NAWS. */
  #sizeUnwanted = false;

  constructor(settings: TelnetSettings) {
    this.#settings = settings;
    this.#size = settings.size;
    this.#reader = new NvtParser(settings.maxSubnegotiation, () => this.#isBinary("him"));
    const known = [
      binary,
      echo,
      suppressGoAhead,
      createTerminalType(settings.terminalTypes),
      createEndOfRecord(settings.endOfRecord),
      createNaws(() => this.#size),
      createNewEnviron(settings.env),
      ...(settings.options ?? []),
    ];
    this.#options = new Map(known.map((option) => [option.code, option]));
  }

  /** True if the server echoes input; a terminal must not echo then. */
  get echoes(): boolean {
    return this.isOn(ECHO, "him");
  }

  /** The enabled options. */
  get inUse(): readonly OptionInUse[] {
    return [...this.#options.values()].flatMap(({ code, name }) =>
      (["us", "him"] as const)
        .filter((side) => this.isOn(code, side))
        .map((side) => ({ option: name, side })),
    );
  }

  isOn(option: number, side: Side): boolean {
    return this.#getOptionState(option, side) === "YES";
  }

  /**
   * Yields the events of received bytes, in order. A caller that stops iterating must finish the same generator before
   * it passes the next bytes.
   *
   * @throws {AccessError} protocol-error: the replies exceed maxNegotiation bytes, or a subnegotiation is too long.
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
        const command = findCommand(received.code);
        if (command !== undefined) yield { is: "command", command };
      }
    }
  }

  /** Encodes data for sending. */
  write(data: Uint8Array): Uint8Array {
    return encodeNvt(data, this.#isBinary("us"));
  }

  /** @throws {TypeError} unknown command. */
  command(command: TelnetCommand): Uint8Array {
    return formatCommand(command);
  }

  /**
   * Sets the window size. Returns the bytes that report it to the server; `undefined` if the server rejected NAWS or
   * has not sent a Telnet command yet.
   *
   * @throws {RangeError} a value is not a whole number from 0 to 65535.
   */
  resize(columns: number, rows: number): Uint8Array | undefined {
    const size = checkWindowSize(columns, rows);
    this.#size = size;
    if (this.isOn(NAWS, "us")) return formatSubnegotiation(NAWS, formatSize(size));
    if (!this.#hasSpokenTelnet || this.#sizeUnwanted) return undefined;
    return this.#move(NAWS, "us", ASK_ENABLE[this.#getOptionState(NAWS, "us")]);
  }

  *#askForBinary(): Generator<TelnetEvent, void, void> {
    for (const side of ["us", "him"] as const) {
      const said = this.#move(BINARY, side, ASK_ENABLE[this.#getOptionState(BINARY, side)]);
      if (said !== undefined) yield this.#answer(said);
    }
  }

  *#negotiate(verb: Verb, code: number): Generator<TelnetEvent, void, void> {
    const side: Side = verb === "WILL" || verb === "WONT" ? "him" : "us";
    const on = verb === "WILL" || verb === "DO";
    const option = this.#options.get(code);
    const before = this.#getOptionState(code, side);
    if (code === NAWS && side === "us") this.#sizeUnwanted = !on;
    const transition = on ? ON_ENABLE[before](option?.agrees(side) ?? false) : ON_DISABLE[before];
    const said = this.#move(code, side, transition);
    if (said !== undefined) yield this.#answer(said);
    const isOn = this.isOn(code, side);
    if (option === undefined || isOn === (before === "YES")) return;
    yield { is: "option", option: option.name, side, on: isOn };
    const first = isOn && side === "us" ? option.begin?.() : undefined;
    if (first !== undefined) yield this.#answer(formatSubnegotiation(code, first));
  }

  *#answerTo(code: number, parameters: Uint8Array): Generator<TelnetEvent, void, void> {
    if (!this.isOn(code, "us")) return;
    const answer = this.#options.get(code)?.answer?.(parameters);
    if (answer === "disable") {
      const said = this.#move(code, "us", ASK_DISABLE[this.#getOptionState(code, "us")]);
      if (said !== undefined) yield this.#answer(said);
    } else if (answer !== undefined) yield this.#answer(formatSubnegotiation(code, answer));
  }

  /** Performs one step of the Q method. Returns the bytes to send. */
  #move(option: number, side: Side, [state, said]: Transition): Uint8Array | undefined {
    // Store no state for unknown options: they stay off.
    if (state === "NO") this.#states[side].delete(option);
    else this.#states[side].set(option, state);
    return said && formatNegotiation(VERBS[side][said], option);
  }

  #isBinary(side: Side): boolean {
    if (this.isOn(BINARY, side)) return true;
    return [...this.#options.values()].some((one) => one.impliesBinary === true && this.isOn(one.code, "us"));
  }

  #getOptionState(option: number, side: Side): OptionState {
    return this.#states[side].get(option) ?? "NO";
  }

  #answer(octets: Uint8Array): TelnetEvent {
    this.#answered += octets.length;
    const { maxNegotiation } = this.#settings;
    if (this.#answered > maxNegotiation) {
      throw new AccessError(
        "protocol-error",
        `the replies to the server's option requests exceed the limit of ${maxNegotiation} bytes`,
        { hint: "increase the limit maxNegotiation" },
      );
    }
    return { is: "answer", octets };
  }
}
