import { AccessError, textOf } from "@anyurl/core";
import type { TreeTarget } from "../copy-tree.ts";
import type { Archive, ArchiveOperations } from "./archive.ts";
import { openMaildir } from "./maildir.ts";
import { openMbox } from "./mbox.ts";

/** The formats of archives: one message a file, or one file with all messages (mboxrd). */
export type ArchiveFormat = "maildir" | "mbox";

/**
 * Returns a target that adds the messages of a tree to an archive, which has no directories. A message that the archive
 * has is unchanged. Any other file fails.
 *
 * @throws {TypeError} the URL does not fit the format.
 */
export function createArchiveTarget(
  format: ArchiveFormat,
  root: string,
  operations: ArchiveOperations,
): TreeTarget {
  if (root.endsWith("/") !== (format === "maildir"))
    throw new TypeError(
      format === "maildir"
        ? 'invalid Maildir: expected a URL that ends with "/"'
        : 'invalid mbox: expected the URL of a file, which does not end with "/"',
    );
  let opened: Promise<Archive> | undefined;
  const open = () => {
    opened ??= format === "maildir" ? openMaildir(root, operations) : openMbox(root, operations);
    return opened;
  };
  return {
    names: { system: "server", untrusted: false },
    makeDirectory: async () => ({ to: root, existed: true }),
    async copy({ entry }, _, signal) {
      if (entry.mediaType?.startsWith("message/") !== true)
        throw new AccessError("unsupported", "it is not a message, so the archive cannot have it");
      const archive = await open();
      const known = await archive.find(entry);
      if (known !== undefined) return { to: known };
      const octets = await operations.retrieve(entry, signal);
      const { to, existed } = await archive.add({ entry, text: textOf(octets).replaceAll("\r\n", "\n") });
      return existed ? { to } : { to, octets: octets.length };
    },
    isCaseSensitive: async () => true,
    end: async () => (await opened)?.end(),
  };
}
