import { defineOptions, type OptionSet, type OptionsInput, OptionValueError } from "@anyurl/core";
import { fileOptions } from "../files/roots.ts";
import { type AddressBlock, parseAddressBlock } from "./addresses.ts";

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
    read: readPortRules as (rules: readonly string[]) => ReadonlySet<string>,
    expected: 'a list of "scheme:port"',
    default: [],
    description:
      'reserved ports that can be used: "gopher:7070" for one port of a scheme, "gopher:*" for all',
  },
  allowAddresses: {
    type: "list",
    read: readBlocks as (blocks: readonly string[]) => readonly AddressBlock[],
    expected: "a list of addresses and address blocks",
    default: [],
    description:
      'blocks of addresses that can be reached whatever their class, such as "10.1.0.0/16"; the address that is dialed counts, and not one that it carries',
  },
  denyAddresses: {
    type: "list",
    read: readBlocks as (blocks: readonly string[]) => readonly AddressBlock[],
    expected: "a list of addresses and address blocks",
    default: [],
    description:
      "blocks of addresses that cannot be reached, even if they are allowed, nor can an address that carries one of them",
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
  firstUse: {
    type: "choice",
    choices: ["allow", "refuse"],
    description:
      'whether a scheme may trust the key that a server has on first use, or pins, instead of a trusted authority. Default: "allow", under "untrusted" "refuse"',
  },
  files: {
    type: "group",
    options: fileOptions.declarations as (typeof fileOptions)["declarations"],
    description: 'the local directories in which file: URLs can be opened. Not possible under "untrusted"',
  },
  confirm: {
    type: "function",
    as: undefined as ((question: PortQuestion) => boolean | Promise<boolean>) | undefined,
    description: "called for ports below 1024 that are not the scheme's own; without it, they are blocked",
  },
} as const;

/** The option `policy` of a client. */
export const policyOptions: OptionSet<typeof DECLARATIONS> = defineOptions("policy", DECLARATIONS);

export interface PolicyOptions extends OptionsInput<typeof policyOptions> {}

/** "default": a person chose the URL. "untrusted": the source of the URL is unknown. */
export type Profile = NonNullable<PolicyOptions["profile"]>;

function readPortRules(rules: readonly string[]): ReadonlySet<string> {
  for (const rule of rules) {
    if (!/^[a-z][a-z0-9+.-]*:(?:\*|[0-9]{1,5})$/.test(rule))
      throw new OptionValueError(`"scheme:port" instead of ${JSON.stringify(rule)}`);
  }
  return new Set(rules);
}

function readBlocks(blocks: readonly string[]): readonly AddressBlock[] {
  return blocks.map(parseAddressBlock);
}
