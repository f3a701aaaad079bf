import type { EntryKind } from "@anyurl/core";
import type { Dated } from "./dates.ts";

/** One line of a listing, before it gets a URL. All of it is untrusted. */
export interface Listing extends Partial<Dated> {
  /** The name, as text that preserves its bytes. */
  readonly name: string;
  readonly kind: Extract<EntryKind, "file" | "directory" | "link" | "unknown">;
  /** In bytes. */
  readonly size?: number;
  /** Facts of MLSD in lower case; of LIST, permissions, the target of a link, and so on. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The result for a line: an entry, "nothing" if the line has no entry, or `undefined` if it has another form. */
export type LineReader = (line: string, now: Date) => Listing | "nothing" | undefined;

/** Parses an untrusted number with a bounded count of digits; otherwise `undefined`. */
export function count(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
