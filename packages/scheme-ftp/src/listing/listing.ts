import { parseDosLine } from "./dos.ts";
import { fromEplf } from "./eplf.ts";
import type { LineReader, Listing } from "./line-reader.ts";
import { fromMlsd } from "./mlsd.ts";
import { mvsReader } from "./mvs.ts";
import { fromNetware } from "./netware.ts";
import { fromOs400 } from "./os400.ts";
import { fromUnix } from "./unix.ts";
import { vmsReader } from "./vms.ts";

export type ListingFormat = "MLSD" | "LIST" | "NLST";

/**
 * Creates a stateful reader for the lines of one listing: on some systems the first line describes the others, or an
 * entry spans two lines. It returns `undefined` for a line without an entry, and for "." and "..".
 */
export function createListingReader(format: ListingFormat, now: Date): (line: string) => Listing | undefined {
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

/** LIST is for people, and every system has its own form: try each in turn, and a bare name last. */
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
