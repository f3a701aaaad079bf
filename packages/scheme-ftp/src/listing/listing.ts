import type { EntryKind } from "@anyurl/core";
import type { Dated } from "./dates.ts";
import { parseDosLine } from "./dos.ts";
import { fromEplf } from "./eplf.ts";
import { fromMlsd } from "./mlsd.ts";
import { mvsReader } from "./mvs.ts";
import { fromNetware } from "./netware.ts";
import { fromOs400 } from "./os400.ts";
import { fromUnix } from "./unix.ts";
import { vmsReader } from "./vms.ts";

export type ListingFormat = "MLSD" | "LIST" | "NLST";

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

/**
 * Reads the lines of one listing, one after the other: some systems say in the first what the others have, or break an entry
 * over two. Gives `undefined` for a line that is no entry, and for "." and "..".
 */
export function listingOf(format: ListingFormat, now: Date): (line: string) => Listing | undefined {
  const read = READERS[format]();
  return (line) => {
    const entry = read(line, now);
    if (entry === undefined || entry === "nothing") return undefined;
    return entry.name === "" || entry.name === "." || entry.name === ".." ? undefined : entry;
  };
}

const READERS: Readonly<Record<ListingFormat, () => LineReader>> = {
  MLSD: () => fromMlsd,
  LIST: listReader,
  NLST: () => (name) => ({ name, kind: "unknown" }),
};

/** LIST is for people, and every system has its own form: each is tried in turn, and the name alone is last. */
function listReader(): LineReader {
  const forms: readonly LineReader[] = [
    fromUnix,
    parseDosLine,
    fromEplf,
    vmsReader(),
    mvsReader(),
    fromOs400,
    fromNetware,
  ];
  return (line, now) => {
    for (const form of forms) {
      const entry = form(line, now);
      if (entry !== undefined) return entry;
    }
    return { name: line, kind: "unknown" };
  };
}

/** A number from outside is digits of bounded length, or it is absent. */
export function count(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
