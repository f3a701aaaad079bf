import type { OptionDescription } from "@anyurl/core";
import type { TelnetOptions } from "./settings.ts";

/** What the options of telnet and telnets are. */
export const OPTIONS: Readonly<Record<keyof TelnetOptions, OptionDescription>> = {
  terminalType: {
    type: "list",
    default: ["UNKNOWN"],
    summary: "names of the terminal, the best one first; an empty list: the server is not told",
    cite: "RFC 1091",
  },
  size: {
    type: "object",
    summary: "columns and rows of the window, as { columns: 80, rows: 24 }",
    cite: "RFC 1073",
  },
  binary: {
    type: "boolean",
    default: false,
    summary: "ask for octets as they are, both ways, once the server has spoken Telnet",
    cite: "RFC 856",
  },
  endOfRecord: {
    type: "boolean",
    default: false,
    summary: "agree to marks of the ends of records",
    cite: "RFC 885",
  },
  env: {
    type: "object",
    summary: "variables that the server gets when it asks, and no other ones",
    cite: "RFC 1572",
  },
  autoLogin: {
    type: "callback",
    summary: "asked at each prompt what to type",
  },
  maxSubnegotiation: {
    type: "number",
    default: 4_096,
    summary: "octets of one subnegotiation of the server's",
  },
};
