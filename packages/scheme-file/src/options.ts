import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  overwrite: {
    type: "boolean",
    default: true,
    description: "put and rename overwrite existing files",
  },
  localNames: {
    type: "list",
    default: [],
    read: (names: readonly string[]): readonly string[] | undefined =>
      names.includes("") ? undefined : names,
    expected: "a list of host names that are not empty",
    description: 'other host names of this machine besides "localhost"; never looked up in DNS',
    rule: "RFC 8089 §2",
  },
  loopbackIsLocal: {
    type: "boolean",
    default: false,
    description: "accept 127.0.0.1 and [::1] as this machine",
  },
  allowSpecialFiles: {
    type: "boolean",
    default: false,
    description: "allow get to read devices, pipes, and sockets, which may never end",
  },
} as const;

/** The options of file. */
export const fileOptions: OptionSet<typeof DECLARATIONS> = defineOptions("file", DECLARATIONS);

export type FileOptions = OptionsInput<typeof fileOptions>;
export type FileSettings = ResolvedOptions<typeof fileOptions>;

const LOOPBACK: readonly string[] = ["127.0.0.1", "[::1]"];

/** Returns the host names of this machine, besides "localhost". */
export function getLocalNames({ localNames, loopbackIsLocal }: FileSettings): readonly string[] {
  return loopbackIsLocal ? [...localNames, ...LOOPBACK] : localNames;
}
