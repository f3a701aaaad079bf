import type { OptionDescription } from "@anyurl/core";
import type { TelnetOptions } from "./settings.ts";

/** The descriptions of the options of `telnet:` and `telnets:`. */
export const OPTIONS: Readonly<Record<keyof TelnetOptions, OptionDescription>> = {
  terminalType: {
    type: "list",
    default: ["UNKNOWN"],
    summary: "terminal types, in the order of preference; an empty list sends none",
    cite: "RFC 1091",
  },
  size: {
    type: "object",
    summary: "window size, for example { columns: 80, rows: 24 }",
    cite: "RFC 1073",
  },
  binary: {
    type: "boolean",
    default: false,
    summary: "request binary transmission in both directions",
    cite: "RFC 856",
  },
  endOfRecord: {
    type: "boolean",
    default: false,
    summary: "accept end-of-record marks",
    cite: "RFC 885",
  },
  env: {
    type: "object",
    summary: "the only environment variables that the server can read",
    cite: "RFC 1572",
  },
  autoLogin: {
    type: "callback",
    summary: "function that returns what to type at each prompt",
  },
  maxSubnegotiation: {
    type: "number",
    default: 4_096,
    summary: "maximum bytes of one subnegotiation",
  },
};
