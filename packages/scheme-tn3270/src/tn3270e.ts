import { AccessError, displayText, octetsOf, textOf } from "@anyurl/core";
import type { Side, TelnetOption } from "@anyurl/protocol-telnet";

export const TN3270E = 40;

/* The commands of TN3270E (RFC 2355 §3). */
const CONNECT = 1;
const DEVICE_TYPE = 2;
const FUNCTIONS = 3;
const IS = 4;
const REJECT = 6;
const REQUEST = 7;
const SEND = 8;

/* Reason codes of REJECT. */
const DEVICE_IN_USE = 1;
const INV_NAME = 3;
const INV_DEVICE_TYPE = 4;

const REASONS: readonly string[] = [
  "the name belongs to a partner (CONN-PARTNER)",
  "the name is in use (DEVICE-IN-USE)",
  "the request is not one of a printer (INV-ASSOCIATE)",
  "the name is unknown (INV-NAME)",
  "the device type is not supported (INV-DEVICE-TYPE)",
  "the name does not fit the device type (TYPE-NAME-ERROR)",
  "unknown error (UNKNOWN-ERROR)",
  "the server cannot satisfy such a request (UNSUPPORTED-REQ)",
];

/** The functions of a display that this client supports, by their codes. */
const FUNCTION_NAMES: ReadonlyMap<number, "bind-image" | "responses" | "sysreq"> = new Map([
  [0, "bind-image"],
  [2, "responses"],
  [4, "sysreq"],
]);

export type Tn3270eFunction = "bind-image" | "responses" | "sysreq";

export interface Tn3270eInit {
  readonly deviceTypes: readonly string[];
  /** The logical unit or resource to request. */
  readonly lu: string | undefined;
}

/** TN3270E (RFC 2355): negotiates the device type, the logical unit, and the functions. */
export class Tn3270eOption implements TelnetOption {
  readonly code: typeof TN3270E = TN3270E;
  readonly name = "tn3270e";
  readonly cite = "RFC 2355";
  readonly impliesBinary = true;
  readonly #deviceTypes: readonly string[];
  readonly #lu: string | undefined;
  #next = 0;
  #deviceType: string | undefined;
  #assigned: string | undefined;
  #functions: ReadonlySet<Tn3270eFunction> | undefined;

  constructor({ deviceTypes, lu }: Tn3270eInit) {
    // RFC 2355 §7.1 has no IBM-3279: what it can do is part of the replies to queries.
    this.#deviceTypes = [...new Set(deviceTypes.map((name) => name.replace("IBM-3279-", "IBM-3278-")))];
    this.#lu = lu;
  }

  /** The functions, after both sides have agreed on them: messages have a header from then on. */
  get functions(): ReadonlySet<Tn3270eFunction> | undefined {
    return this.#functions;
  }

  get deviceType(): string | undefined {
    return this.#deviceType;
  }

  /** The name of the logical unit that the server assigned. */
  get lu(): string | undefined {
    return this.#assigned;
  }

  agrees(side: Side): boolean {
    return side === "us";
  }

  /** @throws {AccessError} busy, not-found, protocol-error: the server rejected the request. */
  answer(parameters: Uint8Array): Iterable<number> | "disable" | undefined {
    const answer = this.#answerTo(parameters);
    if (answer === "disable") this.reset();
    return answer;
  }

  #answerTo(parameters: Uint8Array): Iterable<number> | "disable" | undefined {
    const [command, verb] = parameters;
    if (command === SEND && verb === DEVICE_TYPE) return this.#requestDevice();
    if (command === DEVICE_TYPE && verb === IS) return this.#acceptDevice(parameters.subarray(2));
    if (command === DEVICE_TYPE && verb === REJECT) return this.#rejected(parameters[3] ?? -1);
    if (command === FUNCTIONS && verb === REQUEST) return this.#answerFunctions([...parameters.subarray(2)]);
    if (command === FUNCTIONS && verb === IS) return this.#acceptFunctions([...parameters.subarray(2)]);
    return undefined;
  }

  /** Forgets everything, because the option was disabled. */
  reset(): void {
    this.#functions = undefined;
    this.#deviceType = undefined;
    this.#assigned = undefined;
  }

  #requestDevice(): Iterable<number> | "disable" {
    const type = this.#deviceTypes[this.#next];
    // Traditional TN3270 has no names, so a specific request cannot go on there.
    if (type === undefined) return this.#lu === undefined ? "disable" : this.#fail(INV_DEVICE_TYPE);
    const connect = this.#lu === undefined ? [] : [CONNECT, ...octetsOf(this.#lu)];
    return [DEVICE_TYPE, REQUEST, ...octetsOf(type), ...connect];
  }

  #acceptDevice(rest: Uint8Array): Iterable<number> {
    const connect = rest.indexOf(CONNECT);
    const type = connect < 0 ? rest : rest.subarray(0, connect);
    this.#deviceType = displayText(textOf(type));
    this.#assigned = connect < 0 ? undefined : displayText(textOf(rest.subarray(connect + 1)));
    return [FUNCTIONS, REQUEST, ...FUNCTION_NAMES.keys()];
  }

  #rejected(reason: number): Iterable<number> | "disable" {
    if (reason !== INV_DEVICE_TYPE) return this.#fail(reason);
    this.#next++;
    return this.#requestDevice();
  }

  #fail(reason: number): never {
    const code =
      reason === DEVICE_IN_USE ? "busy" : reason === INV_NAME ? "not-found" : ("protocol-error" as const);
    const name = this.#lu === undefined ? "a terminal" : `the logical unit "${displayText(this.#lu)}"`;
    const message = `the server rejected ${name}: ${REASONS[reason] ?? `reason ${reason}`}`;
    throw new AccessError(code, message, {
      ...(this.#lu !== undefined && { hint: "check the tn3270 option lu" }),
    });
  }

  #answerFunctions(list: readonly number[]): Iterable<number> {
    const common = list.filter((code) => FUNCTION_NAMES.has(code));
    if (common.length < list.length) return [FUNCTIONS, REQUEST, ...common];
    this.#begin(list);
    return [FUNCTIONS, IS, ...list];
  }

  #acceptFunctions(list: readonly number[]): "disable" | undefined {
    if (!list.every((code) => FUNCTION_NAMES.has(code))) return "disable";
    this.#begin(list);
    return undefined;
  }

  #begin(list: readonly number[]): void {
    this.#functions = new Set(list.map((code) => FUNCTION_NAMES.get(code)!));
  }
}
