import type { Stats } from "node:fs";
import type { FileFacts } from "@anyurl/core/exchange";

/** What may be told of a file: nothing of whose it is, or who may read it. */
export function factsOf(stats: Stats): FileFacts {
  return { kind: kindOf(stats), size: stats.size, modified: stats.mtime };
}

function kindOf(stats: Stats): FileFacts["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "special";
}
