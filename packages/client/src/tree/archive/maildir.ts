import { type Entry, encodeHex, encodeText, octetsOf, UNRESERVED } from "@anyurl/core";
import type { Archive, ArchiveOperations } from "./archive.ts";

/**
 * Opens a Maildir, or creates it. A message is written to "tmp" and then renamed to "new", so a mail program never sees a
 * part of it. Its name is made of its URL, so it is found again whatever its flags are, and in "cur" as well.
 */
export async function openMaildir(root: string, operations: ArchiveOperations): Promise<Archive> {
  const { ensureDirectory, list, put, rename } = operations;
  for (const name of ["", "tmp/", "new/", "cur/"]) await ensureDirectory(root + name);
  const known = new Map<string, string>();
  for (const directory of ["new/", "cur/"])
    for await (const { name, url } of list(root + directory))
      if (url !== undefined) known.set(name.replace(/[:;!,].*$/s, ""), url);
  return {
    find: async (entry) => known.get(await createUniqueName(entry)),
    async add({ entry, text }) {
      const name = await createUniqueName(entry);
      const file = encodeText(name, UNRESERVED);
      const to = `${root}new/${file}`;
      await put(`${root}tmp/${file}`, octetsOf(text));
      await rename(`${root}tmp/${file}`, to);
      known.set(name, to);
      return { to, existed: false };
    },
    async end() {},
  };
}

/** Returns the name of a message: its time, a hash of its URL, and the program. */
async function createUniqueName({ url = "", modified }: Entry): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url)));
  const hash = encodeHex(digest.subarray(0, 12));
  const seconds = Math.max(0, Math.floor((modified?.getTime() ?? 0) / 1000));
  return `${seconds}.${hash}.anyurl`;
}
