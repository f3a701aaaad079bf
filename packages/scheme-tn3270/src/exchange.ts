import { AccessError, type Limits, textOf, tooLargeError } from "@anyurl/core";
import { ByteCollector, joinBytes } from "@anyurl/core/exchange";
import {
  createTerminalType,
  formatCommand,
  type OptionInUse,
  type TelnetCommand,
  type TelnetEvent,
  TelnetExchange,
} from "@anyurl/protocol-telnet";
import { formatMessage, NVT_DATA, splitMessage, type Tn3270eHeader } from "./header.ts";
import type { Tn3270Settings } from "./options.ts";
import { TN3270E, Tn3270eOption } from "./tn3270e.ts";

const BINARY = 0;
const END_OF_RECORD = 25;

/**
 * "nvt": the server sends text, as before the negotiation. "tn3270": records (RFC 1576). "tn3270e": records with headers
 * (RFC 2355).
 */
export type Tn3270Mode = "nvt" | "tn3270" | "tn3270e";

/** An event of received bytes. */
export type Tn3270Event =
  /** Bytes to send before any later event is handled. */
  | { readonly is: "answer"; readonly octets: Uint8Array }
  /** The mode has changed. */
  | { readonly is: "mode" }
  /** A record of the host. `header`: only with TN3270E. */
  | { readonly is: "record"; readonly data: Uint8Array; readonly header?: Tn3270eHeader }
  /** Text of the Network Virtual Terminal. */
  | { readonly is: "text"; readonly text: string }
  | Exclude<TelnetEvent, { readonly is: "data" | "answer" }>;

/** The client side of TN3270, without I/O: bytes in, records and replies out. */
export class Tn3270Exchange {
  readonly #telnet: TelnetExchange;
  readonly #extended: Tn3270eOption;
  readonly #maxMessage: number;
  readonly #record = new ByteCollector();
  #terminalType: string | undefined;
  /** The server has sent a Telnet command. */
  #hasSpokenTelnet = false;
  #mode: Tn3270Mode = "nvt";

  constructor(settings: Tn3270Settings, limits: Limits) {
    const { deviceTypes, lu, tn3270e, maxSubnegotiation } = settings;
    this.#extended = new Tn3270eOption({ deviceTypes, lu });
    this.#maxMessage = limits.maxMessage;
    // "IBM-3278-2@TERM1" requests a logical unit (RFC 1646).
    const names = deviceTypes.map((name) => (lu === undefined ? name : `${name}@${lu}`));
    const terminalType = createTerminalType(names, (name) => {
      this.#terminalType = name.split("@")[0];
    });
    this.#telnet = new TelnetExchange({
      terminalTypes: [],
      size: undefined,
      binary: false,
      endOfRecord: true,
      env: new Map(),
      options: [terminalType, ...(tn3270e ? [this.#extended] : [])],
      maxSubnegotiation,
      maxNegotiation: limits.maxNegotiation,
    });
  }

  /** True in the middle of a record. */
  get isIncomplete(): boolean {
    return this.#record.length > 0;
  }

  get mode(): Tn3270Mode {
    return this.#mode;
  }

  /** The device type that the server has accepted. */
  get deviceType(): string | undefined {
    return this.#extended.deviceType ?? this.#terminalType;
  }

  /** The logical unit that the server assigned, with TN3270E. */
  get lu(): string | undefined {
    return this.#extended.lu;
  }

  /** The agreed functions of TN3270E. */
  get functions(): ReadonlySet<string> {
    return this.#extended.functions ?? new Set();
  }

  get inUse(): readonly OptionInUse[] {
    return this.#telnet.inUse;
  }

  /**
   * Yields the events of received bytes, in order.
   *
   * @throws {AccessError} too-large: a record exceeds maxMessage; protocol-error: a limit of the negotiation, another
   *   protocol, or the server rejected the device; busy, not-found: the logical unit.
   */
  *receive(octets: Uint8Array): Generator<Tn3270Event, void, void> {
    for (const event of this.#telnet.receive(octets)) {
      if (event.is === "data") {
        yield* this.#receiveData(event.octets);
        continue;
      }
      this.#hasSpokenTelnet = true;
      if (event.is === "option" && event.option === this.#extended.name && !event.on) this.#extended.reset();
      if (event.is === "command" && event.command === "EOR") yield* this.#endRecord();
      else yield event;
      // Each option and each subnegotiation can complete the negotiation.
      yield* this.#updateMode();
    }
    yield* this.#updateMode();
  }

  /** Formats a record for sending, with a header in TN3270E. */
  write(data: Uint8Array, header: Partial<Tn3270eHeader> = {}): Uint8Array {
    return this.writeMessage(this.#mode === "tn3270e" ? formatMessage(header, data) : data);
  }

  /** Formats a message that has its header. */
  writeMessage(message: Uint8Array): Uint8Array {
    return joinBytes([this.#telnet.write(message), formatCommand("EOR")]);
  }

  /** Formats a line of text for the Network Virtual Terminal. */
  writeLine(line: Uint8Array): Uint8Array {
    if (this.#mode === "tn3270e") return this.write(line, { type: NVT_DATA });
    return this.#telnet.write(line);
  }

  command(command: TelnetCommand): Uint8Array {
    return this.#telnet.command(command);
  }

  *#receiveData(octets: Uint8Array): Generator<Tn3270Event, void, void> {
    yield* this.#updateMode();
    if (this.#mode === "nvt") {
      if (!this.#hasSpokenTelnet)
        throw new AccessError("protocol-error", "the server does not negotiate as a TN3270 server does", {
          hint: "check the port, or use a telnet URL",
        });
      yield { is: "text", text: textOf(octets) };
      return;
    }
    if (this.#record.length + octets.length > this.#maxMessage)
      throw tooLargeError(`a record exceeds the limit of ${this.#maxMessage} bytes`, "maxMessage");
    this.#record.add(octets);
  }

  *#endRecord(): Generator<Tn3270Event, void, void> {
    const message = this.#record.take();
    if (this.#mode === "nvt") return;
    if (this.#mode === "tn3270") {
      yield { is: "record", data: message };
      return;
    }
    const split = splitMessage(message);
    if (split === undefined)
      throw new AccessError("protocol-error", "the server sent a TN3270E message without a header");
    if (split.header.type === NVT_DATA) yield { is: "text", text: textOf(split.data) };
    else yield { is: "record", ...split };
  }

  *#updateMode(): Generator<Tn3270Event, void, void> {
    const mode = this.#findMode();
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#record.take();
    yield { is: "mode" };
  }

  #findMode(): Tn3270Mode {
    if (this.#extended.functions !== undefined && this.#telnet.isOn(TN3270E, "us")) return "tn3270e";
    const isAgreed = [BINARY, END_OF_RECORD].every(
      (option) => this.#telnet.isOn(option, "us") && this.#telnet.isOn(option, "him"),
    );
    return isAgreed ? "tn3270" : "nvt";
  }
}
