import {
  defineOptions,
  type OptionSet,
  type OptionsInput,
  octetsOf,
  type ResolvedOptions,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { checkWindowSize, type TelnetSettings, type WindowSize } from "@anyurl/protocol-telnet";
import type { AutoLogin } from "./auto-login.ts";

const DECLARATIONS = {
  terminalType: {
    type: "list",
    maxItems: 16,
    default: ["UNKNOWN"],
    read: (names: readonly string[]): readonly string[] | undefined =>
      names.every((name) => TERMINAL_NAME.test(name)) ? names : undefined,
    expected: "a name of 1 to 40 printable characters without spaces, or up to 16 such names",
    description: "terminal types, in the order of preference; an empty list sends none",
    rule: "RFC 1091",
  },
  size: {
    type: "value",
    as: undefined as WindowSize | undefined,
    read: (value: unknown): WindowSize => readWindowSize(value),
    expected: "columns and rows from 0 to 65535",
    fromText: (text: string): unknown => parseWindowSize(text),
    description: "window size: { columns: 80, rows: 24 }, or 80x24 as text; without it, unknown until resize",
    rule: "RFC 1073",
  },
  binary: {
    type: "boolean",
    default: false,
    description: "request binary transmission in both directions, after the server sends a Telnet command",
    rule: "RFC 856",
  },
  endOfRecord: {
    type: "boolean",
    default: false,
    description: "accept end-of-record marks",
    rule: "RFC 885",
  },
  env: {
    type: "value",
    as: undefined as Readonly<Record<string, string>> | undefined,
    default: {},
    read: (value: unknown): ReadonlyMap<string, string> | undefined => readEnvironment(value),
    expected: "an object with a string for each variable",
    description: "the only environment variables that the server can read",
    rule: "RFC 1572",
  },
  autoLogin: {
    type: "function",
    as: undefined as AutoLogin | undefined,
    description: "function that returns what to type at each prompt",
  },
  maxSubnegotiation: {
    type: "bytes",
    unlimited: true,
    default: 4_096,
    description: "maximum bytes of one subnegotiation of the server",
  },
} as const;

/** The options of telnet and telnets. */
export const telnetOptions: OptionSet<typeof DECLARATIONS> = defineOptions("telnet", DECLARATIONS);

export type TelnetOptions = OptionsInput<typeof telnetOptions>;
export type ResolvedTelnetOptions = ResolvedOptions<typeof telnetOptions>;

export interface ResolvedSettings extends TelnetSettings {
  readonly autoLogin: AutoLogin | undefined;
}

/** Returns the settings of a session. */
export function toSettings({
  options,
  limits,
}: Pick<Context<ResolvedTelnetOptions>, "options" | "limits">): ResolvedSettings {
  const { terminalType, ...rest } = options;
  return { ...rest, terminalTypes: terminalType, maxNegotiation: limits.maxNegotiation };
}

/** RFC 1091 §6: "The maximum length of a terminal type name is 40 characters." */
const TERMINAL_NAME = /^[!-~]{1,40}$/;

function readWindowSize(value: unknown): WindowSize {
  const { columns, rows } = value as WindowSize;
  return checkWindowSize(columns, rows);
}

function parseWindowSize(text: string): WindowSize | undefined {
  const [, columns, rows] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? [];
  return columns === undefined ? undefined : { columns: Number(columns), rows: Number(rows) };
}

function readEnvironment(value: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const variables: readonly (readonly [string, unknown])[] = Object.entries(value);
  const fits = variables.every(([name, text]) => name !== "" && isByteString(name) && isByteString(text));
  return fits ? new Map(variables as readonly (readonly [string, string])[]) : undefined;
}

/** Returns true for a string that stands for bytes; may throw for another. */
function isByteString(value: unknown): boolean {
  return typeof value === "string" && octetsOf(value).length >= 0;
}
