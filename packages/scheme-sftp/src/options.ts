import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

/** Decides about the key of a host that is in no list: its type, and its fingerprint, such as "SHA256:uNiVztksCsDhcc0u9e8BrrQx…". */
export type AcceptHostKey = (key: {
  readonly host: string;
  readonly port: number;
  readonly type: string;
  readonly fingerprint: string;
}) => boolean | Promise<boolean>;

const DECLARATIONS = {
  knownHosts: {
    type: "string",
    description: "keys of hosts, as the text of a known_hosts file",
    rule: "sshd(8)",
  },
  knownHostsFile: {
    type: "string",
    description: "the absolute path of a known_hosts file, which the policy must allow to read",
    rule: "sshd(8)",
  },
  acceptHostKey: {
    type: "function",
    as: undefined as AcceptHostKey | undefined,
    description: "decides whether an unknown key is accepted; a changed key never is",
  },
  privateKey: {
    type: "string",
    description: "the private key of the user, in the format of OpenSSH or as PEM, without a passphrase",
    rule: "RFC 4252 §7",
  },
  agent: {
    type: "string",
    description: "the path of the socket of an SSH agent, whose keys are tried",
    rule: "RFC 4252 §7",
  },
  pathBase: {
    type: "choice",
    choices: ["root", "home"],
    default: "root",
    description:
      "what a path is relative to: the root, as in curl, or the home directory, as in OpenSSH, where // begins at the root",
  },
  requests: {
    type: "integer",
    min: 1,
    max: 64,
    default: 16,
    description: "requests of a transfer that are sent before their replies, each for 32 KiB",
  },
} as const;

/** The options of sftp. */
export const sftpOptions: OptionSet<typeof DECLARATIONS> = defineOptions("sftp", DECLARATIONS);

export type SftpOptions = OptionsInput<typeof sftpOptions>;
export type SftpSettings = ResolvedOptions<typeof sftpOptions>;
