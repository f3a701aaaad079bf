import {
  defineOptions,
  type Limits,
  type OptionSet,
  type OptionsInput,
  type ResolvedOptions,
} from "@anyurl/core";

const DECLARATIONS = {
  accessMethods: {
    type: "list",
    // Methods for local files of this machine are not included: they are only listed.
    default: ["PROSPERO-CONTENTS", "AFTP", "GOPHER", "WAIS", "HTTP", "FTP"],
    read: (names: readonly string[]): readonly string[] | undefined =>
      names.every((name) => /^[A-Z0-9-]+$/.test(name)) ? names : undefined,
    expected: 'a list of names such as ["AFTP", "GOPHER"]',
    description: "access methods for get, in the order of preference",
  },
  maxUnions: {
    type: "integer",
    default: 16,
    description: "maximum number of union links to expand in a listing",
  },
  followRedirects: {
    type: "boolean",
    default: false,
    description: "follow ARDP redirects",
  },
  retransmitAfter: {
    type: "duration",
    min: 1,
    default: 4_000,
    description: "time before the first retransmission; doubled each time",
  },
  retransmissions: {
    type: "integer",
    default: 3,
    description: "maximum number of retransmissions",
  },
} as const;

/** The options of prospero. */
export const prosperoOptions: OptionSet<typeof DECLARATIONS> = defineOptions("prospero", DECLARATIONS);

export type ProsperoOptions = OptionsInput<typeof prosperoOptions>;
export type ResolvedProsperoOptions = ResolvedOptions<typeof prosperoOptions>;

/** What an exchange reads: the options, and the limits of the call. */
export interface ProsperoSettings extends ResolvedProsperoOptions {
  readonly limits: Limits;
}
