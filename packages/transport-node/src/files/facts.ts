import type { Stats } from "node:fs";
import type { FileMetadata } from "@anyurl/core/exchange";

/** Returns the metadata that callers may see: no owner and no permissions. */
export function factsOf(stats: Stats): FileMetadata {
  return { kind: kindOf(stats), size: stats.size, modified: stats.mtime };
}

function kindOf(stats: Stats): FileMetadata["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "special";
}
