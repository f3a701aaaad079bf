import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

const RECORD = `Title:        Tides and their tables
Author:       Reader, Ada
Published:    Harbour Press, 1994
Subjects:     Tides
              Navigation

Leader 00247nam a2200109 i 4500
001    b1
008    940101s1994    xx            000 0 eng d
100 1  $a Reader, Ada
245 10 $a Tides and their tables
260    $b Harbour Press, $c 1994
650  0 $a Tides
650  0 $a Navigation
`;

export function z3950Block({ z3950: { origin } }: DemoEnvironment): SchemeScenario {
  const records = origin.replace("z39.50s:", "z39.50r:");
  return {
    scheme: "z39.50r",
    title: "catalogs of libraries",
    scenes: [
      {
        title: "The records of a catalog of maps",
        url: `${origin}/maps`,
        operation: "list",
        expected: { names: ["Chart of the harbour"], urls: [`${records}/maps?m1`] },
      },
      {
        title: "A MARC record as text",
        url: `${records}/Default?b1`,
        operation: "get",
        expected: { octets: octetsOf(RECORD) },
        anatomy: true,
      },
      {
        title: "A database without a docid: nothing is sent",
        url: `${records}/Default`,
        operation: "get",
        expected: { code: "bad-field" },
      },
    ],
  };
}
