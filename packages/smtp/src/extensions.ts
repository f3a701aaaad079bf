import type { Reply } from "./reply.ts";

/** What a server offers beyond RFC 5321's least: the EHLO keywords in capitals, and their parameters. */
export type Extensions = ReadonlyMap<string, readonly string[]>;

export const NO_EXTENSIONS: Extensions = new Map();

/**
 * ehlo-line = ehlo-keyword *( SP ehlo-param )   (RFC 5321 §4.1.1.1). The first line of the reply is the server's domain,
 * and its greeting.
 */
export function extensionsOf({ lines }: Reply): Extensions {
  const extensions = new Map<string, readonly string[]>();
  for (const line of lines.slice(1)) {
    const [keyword = "", ...params] = line.split(" ").filter((word) => word !== "");
    const name = keyword.toUpperCase();
    if (/^[A-Z0-9][A-Z0-9-]*$/.test(name) && !extensions.has(name)) extensions.set(name, params);
  }
  return extensions;
}

/** Octets that a message may have; `undefined` when the server does not say, or says 0: no limit (RFC 1870 §4). */
export function maxSizeOf(extensions: Extensions): number | undefined {
  const size = extensions.get("SIZE")?.[0] ?? "";
  return /^[0-9]{1,15}$/.test(size) && Number(size) > 0 ? Number(size) : undefined;
}
