import type { OptionDescription } from "@anyurl/core";
import type { FileOptions } from "./options.ts";

/** The descriptions of the options of `file:`. */
export const OPTIONS: Readonly<Record<keyof FileOptions, OptionDescription>> = {
  overwrite: {
    type: "boolean",
    default: true,
    summary: "put and rename overwrite existing files",
  },
  localNames: {
    type: "list",
    summary: 'other host names of this machine besides "localhost"; never looked up in DNS',
    cite: "RFC 8089 §2",
  },
  loopbackIsLocal: {
    type: "boolean",
    default: false,
    summary: "accept 127.0.0.1 and [::1] as this machine",
  },
  allowSpecialFiles: {
    type: "boolean",
    default: false,
    summary: "allow get to read devices, pipes, and sockets, which may never end",
  },
};
