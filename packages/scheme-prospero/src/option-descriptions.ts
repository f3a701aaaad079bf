import type { OptionDescription } from "@anyurl/core";
import type { ProsperoOptions } from "./options.ts";

/** What the options of prospero are. */
export const OPTIONS: Readonly<Record<Exclude<keyof ProsperoOptions, "limits">, OptionDescription>> = {
  accessMethods: {
    type: "list",
    default: ["PROSPERO-CONTENTS", "AFTP", "GOPHER", "WAIS", "HTTP", "FTP"],
    summary: "methods by which get opens an object, the preferred one first",
  },
  maxUnions: {
    type: "number",
    default: 16,
    summary: "union links of one listing that are followed; the others are entries",
  },
  followRedirects: {
    type: "boolean",
    default: false,
    summary: "send a running request elsewhere when a packet of ARDP says so",
  },
  retransmitAfter: {
    type: "number",
    default: 4_000,
    summary: "milliseconds until a request is sent again; then after twice the time",
  },
  retransmissions: {
    type: "number",
    default: 3,
    summary: "how often a request is sent again",
  },
};
