import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";

export function dataBlock(): SchemeScenario {
  return {
    scheme: "data",
    title: "the URL is the document",
    scenes: [
      {
        title: "A text; nothing is sent",
        url: "data:;charset=utf-8,Gr%C3%BC%C3%9Fe%20vom%20Meer",
        operation: "get",
        expected: { octets: octetsOf("Grüße vom Meer") },
        anatomy: true,
      },
      {
        title: "The same bytes in base64",
        url: "data:text/plain;charset=utf-8;base64,R3LDvMOfZSB2b20gTWVlcg==",
        operation: "get",
        expected: { octets: octetsOf("Grüße vom Meer") },
      },
    ],
  };
}
