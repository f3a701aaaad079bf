import { AccessError, octetsOf } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { AutoLogin } from "./auto-login.ts";
import type { TelnetSettings } from "./exchange.ts";
import { checkWindowSize, type WindowSize } from "./options/naws.ts";

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

export interface ResolvedSettings extends TelnetSettings {
  readonly autoLogin: AutoLogin | undefined;
}

const DEFAULT_MAX_SUBNEGOTIATION_BYTES = 4_096;

/** RFC 1091 §6: "The maximum length of a terminal type name is 40 characters." */
const TERMINAL_NAME = /^[!-~]{1,40}$/;
const MAX_TERMINAL_NAMES = 16;

/** Validates the options. @throws {AccessError} bad-option */
export function resolveSettings({ options, limits }: Pick<Context, "options" | "limits">): ResolvedSettings {
  return {
    terminalTypes: parseTerminalTypes(options["terminalType"]),
    size: parseWindowSize(options["size"]),
    binary: parseFlag("binary", options["binary"]),
    endOfRecord: parseFlag("endOfRecord", options["endOfRecord"]),
    env: parseEnvironment(options["env"]),
    autoLogin: parseAutoLogin(options["autoLogin"]),
    maxSubnegotiation: parseMaxSubnegotiation(options["maxSubnegotiation"]),
    maxNegotiation: limits.maxNegotiation,
  };
}

function parseTerminalTypes(given: unknown = "UNKNOWN"): readonly string[] {
  const names: readonly unknown[] = Array.isArray(given) ? given : [given];
  const isName = (each: unknown) => typeof each === "string" && TERMINAL_NAME.test(each);
  if (names.length > MAX_TERMINAL_NAMES || !names.every(isName))
    throw badOptionError(
      "terminalType",
      "a name of 1 to 40 printable characters without spaces, or up to 16 such names",
    );
  return names as readonly string[];
}

function parseWindowSize(given: unknown): WindowSize | undefined {
  if (given === undefined) return undefined;
  const { columns, rows } = (given ?? {}) as Partial<Record<"columns" | "rows", number>>;
  try {
    return checkWindowSize(columns ?? Number.NaN, rows ?? Number.NaN);
  } catch {
    throw badOptionError("size", "columns and rows from 0 to 65535");
  }
}

function parseFlag(name: string, given: unknown = false): boolean {
  if (given === true || given === "true") return true;
  if (given === false || given === "false") return false;
  throw badOptionError(name, "true or false");
}

function parseEnvironment(given: unknown = {}): ReadonlyMap<string, string> {
  const must = "an object with a string for each variable";
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw badOptionError("env", must);
  const variables = Object.entries(given);
  for (const [name, value] of variables) {
    if (name === "" || !isByteString(name) || !isByteString(value)) throw badOptionError("env", must);
  }
  return new Map(variables);
}

/** Returns true for a string that stands for bytes. */
function isByteString(value: unknown): boolean {
  try {
    return typeof value === "string" && octetsOf(value).length >= 0;
  } catch {
    return false;
  }
}

function parseAutoLogin(given: unknown): AutoLogin | undefined {
  if (given !== undefined && typeof given !== "function") throw badOptionError("autoLogin", "a function");
  return given as AutoLogin | undefined;
}

function parseMaxSubnegotiation(given: unknown = DEFAULT_MAX_SUBNEGOTIATION_BYTES): number {
  if (typeof given !== "number" || !(given >= 0))
    throw badOptionError("maxSubnegotiation", "a number from 0 to Infinity");
  return given;
}

function badOptionError(name: string, must: string): AccessError {
  return new AccessError("bad-option", `invalid telnet option ${name}: expected ${must}`);
}
