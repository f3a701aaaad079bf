import type { Stats } from "node:fs";
import type { FileMetadata } from "@anyurl/core/exchange";

/** What may be told of a file: nothing of whose it is, or who may read it. */
export function factsOf(stats: Stats): FileMetadata {
  return { kind: kindOf(stats), size: stats.size, modified: stats.mtime };
}

function kindOf(stats: Stats): FileMetadata["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "special";
}
