import { dated } from "./dates.ts";
import type { LineReader, Listing } from "./line-reader.ts";

const DATASETS = /^Volume +Unit +Referred +Ext +Used +Recfm +Lrecl +BlkSz +Dsorg +Dsname$/;
const MEMBERS = /^ ?Name +VV\.MM +Created +Changed +Size +Init +Mod +Id$/;
/** `APP074 3390   2026/11/21  1    1  FB      80  8880  PO  TEXT.FILES` */
const DATASET =
  /^[^ ]+ +[^ ]+ +(?:([0-9]{4})\/([0-9]{2})\/([0-9]{2})|\*\*NONE\*\*) +[0-9]+ +[0-9+]+ +([^ ]+) +([^ ]+) +([^ ]+) +([^ ]+) +'?([^ ']+)'?$/;
/** `MEMBER   01.03 2002/09/12 2002/10/11 09:37    11    11     0 KIL001` */
const MEMBER =
  /^ ?([^ ]+) +[0-9]{2}\.[0-9]{2} +[0-9/]+ +([0-9]{4})\/([0-9]{2})\/([0-9]{2}) +([0-9]{2}):([0-9]{2}) +[0-9]+ +[0-9]+ +[0-9]+ +[^ ]+$/;

/**
 * Parses listings of z/OS: the first line says whether datasets or the members of one follow. Sizes are not in bytes.
 */
export function mvsReader(): LineReader {
  let lines: "datasets" | "members" | undefined;
  return (line) => {
    if (DATASETS.test(line) || MEMBERS.test(line)) {
      lines = DATASETS.test(line) ? "datasets" : "members";
      return "nothing";
    }
    if (lines === "datasets") return parseDataset(line);
    return lines === "members" ? parseMember(line) : undefined;
  };
}

function parseDataset(line: string): Listing | undefined {
  const match = DATASET.exec(line);
  if (match === null) return undefined;
  const [, year, month, day, recfm = "", lrecl = "", blksize = "", dsorg = "", name = ""] = match;
  return {
    name,
    // A partitioned dataset contains members.
    kind: dsorg.startsWith("PO") ? "directory" : "file",
    ...(year !== undefined && dated({ year: Number(year), month: Number(month) - 1, day: Number(day) })),
    attributes: { recfm, lrecl, blksize, dsorg },
  };
}

function parseMember(line: string): Listing | undefined {
  const match = MEMBER.exec(line);
  if (match === null)
    return /^ ?[A-Z0-9$#@]{1,8} *$/.test(line) ? { name: line.trim(), kind: "file" } : undefined;
  const [, name = "", year, month, day, hour, minute] = match;
  return {
    name,
    kind: "file",
    ...dated({
      year: Number(year),
      month: Number(month) - 1,
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
    }),
  };
}
