import type { Stats } from "node:fs";
import type { FileMetadata } from "@anyurl/core/exchange";

/** Returns the metadata that callers may see: no owner and no permissions. */
export function toFileMetadata(stats: Stats): FileMetadata {
  return { kind: fileKind(stats), size: stats.size, modified: stats.mtime };
}

function fileKind(stats: Stats): FileMetadata["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "special";
}
