import { expect, it } from "vitest";
import { rowsOf } from "../csv.ts";

it.each([
  ["", []],
  [
    "a,b\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\r\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,\n,b\n",
    [
      ["a", ""],
      ["", "b"],
    ],
  ],
  [
    '"a,""b""",c\n"d\ne",""\n',
    [
      ['a,"b"', "c"],
      ["d\ne", ""],
    ],
  ],
])("reads %j", (text, rows) => void expect(rowsOf(text)).toEqual(rows));
