import { defineOptions, type OptionSet, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  knownHosts: {
    type: "string",
    default: "",
    description:
      "the keys of hosts, as the text of a known_hosts file (sshd(8)); a host that is not in it is rejected",
  },
  privateKey: {
    type: "string",
    description: "the private key of the user, in the format of OpenSSH or as PEM",
  },
} as const;

export const sftpOptions: OptionSet<typeof DECLARATIONS> = defineOptions("sftp", DECLARATIONS);
export type SftpOptions = ResolvedOptions<typeof sftpOptions>;
