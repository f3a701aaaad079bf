import type { EntryKind } from "@anyurl/core";
import type { Dated } from "./dates.ts";

/** One line of a listing, before it has a URL. Everything in it is the server's word. */
export interface Listing extends Partial<Dated> {
  /** The name: text that keeps its octets. */
  readonly name: string;
  readonly kind: Extract<EntryKind, "file" | "directory" | "link" | "unknown">;
  /** Octets. */
  readonly size?: number;
  /** Facts of MLSD in lower case; of LIST permissions, a link's target, and what else there is. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What a line is: an entry, no entry ("nothing"), or not of this form (`undefined`). */
export type LineReader = (line: string, now: Date) => Listing | "nothing" | undefined;

/** A number from outside is digits of bounded length, or it is absent. */
export function count(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
