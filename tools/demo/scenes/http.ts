import { octetsOf, textOf } from "@anyurl/core";
import { fixtureBytes, fixtureMetadata } from "../fixtures.ts";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

const NOTE: Uint8Array = octetsOf("A blue whale was seen.\n");

export function httpBlock({ root, http: { host, port, origin } }: DemoEnvironment): SchemeScenario {
  const note = `${origin}/note.txt`;
  return {
    scheme: "http",
    title: "web pages",
    usual: (line) => line === "" || /^(host|connection|user-agent|accept|accept-encoding): /.test(line),
    scenes: [
      {
        title: "%3F is a question mark in the path: a literal one would start the query",
        url: `${origin}/names/what%3F.txt`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "names", "what?.txt") },
        anatomy: true,
        dialogue: true,
      },
      {
        title: "A redirect that is followed",
        url: `${origin}/poem`,
        operation: "get",
        expected: { octets: fixtureBytes(root, "poems", "tide.txt") },
        sent: (planned) => [
          ...planned,
          ...planned.map((line) => (line.startsWith("GET ") ? "GET /poems/tide.txt HTTP/1.1" : line)),
        ],
      },
      {
        title: "A range of a text",
        url: `${origin}/welcome.txt`,
        operation: "get",
        range: { start: 9, end: 16 },
        expected: { octets: fixtureBytes(root, "welcome.txt").subarray(9, 16) },
        // A range of encoded bytes cannot be decoded, so request the identity encoding.
        sent: (planned) =>
          planned.flatMap((line) =>
            line.startsWith("accept-encoding:") ? ["range: bytes=9-15", "accept-encoding: identity"] : [line],
          ),
      },
      {
        title: "Metadata, without a download",
        url: `${origin}/welcome.txt`,
        operation: "stat",
        expected: { facts: fixtureMetadata(root, "welcome.txt") },
      },
      {
        title: "Write, read, and remove a file",
        acts: [
          {
            url: note,
            operation: "put",
            source: NOTE,
            expected: { done: true },
            // One chunk and the last one; a server that records lines keeps the LF of a line that ends without CR.
            sent: (planned) => [...planned, NOTE.length.toString(16), textOf(NOTE), "", "0", ""],
          },
          { url: note, operation: "get", expected: { octets: NOTE } },
          { url: note, operation: "remove", expected: { done: true } },
          { url: note, operation: "get", expected: { code: "not-found" }, sent: (planned) => planned },
        ],
      },
      {
        title: "A redirect to a local file, which is not followed",
        url: `${origin}/motd`,
        operation: "get",
        expected: { code: "redirect-refused" },
        sent: (planned) => planned,
      },
      {
        title: "Rejected: this only looks like a page of library.example",
        url: `http://library.example@${host}:${port}/`,
        operation: "get",
        expected: { code: "userinfo-not-allowed", at: "library.example" },
      },
    ],
  };
}
