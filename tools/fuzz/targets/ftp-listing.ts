import { resolveLimits } from "@anyurl/core";
import { ListingLines } from "@anyurl/core/exchange";
import { createListingReader, type ListingFormat } from "../../../packages/scheme-ftp/src/listing/listing.ts";
import { demand, type Target } from "../target.ts";
import { wireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const limits = resolveLimits({ maxEntryLine: 120, maxEntries: 12, maxListing: 1_000 });
const NOW = new Date(Date.UTC(2024, 1, 29, 12));

interface Found {
  readonly entries: readonly {
    readonly name: string;
    readonly size?: number;
    readonly modified?: Date;
  }[];
}

function listingTarget(name: string, format: ListingFormat, seeds: readonly string[]): Target {
  return wireTarget(
    name,
    seeds,
    (chunks) => {
      const lines = new ListingLines(limits);
      const read = createListingReader(format, NOW);
      const entries: unknown[] = [];
      const take = (atEnd: boolean): void => {
        for (const line of lines.takeTexts(atEnd)) {
          const entry = read(line);
          if (entry !== undefined) entries.push(entry);
        }
      };
      for (const chunk of chunks) {
        lines.push(chunk);
        take(false);
      }
      take(true);
      return { entries, skipped: lines.skipped };
    },
    ({ entries }: Found) => {
      demand(entries.length <= limits.maxEntries, "maxEntries bounds a listing", entries.length);
      for (const { name: entryName, size, modified } of entries) {
        demand(!["", ".", ".."].includes(entryName), "an entry has a name of its own", entryName);
        demand(!entryName.includes("\n"), "a name is on one line", entryName);
        demand(size === undefined || (Number.isSafeInteger(size) && size >= 0), "a size is a count", size);
        demand(modified === undefined || !Number.isNaN(modified.getTime()), "a time exists", entryName);
      }
    },
  );
}

/** Listings of FTP servers: LIST in the forms of all systems, and MLSD. */
export const ftpListingTargets: readonly Target[] = [
  listingTarget("ftp-list", "LIST", [
    "-rw-r--r--   1 user group 1024 Jan  2 12:00 a.txt\r\nlrwxrwxrwx 1 u g 7 Feb 29  2024 a -> b\r\n",
    "-rw-r--r-- 1 u g 99999999999999999999 Jan 2 12:00 a\r\n",
    "a\n".repeat(13),
    "total 4\r\ndrwxr-xr-x 2 0 0 4096 Dec 31 1999 .\r\n",
    "02-29-24  11:59PM       <DIR>          docs\r\n01-01-1999  12:00AM  17 a b\r\n",
    "+i8388621.29609,m824255902,/,\tdev\r\n+r,s10376,\tfile\r\n",
    "Directory DISK:[A]\r\n\r\nA.TXT;1  2/3  1-JAN-2024 10:00:00 [U,G] (RWED,RE,,)\r\nLONG.TXT;22\r\n  4  2-FEB-1999\r\n",
    "Volume Unit Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname\r\nVOL1 3390 2024/01/02 1 1 FB 80 800 PO A.B\r\n",
    " Name VV.MM Created Changed Size Init Mod Id\r\nMEMBER 01.01 2024/01/02 2024/01/03 10:00 5 5 0 ME\r\n",
    "QSYS 77824 02/23/00 15:09:55 *DIR dir/\r\n",
    "d [R----F--] supervisor 512 Jan 16 18:53 login\r\n",
  ]),
  listingTarget("ftp-mlsd", "MLSD", [
    "type=file;size=12;modify=20240229235960.123; a b\r\n",
    "Type=cdir;Perm=el; .\r\ntype=OS.unix=slink:/a;unix.mode=0777; l\r\n; a\r\n b\r\n",
    "type=file;size=99999999999999999999; a\r\n",
  ]),
];
