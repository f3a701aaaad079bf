import { localNameProblem } from "@anyurl/client";
import { documentName } from "@anyurl/client/front";
import type { Url } from "@anyurl/core";

/**
 * Returns the field Content-Disposition (RFC 6266). The file name comes from the requested URL. A name that a system
 * could treat as a path, a device or a hidden file is omitted, and the browser chooses one.
 */
export function formatDisposition(kind: "inline" | "attachment", url: Url): string {
  const name = documentName(url)?.normalize("NFC");
  if (name === undefined || localNameProblem(name) !== undefined) return kind;
  // Non-ASCII characters go into `filename*`. A safe name has no quotation marks or backslashes.
  const plain = name.replace(/[^ -~]/g, "_").replace(/%/g, "_");
  const extended = plain === name ? "" : `; filename*=UTF-8''${encodeExtValue(name)}`;
  return `${kind}; filename="${plain}"${extended}`;
}

/** Encodes value-chars (RFC 8187 §3.2.1). encodeURIComponent leaves some characters that are not allowed there. */
function encodeExtValue(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
