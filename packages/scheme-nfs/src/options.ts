import {
  defineOptions,
  type Limits,
  type OptionSet,
  type OptionsInput,
  type ResolvedOptions,
} from "@anyurl/core";

const DECLARATIONS = {
  uid: {
    type: "integer",
    max: 0xffff_ffff,
    description: "the user id to claim with AUTH_SYS; without it nothing is claimed (AUTH_NONE)",
    rule: "RFC 5531 §10.1",
  },
  gid: {
    type: "integer",
    max: 0xffff_ffff,
    default: 65_534,
    description: "the group id to claim together with uid; the default is the anonymous group",
    rule: "RFC 5531 §10.1",
  },
  machineName: {
    type: "string",
    default: "anyurl",
    read: (name: string): string | undefined => (/^[\x21-\x7e]{1,255}$/.test(name) ? name : undefined),
    expected: "1 to 255 characters of printable ASCII",
    description: "the machine name that AUTH_SYS sends; the default is not the name of this machine",
    rule: "RFC 5531 §10.1",
  },
  fallback: {
    type: "boolean",
    default: true,
    description: "use the portmapper and MOUNT if the server rejects the public file handle",
    rule: "RFC 2224 §7",
  },
  portmapperPort: {
    type: "integer",
    min: 1,
    max: 65_535,
    default: 111,
    description: "the port of the portmapper, which knows the port of MOUNT",
    rule: "RFC 1833",
  },
  mountPort: {
    type: "integer",
    min: 1,
    max: 65_535,
    description: "the port of MOUNT; the portmapper is then not asked",
  },
  links: {
    type: "choice",
    choices: ["none", "server", "any"],
    default: "server",
    description: "which symbolic links to follow: none, those to the same server, or any (get only)",
    rule: "RFC 2224 §6.2",
  },
  linkText: {
    type: "choice",
    choices: ["url", "path"],
    default: "url",
    description: "read the text of a symbolic link as a URL reference, or as a path of the server",
    rule: "RFC 2224 §6.2",
  },
  maxLinks: {
    type: "integer",
    default: 8,
    description: "maximum number of symbolic links to follow",
  },
  transferSize: {
    type: "bytes",
    min: 512,
    max: 1_048_576,
    default: 65_536,
    description: "bytes of one READ, WRITE, or READDIR; larger ones also need a larger limit maxMessage",
    rule: "RFC 1813 §3.3.6",
  },
  jukeboxRetries: {
    type: "integer",
    default: 5,
    description: "maximum number of times to repeat a call if the server is not ready (NFS3ERR_JUKEBOX)",
    rule: "RFC 1813 §2.6",
  },
  jukeboxDelay: {
    type: "duration",
    min: 1,
    default: 1_000,
    description: "time before such a call is repeated",
  },
} as const;

/** The options of nfs. */
export const nfsOptions: OptionSet<typeof DECLARATIONS> = defineOptions("nfs", DECLARATIONS);

export type NfsOptions = OptionsInput<typeof nfsOptions>;
export type ResolvedNfsOptions = ResolvedOptions<typeof nfsOptions>;

/** What an exchange reads: the options, and the limits of the call. */
export interface NfsSettings extends ResolvedNfsOptions {
  readonly limits: Limits;
}
