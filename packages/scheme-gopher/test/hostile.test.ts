import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { describeHostile, type HostileProtocol } from "@anyurl/testkit";
import { gopher } from "../src/index.ts";

/** The dots that begin a line, doubled, and the Lastline (RFC 1436 §3.8). */
function withLastline(body: Uint8Array): Uint8Array {
  return octetsOf(`${textOf(body).replaceAll(/^\./gm, "..")}.\r\n`);
}

const entry = (name: string) => `0${name}\t/${name}\th.example\t70`;

const PROTOCOL: HostileProtocol = {
  answer: () => [{ is: "body" }, { is: "close" }],
  operations: [
    { operation: "get", url: "gopher://h.example/9bytes", end: "close" },
    { operation: "get", url: "gopher://h.example/0text", end: "close", carries: "text", frame: withLastline },
    { operation: "get", url: "gopher://h.example/0text", end: "close", carries: "text" },
    { operation: "list", url: "gopher://h.example/1menu", end: "close", entry, frame: withLastline },
    { operation: "list", url: "gopher://h.example/7find%09words", end: "close", entry },
    { operation: "get", url: "gophers://h.example/9bytes", end: "close", tls: "first octet" },
  ],
};

describeHostile(gopher, {
  protocol: PROTOCOL,
  client: (world) => createClient({ schemes: [gopher], ...world }),
});
