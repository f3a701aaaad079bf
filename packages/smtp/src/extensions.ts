import type { Reply } from "@anyurl/core/exchange";

/**
 * The extensions that a server offers beyond the minimum of RFC 5321: the EHLO keywords in upper case, and their
 * parameters.
 */
export type Extensions = ReadonlyMap<string, readonly string[]>;

export const NO_EXTENSIONS: Extensions = new Map();

/**
 * Parses the reply to EHLO: ehlo-line = ehlo-keyword *( SP ehlo-param ) (RFC 5321 §4.1.1.1). The first line of the
 * reply has the server's domain and greeting.
 */
export function parseExtensions({ text }: Reply): Extensions {
  const extensions = new Map<string, readonly string[]>();
  for (const line of text.split("\n").slice(1)) {
    const [keyword = "", ...params] = line.split(" ").filter((word) => word !== "");
    const name = keyword.toUpperCase();
    if (/^[A-Z0-9][A-Z0-9-]*$/.test(name) && !extensions.has(name)) extensions.set(name, params);
  }
  return extensions;
}

/**
 * Returns the maximum size of a message in bytes; `undefined` if the server does not state one, or states 0: no limit
 * (RFC 1870 §4).
 */
export function getMaxSize(extensions: Extensions): number | undefined {
  const size = extensions.get("SIZE")?.[0] ?? "";
  return /^[0-9]{1,15}$/.test(size) && Number(size) > 0 ? Number(size) : undefined;
}
