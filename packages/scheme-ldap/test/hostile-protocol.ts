import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { HostileProtocol, ServerStep } from "@anyurl/testkit";
import { BerReader, encodeElement, encodeInteger, encodeString, readHeader, TAG } from "../src/ber.ts";
import { escapeDnValue } from "../src/dn.ts";
import { OPERATION } from "../src/message.ts";

export function message(id: number, operation: Uint8Array): Uint8Array {
  return encodeElement(TAG.sequence, encodeInteger(id), operation);
}

export function done(
  id: number,
  code = 0,
  tag: number = OPERATION.searchDone,
  diagnostic: string = "",
): Uint8Array {
  return message(
    id,
    encodeElement(tag, encodeInteger(code, TAG.enumerated), encodeString(""), encodeString(diagnostic)),
  );
}

export function entry(
  id: number,
  dn: string | Uint8Array,
  attributes: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const list = Object.entries(attributes).map(([name, value]) =>
    encodeElement(TAG.sequence, encodeString(name), encodeElement(TAG.set, encodeString(value))),
  );
  return message(
    id,
    encodeElement(OPERATION.searchEntry, encodeString(dn), encodeElement(TAG.sequence, ...list)),
  );
}

/** The id and the operation of a request. */
export function readRequest(octets: Uint8Array): { readonly id: number; readonly operation: number } {
  const reader = new BerReader(octets).readConstructed(TAG.sequence);
  return { id: reader.readInteger(), operation: reader.readElement().tag };
}

function requestLength(received: Uint8Array): number | undefined {
  const header = readHeader(received, 0);
  return header === undefined || received.length < header.end ? undefined : header.end;
}

function answer(request: string): readonly ServerStep[] {
  const { operation } = readRequest(octetsOf(request));
  return operation === OPERATION.unbindRequest ? [{ is: "close" }] : [{ is: "body" }];
}

/** An entry is a line of hexadecimal digits until {@link listing} makes a message of it: a name may have line ends. */
function line(name: string): string {
  return Buffer.from(octetsOf(`${shown(name)},dc=x`)).toString("hex");
}

function shown(name: string): string {
  return `cn=${escapeDnValue(name)}`;
}

function listing(lines: Uint8Array): Uint8Array {
  const names = textOf(lines)
    .split("\r\n")
    .filter((text) => text !== "")
    .map((text) => Buffer.from(text, "hex"));
  return joinBytes([...names.map((name) => entry(1, name, { hasSubordinates: "FALSE" })), done(1)]);
}

/** The body of `get` is LDIF, so the bytes of the kit are the value of an attribute. */
export const PROTOCOL: HostileProtocol = {
  requestLength,
  answer,
  operations: [
    { operation: "list", url: "ldap://h.example/dc=x", end: "mark", entry: line, shown, frame: listing },
    {
      operation: "search",
      url: "ldap://h.example/dc=x",
      words: "tide",
      end: "mark",
      entry: line,
      shown,
      frame: listing,
    },
  ],
};
