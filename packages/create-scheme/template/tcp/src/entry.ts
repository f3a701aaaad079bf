// #if list
import { type Entry, parsePort } from "@anyurl/core";
import type { Listed } from "./listing.ts";
import { syntax, type XDemoUrl } from "./syntax.ts";

/** Creates an entry from a line of a listing. It has a URL only if its name is a single safe name. */
export function toEntry({ name, kind, size }: Listed, directory: XDemoUrl): Entry {
  const entry = { name, kind, ...(size !== undefined && { size }) };
  const unsafe = nameProblem(name);
  if (unsafe !== undefined) return { ...entry, url: undefined, unsafe };
  const own = kind === "directory" ? [name, ""] : [name];
  const segments = [...directory.parts.segments.slice(0, -1), ...own];
  return {
    ...entry,
    url: syntax.format({ host: directory.host!, port: parsePort(directory.port), segments }),
  };
}

function nameProblem(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return 'the name is "." or ".."';
  if (name.includes("/")) return "the name contains a slash";
  return /[\0\r\n]/.test(name) ? "the name contains NUL, CR, or LF" : undefined;
}
// #endif
