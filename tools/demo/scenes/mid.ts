import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";

const MESSAGE: Uint8Array = octetsOf(
  [
    "Message-ID: <letter@sea.example>",
    'Content-Type: multipart/mixed; boundary="wave"',
    "",
    "--wave",
    "Content-Type: text/plain",
    "",
    "A picture is attached.",
    "--wave",
    "Content-ID: <whale@sea.example>",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    "QSBibHVlIHdoYWxlLg==",
    "--wave--",
    "",
  ].join("\r\n"),
);

/** mid and cid: messages and their parts. */
export function midBlock(): SchemeScenario {
  const options = { store: new Map([["letter@sea.example", MESSAGE]]) };
  return {
    scheme: "mid",
    title: "messages of a mailbox or store, and their parts",
    scenes: [
      {
        title: "The parts of a message; one without a Content-ID has a number",
        url: "mid:letter@sea.example",
        operation: "list",
        options,
        expected: {
          names: ["text/plain 1", "whale@sea.example"],
          urls: ["mid:letter@sea.example/1", "mid:letter@sea.example/whale@sea.example"],
        },
      },
      {
        title: "A part, decoded",
        url: "mid:letter@sea.example/whale@sea.example",
        operation: "get",
        options,
        expected: { octets: octetsOf("A blue whale.") },
        anatomy: true,
      },
      {
        title: "A part of the message at hand",
        url: "cid:whale@sea.example",
        operation: "get",
        options: { message: MESSAGE },
        expected: { octets: octetsOf("A blue whale.") },
      },
    ],
  };
}
