// #if list
import { AccessError, type Entry, parsePort } from "@anyurl/core";
import { syntax, type XDemoUrl } from "./syntax.ts";

/**
 * Creates an entry from an item of a listing. It has a URL only if its name is a single safe name.
 *
 * @throws {AccessError} protocol-error: it is not an entry.
 */
export function toEntry(listed: unknown, directory: XDemoUrl): Entry {
  const { name, kind, size } = (listed ?? {}) as Partial<Readonly<Record<string, unknown>>>;
  if (typeof name !== "string" || (kind !== "file" && kind !== "directory"))
    throw new AccessError("protocol-error", "malformed entry in the listing");
  const entry = { name, kind, ...(isSize(size) && { size }) } as const;
  const unsafe = nameProblem(name);
  if (unsafe !== undefined) return { ...entry, url: undefined, unsafe };
  const own = kind === "directory" ? [name, ""] : [name];
  const segments = [...directory.parts.segments.slice(0, -1), ...own];
  return {
    ...entry,
    url: syntax.format({ host: directory.host!, port: parsePort(directory.port), segments }),
  };
}

function isSize(size: unknown): size is number {
  return Number.isSafeInteger(size) && (size as number) >= 0;
}

function nameProblem(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return 'the name is "." or ".."';
  if (name.includes("/")) return "the name contains a slash";
  return /[\0\r\n]/.test(name) ? "the name contains NUL, CR, or LF" : undefined;
}
// #endif
