import { unsafeLocalName } from "@anyurl/client";
import { decodeText, type Url } from "@anyurl/core";

/** The name that the URL ends with, decoded; `undefined` where it has none. Not yet a name for a file. */
export function nameOf(url: Url): string | undefined {
  const { name } = (url.parts ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name === "string" && name !== "") return name;
  const last = decodeText(url.path.slice(url.path.lastIndexOf("/") + 1));
  return last === "" ? undefined : last;
}

/**
 * The field Content-Disposition (RFC 6266). The name comes from the URL that was asked for; one that some system could
 * take for a path, a device or a hidden file is left out, and the browser makes one up.
 */
export function dispositionOf(kind: "inline" | "attachment", url: Url): string {
  const name = nameOf(url)?.normalize("NFC");
  if (name === undefined || unsafeLocalName(name) !== undefined) return kind;
  // What is not ASCII goes into the other parameter; quotation marks and backslashes are no part of a safe name.
  const plain = name.replace(/[^ -~]/g, "_").replace(/%/g, "_");
  const extended = plain === name ? "" : `; filename*=UTF-8''${extValue(name)}`;
  return `${kind}; filename="${plain}"${extended}`;
}

/** value-chars (RFC 8187 §3.2.1): encodeURIComponent leaves some characters that are not among them. */
function extValue(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
