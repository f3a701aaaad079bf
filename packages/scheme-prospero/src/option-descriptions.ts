import type { OptionDescription } from "@anyurl/core";
import type { ProsperoOptions } from "./options.ts";

/** The descriptions of the options of `prospero:`. */
export const OPTIONS: Readonly<Record<Exclude<keyof ProsperoOptions, "limits">, OptionDescription>> = {
  accessMethods: {
    type: "list",
    default: ["PROSPERO-CONTENTS", "AFTP", "GOPHER", "WAIS", "HTTP", "FTP"],
    summary: "access methods for get, in the order of preference",
  },
  maxUnions: {
    type: "number",
    default: 16,
    summary: "maximum number of union links to expand in a listing",
  },
  followRedirects: {
    type: "boolean",
    default: false,
    summary: "follow ARDP redirects",
  },
  retransmitAfter: {
    type: "number",
    default: 4_000,
    summary: "milliseconds before the first retransmission; doubled each time",
  },
  retransmissions: {
    type: "number",
    default: 3,
    summary: "maximum number of retransmissions",
  },
};
