import { AccessError, octetsOf } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { AutoLogin } from "./auto-login.ts";
import type { TelnetSettings } from "./exchange.ts";
import { checkedSize, type WindowSize } from "./options/naws.ts";

/** The options of the scheme. Options of a command line are strings. */
export interface TelnetOptions {
  /**
   * Names for TERMINAL-TYPE, in the order of preference: 1 to 40 characters each. Default "UNKNOWN"; an empty array
   * disables the option.
   */
  readonly terminalType?: string | readonly string[];
  /** The window size for NAWS. Default: unknown until `resize` is called. */
  readonly size?: WindowSize;
  /** Request BINARY in both directions after the server sends a Telnet command. Default false. */
  readonly binary?: boolean;
  /** Accept END-OF-RECORD. Default false. */
  readonly endOfRecord?: boolean;
  /** The only variables that the server can read with NEW-ENVIRON. Default: the option is rejected. */
  readonly env?: Readonly<Record<string, string>>;
  /** Returns a line to type at each prompt. Default: no automatic login. */
  readonly autoLogin?: AutoLogin;
  /** Maximum bytes of one subnegotiation of the server. Default 4096. */
  readonly maxSubnegotiation?: number;
}

export interface ReadSettings extends TelnetSettings {
  readonly autoLogin: AutoLogin | undefined;
}

const MAX_SUBNEGOTIATION = 4_096;

/** RFC 1091 §6: "The maximum length of a terminal type name is 40 characters." */
const TERMINAL_NAME = /^[!-~]{1,40}$/;
const MAX_TERMINAL_NAMES = 16;

/** Validates the options. @throws {AccessError} bad-option */
export function settingsOf({ options, limits }: Pick<Context, "options" | "limits">): ReadSettings {
  return {
    terminalTypes: terminalTypesOf(options["terminalType"]),
    size: sizeOf(options["size"]),
    binary: flagOf("binary", options["binary"]),
    endOfRecord: flagOf("endOfRecord", options["endOfRecord"]),
    env: envOf(options["env"]),
    autoLogin: autoLoginOf(options["autoLogin"]),
    maxSubnegotiation: maxOf(options["maxSubnegotiation"]),
    maxNegotiation: limits.maxNegotiation,
  };
}

function terminalTypesOf(given: unknown = "UNKNOWN"): readonly string[] {
  const names: readonly unknown[] = Array.isArray(given) ? given : [given];
  const isName = (each: unknown) => typeof each === "string" && TERMINAL_NAME.test(each);
  if (names.length > MAX_TERMINAL_NAMES || !names.every(isName))
    throw badOption(
      "terminalType",
      "a name of 1 to 40 printable characters without spaces, or up to 16 such names",
    );
  return names as readonly string[];
}

function sizeOf(given: unknown): WindowSize | undefined {
  if (given === undefined) return undefined;
  const { columns, rows } = (given ?? {}) as Partial<Record<"columns" | "rows", number>>;
  try {
    return checkedSize(columns ?? Number.NaN, rows ?? Number.NaN);
  } catch {
    throw badOption("size", "columns and rows from 0 to 65535");
  }
}

function flagOf(name: string, given: unknown = false): boolean {
  if (given === true || given === "true") return true;
  if (given === false || given === "false") return false;
  throw badOption(name, "true or false");
}

function envOf(given: unknown = {}): ReadonlyMap<string, string> {
  const must = "an object with a string for each variable";
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw badOption("env", must);
  const variables = Object.entries(given);
  for (const [name, value] of variables) {
    if (name === "" || !isText(name) || !isText(value)) throw badOption("env", must);
  }
  return new Map(variables);
}

/** Returns true for a string that stands for bytes. */
function isText(value: unknown): boolean {
  try {
    return typeof value === "string" && octetsOf(value).length >= 0;
  } catch {
    return false;
  }
}

function autoLoginOf(given: unknown): AutoLogin | undefined {
  if (given !== undefined && typeof given !== "function") throw badOption("autoLogin", "a function");
  return given as AutoLogin | undefined;
}

function maxOf(given: unknown = MAX_SUBNEGOTIATION): number {
  if (typeof given !== "number" || !(given >= 0))
    throw badOption("maxSubnegotiation", "a number from 0 to Infinity");
  return given;
}

function badOption(name: string, must: string): AccessError {
  return new AccessError("bad-option", `invalid telnet option ${name}: expected ${must}`);
}
