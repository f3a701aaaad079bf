import { createAnyurl } from "anyurl";

/**
 * Mirrors a directory to another one: `mirror("ftp://alice:pw@h.example/", "file:///srv/mirror/")`.
 *
 * @returns the paths of the copied files, and of those that were skipped, with the reasons.
 */
export async function mirror(from: string, to: string) {
  // Local files can be written only below directories that a program names.
  const roots = to.startsWith("file:") ? [decodeURIComponent(new URL(to).pathname)] : [];
  const any = createAnyurl({ policy: { files: { roots, write: true } } });
  const copied: string[] = [];
  const skipped: Record<string, string> = {};
  for await (const result of any.copyTree(from, to)) {
    const path = result.path.join("/");
    if (result.did === "copied") copied.push(path);
    else if (result.did === "skipped") skipped[path] = result.why;
  }
  await any.close();
  return { copied, skipped };
}
