import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import type { HostileProtocol } from "@anyurl/testkit";

/** Doubles the dots that begin a line and adds the Lastline (RFC 1436 §3.8). */
export function withLastline(body: Uint8Array): Uint8Array {
  return octetsOf(`${textOf(body).replaceAll(/^\./gm, "..")}.\r\n`);
}

export const entry = (name: string) => `0${name}\t/${name}\th.example\t70`;

/** A Gopher+ reply (§2.3 of the specification) up to the close. */
const upToClose = (body: Uint8Array): Uint8Array => concat(octetsOf("+-2\r\n"), body);

export const answer: HostileProtocol["answer"] = () => [{ is: "body" }, { is: "close" }];

export const PROTOCOL: HostileProtocol = {
  answer,
  operations: [
    { operation: "get", url: "gopher://h.example/9bytes", end: "close" },
    { operation: "get", url: "gopher://h.example/0text", end: "close", carries: "text", frame: withLastline },
    { operation: "get", url: "gopher://h.example/0text", end: "close", carries: "text" },
    { operation: "list", url: "gopher://h.example/1menu", end: "close", entry, frame: withLastline },
    { operation: "list", url: "gopher://h.example/7find%09words", end: "close", entry },
    { operation: "get", url: "gophers://h.example/9bytes", end: "close", tls: "implicit" },
    { operation: "get", url: "gopher://h.example/Ipicture%09%09+image/gif", end: "close", frame: upToClose },
  ],
};
