import { octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createListingReader } from "../../src/listing/listing.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const list = (line: string) => createListingReader("LIST", NOW)(line);
const mlsd = (line: string) => createListingReader("MLSD", NOW)(line);

describe("LIST", () => {
  // Lines of vsftpd 3.0.3, Pure-FTPd 1.0.50, ProFTPD 1.3.8, pyftpdlib 1.5.7, and GNU inetutils 2.4 for one file.
  it.each([
    "-rw-r--r--    1 0        0              32 Feb 03  2001 lf.txt",
    "-rw-r--r--    1 0          0                  32 Feb  3  2001 lf.txt",
    "-rw-r--r--   1 0        0              32 Feb  3  2001 lf.txt",
    "-rw-r--r--   1 root     root           32 Feb 03  2001 lf.txt",
    "-rw-r--r--  1 root  root  32 Feb  3  2001 lf.txt",
    "-rw-r--r--  1 root  32 Feb  3  2001 lf.txt",
  ])("%s", (line) => {
    expect(list(line)).toEqual({
      name: "lf.txt",
      kind: "file",
      size: 32,
      modified: new Date("2001-02-03T00:00:00Z"),
      modifiedPrecision: "day",
      modifiedZone: "unknown",
      attributes: { permissions: "-rw-r--r--" },
    });
  });

  it("reads directories, links, and their targets", () => {
    expect(list("drwxr-xr-x    2 0        0            4096 Nov 21 02:23 dir with spaces")).toMatchObject({
      name: "dir with spaces",
      kind: "directory",
      modified: new Date("2026-11-21T02:23:00Z"),
      modifiedPrecision: "minute",
      modifiedZone: "unknown",
    });
    expect(list("lrwxrwxrwx    1 0        0               6 Nov 21 02:23 link.txt -> lf.txt")).toMatchObject({
      name: "link.txt",
      kind: "link",
      attributes: { target: "lf.txt" },
    });
  });

  it("keeps every space of a name after the separator from the date", () => {
    expect(list("-rw-r--r--    1 0        0               5 Nov 21 02:23  leading space.txt")?.name).toBe(
      " leading space.txt",
    );
  });

  it("reads a date without a year as the latest date in the past", () => {
    expect(list("-rw-r--r-- 1 0 0 5 Dec 24 02:23 x")?.modified).toEqual(new Date("2025-12-24T02:23:00Z"));
    expect(list("-rw-r--r-- 1 0 0 5 Nov 22 02:23 x")?.modified).toEqual(new Date("2026-11-22T02:23:00Z"));
  });

  it("reads the MS-DOS form", () => {
    expect(list("02-03-01  04:05AM       <DIR>          pub")).toEqual({
      name: "pub",
      kind: "directory",
      modified: new Date("2001-02-03T04:05:00Z"),
      modifiedPrecision: "minute",
      modifiedZone: "unknown",
    });
    expect(list("02-03-2001  12:05PM                   32 lf.txt")).toEqual({
      name: "lf.txt",
      kind: "file",
      size: 32,
      modified: new Date("2001-02-03T12:05:00Z"),
      modifiedPrecision: "minute",
      modifiedZone: "unknown",
    });
  });

  it.each([
    ["12:05AM", "00:05"],
    ["04:05AM", "04:05"],
    ["12:05PM", "12:05"],
    ["04:05PM", "16:05"],
    ["16:05", "16:05"],
    ["00:05", "00:05"],
  ])("reads the MS-DOS time %s as %s", (given, time) => {
    expect(list(`02-03-2001  ${given}       32 x`)?.modified).toEqual(new Date(`2001-02-03T${time}:00Z`));
  });

  it.each([
    ["69", "2069"],
    ["70", "1970"],
    ["1969", "1969"],
    ["2101", "2101"],
  ])("reads the year %s as %s", (given, year) => {
    expect(list(`02-03-${given}  16:05  32 x`)?.modified).toEqual(new Date(`${year}-02-03T16:05:00Z`));
  });

  it("reads EPLF", () => {
    expect(list("+i8388621.48594,m825718503,r,s280,\tdjb.html")).toEqual({
      name: "djb.html",
      kind: "file",
      size: 280,
      modified: new Date(825718503000),
      modifiedPrecision: "second",
      modifiedZone: "UTC",
    });
    expect(list("+i8388621.50690,m824255907,/,\t514")).toMatchObject({ name: "514", kind: "directory" });
  });

  it("reads OpenVMS with names on two lines and sizes in blocks", () => {
    const read = createListingReader("LIST", NOW);
    const lines = [
      "Directory DISK$USER:[ANON]",
      "",
      "README.TXT;3          4/6     3-FEB-2001 04:05:06.78  [ANON]        (RWED,RWED,RE,)",
      "PUB.DIR;1                1  21-NOV-2026 02:23 [ANON] (RWE,RWE,RE,RE)",
      "A_NAME_THAT_LEAVES_NO_ROOM_FOR_ANYTHING.DATA;12",
      "                      12   3-FEB-2001 04:05 [ANON] (RWED,RWED,RE,)",
      "Total of 3 files, 17 blocks.",
    ];
    expect(lines.map((line) => read(line)).filter((entry) => entry !== undefined)).toEqual([
      {
        name: "README.TXT",
        kind: "file",
        modified: new Date("2001-02-03T04:05:06Z"),
        modifiedPrecision: "second",
        modifiedZone: "unknown",
        attributes: { version: "3", blocks: "4", owner: "[ANON]", permissions: "(RWED,RWED,RE,)" },
      },
      expect.objectContaining({ name: "PUB", kind: "directory" }),
      expect.objectContaining({ name: "A_NAME_THAT_LEAVES_NO_ROOM_FOR_ANYTHING.DATA", kind: "file" }),
    ]);
  });

  it("does not read a line of OpenVMS whose month has no name of a month", () => {
    const read = createListingReader("LIST", NOW);
    read("Directory DISK$USER:[ANON]");
    const line = (month: string) => `README.TXT;3   4/6   3-${month}-2001 04:05:06 [ANON] (RWED,RWED,RE,)`;
    expect(read(line("FEB"))).toMatchObject({ name: "README.TXT" });
    // Any other line is a name.
    expect(read(line("FOO"))).toEqual({ name: line("FOO"), kind: "unknown" });
  });

  it("reads z/OS data sets and members", () => {
    const datasets = createListingReader("LIST", NOW);
    const rows = [
      "Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname",
      "APP074 3390   2001/02/03  1   15  FB      80  8880  PO  TEXT.FILES",
      "APP074 3390   **NONE**    1    1  VB     255 27998  PS  'ANON.NOTES'",
    ];
    expect(rows.map((line) => datasets(line))).toEqual([
      undefined,
      expect.objectContaining({ name: "TEXT.FILES", kind: "directory", modified: new Date("2001-02-03") }),
      expect.objectContaining({ name: "ANON.NOTES", kind: "file" }),
    ]);
    const members = createListingReader("LIST", NOW);
    members(" Name     VV.MM   Created       Changed      Size  Init   Mod   Id");
    expect(members("README    01.03 2000/09/12 2001/02/03 04:05    11    11     0 KIL001")).toMatchObject({
      name: "README",
      kind: "file",
      modified: new Date("2001-02-03T04:05:00Z"),
    });
    // A load library has no statistics.
    expect(members(" MAIN$1  ")).toEqual({ name: "MAIN$1", kind: "file" });
    expect(members("no member")).not.toMatchObject({ kind: "file", name: "no member" });
  });

  it("reads OS/400 and NetWare", () => {
    expect(list("QSYS            77824 02/03/01 15:09:55 *DIR       QOpenSys/")).toEqual({
      name: "QOpenSys",
      kind: "directory",
      modified: new Date("2001-02-03T15:09:55Z"),
      modifiedPrecision: "second",
      modifiedZone: "unknown",
      attributes: { owner: "QSYS", type: "*DIR" },
    });
    expect(list("ANON              32 02/03/01 04:05:06 *STMF      lf.txt")).toMatchObject({
      name: "lf.txt",
      kind: "file",
      size: 32,
    });
    expect(list("d [R----F--] supervisor            512       Jan 16 18:53    login")).toMatchObject({
      name: "login",
      kind: "directory",
      modified: new Date("2026-01-16T18:53:00Z"),
      attributes: { owner: "supervisor", permissions: "R----F--" },
    });
  });

  it("reads dates with the day or the year first", () => {
    const modified = new Date("2001-02-03T00:00:00Z");
    expect(list("-rw-r--r-- 1 0 0 32  3 Feb  2001 x")).toMatchObject({ name: "x", modified });
    expect(list("-rw-r--r-- 1 0 0 32 2001-02-03 04:05 x")).toMatchObject({
      name: "x",
      modified: new Date("2001-02-03T04:05:00Z"),
    });
  });

  it("falls back to the name and never throws", () => {
    expect(list("something else")).toEqual({ name: "something else", kind: "unknown" });
    expect(list("total 12")).toBeUndefined();
    expect(list("-rw-r--r-- 1 0 0 5 Feb 31  2001 x")?.modified).toBeUndefined();
    expect(list("-rw-r--r-- 1 0 0 5 Ebr 03  2001 x")).toEqual({
      name: "-rw-r--r-- 1 0 0 5 Ebr 03  2001 x",
      kind: "unknown",
    });
  });

  it("keeps invalid UTF-8 and escapes control characters", () => {
    const octets = new Uint8Array([...octetsOf("-rw-r--r-- 1 0 0 5 Feb 03  2001 latin1-"), 0xe4]);
    expect(octetsOf(createListingReader("LIST", NOW)(textOf(octets))!.name).at(-1)).toBe(0xe4);
    expect(list("lrwxrwxrwx 1 0 0 6 Feb 03  2001 l -> \x1b[2J")?.attributes?.["target"]).toBe("\\x1b[2J");
  });
});

