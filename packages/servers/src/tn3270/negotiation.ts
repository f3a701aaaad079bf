import { octetsOf, textOf } from "@anyurl/core";
import { BINARY, DO, DONT, IAC, SB, SE, WILL, WONT } from "../telnet/codes.ts";
import { writeTelnet } from "../telnet/protocol.ts";

const TERMINAL_TYPE = 24;
const END_OF_RECORD = 25;
const TN3270E = 40;

/* The commands of TN3270E, and the reasons of REJECT (RFC 2355 §3). */
const CONNECT = 1;
const DEVICE_TYPE = 2;
const FUNCTIONS = 3;
const IS = 4;
const REASON = 5;
const REJECT = 6;
const REQUEST = 7;
const SEND = 8;
const DEVICE_IN_USE = 1;
const INV_NAME = 3;
const INV_DEVICE_TYPE = 4;

/** BIND-IMAGE, RESPONSES, and SYSREQ. */
const SUPPORTED: ReadonlySet<number> = new Set([0, 2, 4]);

/** The ways to send records: RFC 1576, or RFC 2355. */
export type Tn3270Dialect = "tn3270" | "tn3270e";

export interface NegotiationInit {
  readonly dialects: ReadonlySet<Tn3270Dialect>;
  readonly deviceTypes: readonly string[];
  /** The names of the logical units. */
  readonly units: readonly string[];
  /** The units in use. The negotiation adds its own. */
  readonly used: Set<string>;
  readonly send: (bytes: Uint8Array) => void;
  /** Called when records can be sent. */
  readonly onReady: () => void;
  /** Called if the client cannot be served. */
  readonly onFail: () => void;
}

/** The negotiation of one connection, from the server's side. */
export class Tn3270Negotiation {
  readonly #init: NegotiationInit;
  readonly #agreed = new Set<string>();
  /** The names that the client sent; a repeated one ends its list. */
  readonly #names: string[] = [];
  #unit: string | undefined;
  #functions: readonly number[] | undefined;
  #isReady = false;

  constructor(init: NegotiationInit) {
    this.#init = init;
  }

  get functions(): readonly number[] | undefined {
    return this.#functions;
  }

  begin(): void {
    if (this.#init.dialects.has("tn3270e")) this.#say(DO, TN3270E);
    else this.#beginTraditional();
  }

  /** Releases the logical unit. */
  end(): void {
    if (this.#unit !== undefined) this.#init.used.delete(this.#unit);
  }

  hear(verb: number, option: number): void {
    const isOn = verb === WILL || verb === DO;
    if (option === TN3270E && verb === WILL) this.#subnegotiate(TN3270E, SEND, DEVICE_TYPE);
    else if (option === TN3270E && verb === WONT) this.#beginTraditional();
    else if (option === TERMINAL_TYPE && verb === WILL) this.#subnegotiate(TERMINAL_TYPE, 1);
    else if (option === TERMINAL_TYPE && verb === WONT) this.#init.onFail();
    else if (option === END_OF_RECORD || option === BINARY) this.#hearRecords(verb, option);
    else if (isOn) this.#say(verb === WILL ? DONT : WONT, option);
  }

  hearParameters(option: number, parameters: Uint8Array): void {
    const [command, verb] = parameters;
    if (option === TERMINAL_TYPE && command === 0) this.#hearTerminal(textOf(parameters.subarray(1)));
    if (option !== TN3270E || verb !== REQUEST) return;
    if (command === DEVICE_TYPE) this.#hearDevice(parameters.subarray(2));
    if (command === FUNCTIONS) this.#hearFunctions([...parameters.subarray(2)]);
  }

  #beginTraditional(): void {
    if (this.#init.dialects.has("tn3270")) this.#say(DO, TERMINAL_TYPE);
    else this.#init.onFail();
  }

  #hearTerminal(name: string): void {
    const [type = "", unit] = name.split("@");
    const isKnown =
      this.#init.deviceTypes.includes(type) && (unit === undefined || this.#take(unit) === undefined);
    if (isKnown) {
      for (const option of [END_OF_RECORD, BINARY]) {
        this.#say(DO, option);
        this.#say(WILL, option);
      }
    } else if (this.#names.includes(name)) this.#init.onFail();
    else {
      this.#names.push(name);
      this.#subnegotiate(TERMINAL_TYPE, 1);
    }
  }

  #hearRecords(verb: number, option: number): void {
    if (verb === WONT || verb === DONT) this.#init.onFail();
    else if (this.#agreed.add(`${verb} ${option}`).size === 4) this.#ready();
  }

  #hearDevice(request: Uint8Array): void {
    const connect = request.indexOf(CONNECT);
    const type = textOf(connect < 0 ? request : request.subarray(0, connect));
    const name = connect < 0 ? undefined : textOf(request.subarray(connect + 1));
    const reason = this.#init.deviceTypes.includes(type) ? this.#take(name) : INV_DEVICE_TYPE;
    if (reason !== undefined) this.#subnegotiate(TN3270E, DEVICE_TYPE, REJECT, REASON, reason);
    else
      this.#subnegotiate(TN3270E, DEVICE_TYPE, IS, ...octetsOf(type), CONNECT, ...octetsOf(this.#unit ?? ""));
  }

  /** Assigns a logical unit. Returns the reason of a rejection. */
  #take(name: string | undefined): number | undefined {
    const { units, used } = this.#init;
    if (name !== undefined && !units.includes(name)) return INV_NAME;
    const unit = name ?? units.find((each) => !used.has(each));
    if (unit === undefined || used.has(unit)) return DEVICE_IN_USE;
    this.#unit = unit;
    used.add(unit);
    return undefined;
  }

  #hearFunctions(list: readonly number[]): void {
    const common = list.filter((each) => SUPPORTED.has(each));
    if (common.length < list.length) {
      this.#subnegotiate(TN3270E, FUNCTIONS, REQUEST, ...common);
      return;
    }
    this.#functions = list;
    this.#subnegotiate(TN3270E, FUNCTIONS, IS, ...list);
    this.#ready();
  }

  #ready(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#init.onReady();
  }

  #say(verb: number, option: number): void {
    this.#init.send(Uint8Array.of(IAC, verb, option));
  }

  #subnegotiate(option: number, ...parameters: readonly number[]): void {
    this.#init.send(Uint8Array.of(IAC, SB, option, ...writeTelnet(Uint8Array.from(parameters)), IAC, SE));
  }
}
