import { defineOptions, type OptionSet } from "@anyurl/core";
import type { FileRootOptions } from "../files/roots.ts";

/** "default": a person chose the URL. "untrusted": the source of the URL is unknown. */
export type Profile = "default" | "untrusted";

/** The question to a `confirm` callback: may this scheme connect to this reserved port? */
export interface PortQuestion {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

const DECLARATIONS = {
  profile: {
    type: "choice",
    choices: ["default", "untrusted"],
    default: "default",
    description: "whether a person chose the URL, or its source is unknown",
  },
  allowPorts: {
    type: "list",
    default: [],
    description:
      'reserved ports that can be used: "gopher:7070" for one port of a scheme, "gopher:*" for all',
  },
  allowAddresses: {
    type: "list",
    default: [],
    description: 'blocks of addresses that can be reached whatever their class, such as "10.1.0.0/16"',
  },
  denyAddresses: {
    type: "list",
    default: [],
    description: "blocks of addresses that cannot be reached, even if they are allowed",
  },
  allowSchemes: {
    type: "list",
    description:
      "the only schemes that are allowed; an empty list blocks all. Default: all registered schemes",
  },
  clearTextPasswords: {
    type: "choice",
    choices: ["allow", "refuse"],
    description: 'whether a password may be sent without TLS. Default: "allow", under "untrusted" "refuse"',
  },
  files: {
    type: "group",
    description: 'the local directories in which file: URLs can be opened. Not possible under "untrusted"',
    options: {
      roots: {
        type: "value",
        read: (value: unknown): readonly (string | FileRootOptions)[] | undefined =>
          Array.isArray(value) ? value : undefined,
        expected: "a list of directories",
        description: 'only files below these directories can be opened; "/" allows all files',
      },
      write: { type: "boolean", default: false, description: "allow writing, renaming, and removing" },
      followLinks: {
        type: "boolean",
        default: false,
        description: "follow links whose target is below a root",
      },
    },
  },
  confirm: {
    type: "function",
    as: undefined as ((question: PortQuestion) => boolean | Promise<boolean>) | undefined,
    description: "called for ports below 1024 that are not the scheme's own; without it, they are blocked",
  },
} as const;

/** The option `policy` of a client. */
export const policyOptions: OptionSet<typeof DECLARATIONS> = defineOptions("policy", DECLARATIONS);