describe("MLSD (RFC 3659 §7)", () => {
  it.each([
    ["type=file;size=32;modify=20010203040506;UNIX.mode=0644;unique=fd01g1; lf.txt", "file", 32],
    ["modify=20010203040506;size=32;type=file; lf.txt", "file", 32],
    ["Type=OS.unix=slink:lf.txt;Modify=20010203040506; lf.txt", "link", undefined],
    ["type=dir;sizd=4096;modify=20010203040506; lf.txt", "directory", undefined],
    ["type=OS.unix=symlink;modify=20010203040506; lf.txt", "link", undefined],
    // Types of other systems are not known (RFC 3659 §7.5.1).
    ["type=OS.unix=socket;modify=20010203040506; lf.txt", "unknown", undefined],
    ["modify=20010203040506; lf.txt", "unknown", undefined],
  ])("%s", (line, kind, size) => {
    const entry = mlsd(line);
    expect(entry).toMatchObject({ name: "lf.txt", kind, modified: new Date("2001-02-03T04:05:06Z") });
    expect(entry?.size).toBe(size);
  });

  it("skips the directory itself and its parent", () => {
    expect(mlsd("type=cdir;modify=20010203040506; .")).toBeUndefined();
    expect(mlsd("type=pdir;modify=20010203040506; /")).toBeUndefined();
    expect(mlsd("type=dir; ..")).toBeUndefined();
  });

  it("removes exactly one space before the name", () => {
    expect(mlsd("type=file;  leading")?.name).toBe(" leading");
    expect(mlsd(" just a name")?.name).toBe("just a name");
    expect(mlsd("nofacts")).toBeUndefined();
  });

  it("omits an invalid size or time", () => {
    expect(mlsd("type=file;size=-1;modify=soon; x")).toEqual({
      name: "x",
      kind: "file",
      attributes: { type: "file", size: "-1", modify: "soon" },
    });
  });

  it.each([
    ["20010203040506", "2001-02-03T04:05:06.000Z", "second"],
    ["20010203040506.0", "2001-02-03T04:05:06.000Z", "millisecond"],
    ["20010203040506.2", "2001-02-03T04:05:06.200Z", "millisecond"],
    ["20010203040506.007", "2001-02-03T04:05:06.007Z", "millisecond"],
    ["20010203040506.99999999999999999999", "2001-02-03T04:05:06.999Z", "millisecond"],
    ["20011301000000", undefined, undefined],
    ["20010001000000", undefined, undefined],
    ["19100101000000.", undefined, undefined],
    ["2001020304050", undefined, undefined],
    ["200102030405060", undefined, undefined],
    ["20010203040506.25x", undefined, undefined],
  ])("reads the time %s as %s (RFC 3659 §2.3)", (text, expected, precision) => {
    const entry = mlsd(`type=file;modify=${text}; x`);
    expect(entry?.modified?.toISOString()).toBe(expected);
    expect(entry?.modifiedPrecision).toBe(precision);
    expect(entry?.modifiedZone).toBe(precision && "UTC");
  });

  it("reads facts named __proto__ and constructor safely", () => {
    const entry = mlsd("__proto__=x;constructor=y;type=file; x");
    expect(Object.getPrototypeOf(entry?.attributes)).toBe(Object.prototype);
    expect(Object.keys(entry?.attributes ?? {})).toEqual(["__proto__", "constructor", "type"]);
  });
});

describe("NLST (RFC 959 §4.1.3)", () => {
  it("returns names except . and ..", () => {
    const nlst = (line: string) => createListingReader("NLST", NOW)(line);
    expect(nlst("a b")).toEqual({ name: "a b", kind: "unknown" });
    expect(nlst(".")).toBeUndefined();
    expect(nlst("..")).toBeUndefined();
    expect(nlst("")).toBeUndefined();
  });
});
