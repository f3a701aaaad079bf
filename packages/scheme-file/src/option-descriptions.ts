import type { OptionDescription } from "@anyurl/core";
import type { FileOptions } from "./options.ts";

/** What the options of file are. */
export const OPTIONS: Readonly<Record<keyof FileOptions, OptionDescription>> = {
  overwrite: {
    type: "boolean",
    default: true,
    summary: "put and rename replace what has the name already",
  },
  localNames: {
    type: "list",
    summary: 'hosts that are this machine, besides "localhost"; none is looked up',
    cite: "RFC 8089 §2",
  },
  loopbackIsLocal: {
    type: "boolean",
    default: false,
    summary: "127.0.0.1 and [::1] are this machine, too",
  },
  allowSpecialFiles: {
    type: "boolean",
    default: false,
    summary: "get reads devices, pipes and sockets, which may never end",
  },
};
