import { defineOptions, type OptionSet, type OptionsInput } from "@anyurl/core";
import { walkOptions } from "./walk.ts";
import type { TreeTotal } from "./walk-ahead.ts";

const DECLARATIONS = {
  names: {
    type: "choice",
    choices: ["escape", "skip", "strict"],
    default: "escape",
    description:
      "names that the target cannot have, or that hide characters: percent-encode these characters, skip the entry, or fail",
  },
  links: {
    type: "choice",
    choices: ["copy", "follow", "skip"],
    default: "follow",
    description:
      "symbolic links: copy them as links, copy what they lead to, or skip them. A link is copied only if it leads to a place in the tree, and if the source tells where. The client follows a local link only below a root of the policy. A linked directory is not entered in another one",
  },
  archive: {
    type: "choice",
    choices: ["maildir", "mbox"],
    description:
      "add the messages of the tree to an archive, which is the target: a Maildir, or an mbox file (mboxrd). Those that it has are unchanged",
  },
  parallel: {
    type: "integer",
    min: 1,
    max: 32,
    default: 4,
    description: "files that are copied at once; fewer if a server rejects a connection",
  },
  lookAhead: {
    type: "integer",
    min: 1,
    default: 10_000,
    description:
      "entries that are listed before they are copied: the total is known earlier, for more memory",
  },
  onTotal: {
    type: "function",
    as: undefined as ((total: TreeTotal) => void) | undefined,
    description:
      "called with the files and bytes that were listed so far, after each entry, and with the final total at the end of the listing",
  },
  recheck: {
    type: "boolean",
    default: true,
    description:
      "ask for the metadata of each file again before its last bytes are written. If the file has changed since it was opened, the copy of it fails with changed",
  },
  times: {
    type: "boolean",
    default: true,
    description:
      "keep the modification times of the files, if the target can set them. Otherwise they have the time of the copy",
  },
  keepFrom: {
    type: "bytes",
    unlimited: true,
    default: 1_048_576,
    description:
      "size from which the incomplete file of an interrupted copy is kept, if the target is local. The next copy continues it if the source has the same version",
  },
  failFast: {
    type: "boolean",
    default: false,
    description: "end the copy with the first error, instead of going on with the next entry",
  },
} as const;

/** The options of `copyTree`, with those of `walk` and of a call. */
export const treeCopyOptions: OptionSet<(typeof walkOptions)["declarations"] & typeof DECLARATIONS> =
  defineOptions("copyTree", { ...walkOptions.declarations, ...DECLARATIONS });

/** The options of `copyTree` beyond those of a walk. */
export type TreeCopyOptions = Pick<OptionsInput<typeof treeCopyOptions>, keyof typeof DECLARATIONS>;
