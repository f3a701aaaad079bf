import { type AccessError, type Entry, encodeText, isAccessError, UNRESERVED } from "@anyurl/core";
import { REFUSED, type TreeEntry } from "./walk.ts";

/** The result for one entry of a tree. */
export type TreeCopyResult = TreeEntry &
  (
    | { readonly did: "copied"; readonly to: string; readonly octets: number }
    | { readonly did: "made"; readonly to: string }
    /** The entry was skipped: its name is not safe, it is a link, or the server rejected it. */
    | { readonly did: "skipped"; readonly why: string; readonly error?: unknown }
  );

interface Copier {
  copy(from: Entry, to: string): Promise<{ readonly octets: number }>;
  makeDirectory(url: string): Promise<void>;
}

/**
 * Copies a tree, entry by entry: creates directories, copies files, and reports entries with unsafe names as skipped.
 * An error of one file does not stop the copy; an error of the target does.
 *
 * @param to the URL of an existing directory, ending with "/".
 * @param signal of the copy: its abort is not an error of one file.
 */
export async function* copyTree(
  copier: Copier,
  walked: AsyncGenerator<TreeEntry, void, void>,
  to: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<TreeCopyResult, void, void> {
  for await (const each of walked) {
    const { entry, localPath, unsafe } = each;
    if (localPath === undefined || entry.url === undefined) {
      yield { ...each, did: "skipped", why: unsafe ?? "the name of a parent directory is not safe" };
      continue;
    }
    const target = to + localPath.map((name) => encodeText(name, UNRESERVED)).join("/");
    if (entry.kind === "directory") {
      if (unsafe !== undefined) {
        yield { ...each, did: "skipped", why: unsafe };
        continue;
      }
      await copier.makeDirectory(`${target}/`).catch((error) => {
        if (!isAccessError(error) || error.code !== "already-exists") throw error;
      });
      yield { ...each, did: "made", to: `${target}/` };
    } else if (entry.kind === "file" || entry.kind === "unknown") {
      yield await copied(each, entry, target);
    } else yield { ...each, did: "skipped", why: `it is not a file: ${entry.kind}` };
  }

  async function copied(each: TreeEntry, from: Entry, target: string): Promise<TreeCopyResult> {
    try {
      const { octets } = await copier.copy(from, target);
      return { ...each, did: "copied", to: target, octets };
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAccessError(error) || !isOwnFault(error)) throw error;
      return { ...each, did: "skipped", why: error.message, error };
    }
  }
}

/** Does an error concern this one file, so that the next one can be copied? */
export function isOwnFault({ code, operation }: AccessError): boolean {
  return SKIPPED.has(code) || (REFUSED.has(code) && operation !== "put");
}

const SKIPPED: ReadonlySet<string> = new Set([
  "not-found",
  "permission-denied",
  "is-a-directory",
  "unsupported",
]);
