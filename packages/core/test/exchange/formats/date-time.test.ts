import { describe, expect, it } from "vitest";
import { readDateTime } from "../../../src/exchange/index.ts";

/** A date of this length: the limit is 128 characters. */
const comment = (length: number) => "21 Nov 1997 00:00 GMT (".padEnd(length - 1, "x") + ")";

describe("dates (RFC 5322 §3.3, §4.3)", () => {
  it.each([
    ["Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06.000Z"],
    ["6 Oct 1998 04:38:40 -0500", "1998-10-06T09:38:40.000Z"],
    ["21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06.000Z"],
    ["Thu, 13 Feb 1969 23:32 -0330 (Newfoundland Time)", "1969-02-14T03:02:00.000Z"],
    ["Mon, 24 Nov 1997 14:22:01 PST", "1997-11-24T22:22:01.000Z"],
    ["17-Jul-1996 02:44:25 -0700", "1996-07-17T09:44:25.000Z"],
    ["1 Jan 30 00:00 XYZ", "2030-01-01T00:00:00.000Z"],
    ["1 Jan 49 00:00 +0000", "2049-01-01T00:00:00.000Z"],
    ["1 Jan 50 12:45 +1130", "1950-01-01T01:15:00.000Z"],
    [comment(128), "1997-11-21T00:00:00.000Z"],
    ["31 Dec 1998 23:59:60 +0000", "1999-01-01T00:00:00.000Z"],
    ["30 Jun 1997 18:59:60 EST", "1997-07-01T00:00:00.000Z"],
  ])("%s", (text, iso) => expect(readDateTime(text)?.toISOString()).toBe(iso));

  it.each([
    "+0200",
    "+02:00",
    "GMT+0200",
    "UTC+02:00",
    "UT+0200",
    "+0200 CEST",
    "+02:00 (CEST)",
    "+0200 CEST (Paris)",
  ])("the zone %s, as programs write it, is two hours before UTC", (zone) => {
    expect(readDateTime(`1 Jul 2026 12:00:00 ${zone}`)).toEqual(new Date("2026-07-01T10:00:00Z"));
  });

  it.each([
    "+02:0",
    "+2:00",
    "+02-00",
    "EST+0200",
    "+0200 CEST x",
    "+0200CEST",
    "GMT +0200 +0200",
    "CEST CEST",
  ])("the zone %s is invalid", (zone) => expect(readDateTime(`1 Jul 2026 12:00:00 ${zone}`)).toBeUndefined());

  it.each(
    Object.entries({ UT: 0, GMT: 0, EST: 5, EDT: 4, CST: 6, CDT: 5, MST: 7, MDT: 6, PST: 8, PDT: 7, est: 5 }),
  )("noon in the zone %s is %i hours after noon in UTC (RFC 5322 §4.3)", (zone, hours) => {
    expect(readDateTime(`21 Nov 1997 12:00 ${zone}`)).toEqual(new Date(Date.UTC(1997, 10, 21, 12 + hours)));
  });

  it.each([
    "",
    "yesterday",
    "31 Jun 2001 00:00 GMT",
    "1 Foo 2001 00:00",
    "1 Jan 2001 24:00",
    "1 Jan 2001 00:60",
    "31 Dec 1998 23:59:61 GMT",
    "0 Jan 2001 00:00 GMT",
    comment(129),
  ])("rejects %s", (text) => expect(readDateTime(text)).toBeUndefined());
});
