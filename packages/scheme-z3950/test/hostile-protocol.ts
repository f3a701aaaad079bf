import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { HostileProtocol, ServerStep } from "@anyurl/testkit";
import { ApduInbox } from "../src/apdu.ts";
import {
  encodeBoolean,
  encodeConstructed,
  encodeInteger,
  encodeOid,
  encodePrimitive,
  encodeSequence,
  encodeText,
} from "../src/encode.ts";
import { APDU } from "../src/message.ts";
import { SUTRS, USMARC } from "../src/record-syntax.ts";

/** An Init response that accepts the association, for the services of the options. */
export function initResponse(accepted = true, options = 0xc0): Uint8Array {
  return encodeConstructed(
    APDU.initResponse,
    encodePrimitive(3, Uint8Array.of(0, 0xe0)),
    encodePrimitive(4, Uint8Array.of(0, options)),
    encodeInteger(5, 1_000_000),
    encodeInteger(6, 1_000_000),
    encodeBoolean(12, accepted),
    encodeText(111, "hostile"),
  );
}

export function searchResponse(hits: number, succeeded = true, ...more: readonly Uint8Array[]): Uint8Array {
  return encodeConstructed(
    APDU.searchResponse,
    encodeInteger(23, hits),
    encodeInteger(24, 0),
    encodeInteger(25, 1),
    encodeBoolean(22, succeeded),
    ...more,
  );
}

export function presentResponse(...more: readonly Uint8Array[]): Uint8Array {
  return encodeConstructed(
    APDU.presentResponse,
    encodeInteger(24, 1),
    encodeInteger(25, 0),
    encodeInteger(27, 0),
    ...more,
  );
}

export function records(...members: readonly Uint8Array[]): Uint8Array {
  return encodeConstructed(28, ...members);
}

/** A universal element of a short content. */
export function universal(tag: number, content: Uint8Array): Uint8Array {
  return Uint8Array.of(tag, content.length, ...content);
}

/** Changes the context tag of a constructed element to that of an EXTERNAL. */
function external(...content: readonly Uint8Array[]): Uint8Array {
  const octets = encodeConstructed(0, ...content);
  octets[0] = 0x28;
  return octets;
}

/** NamePlusRecord with a record of bytes. */
export function record(octets: Uint8Array, syntax = USMARC): Uint8Array {
  return nameAndRecord(external(encodeOid(syntax), encodePrimitive(1, octets)));
}

/** NamePlusRecord with a record of one element. */
export function recordOf(element: Uint8Array, syntax = SUTRS): Uint8Array {
  return nameAndRecord(external(encodeOid(syntax), encodeConstructed(0, element)));
}

/** NamePlusRecord with a record of text. */
export function textRecord(text: string): Uint8Array {
  return recordOf(universal(0x1b, octetsOf(text)));
}

function nameAndRecord(found: Uint8Array, choice = 1): Uint8Array {
  return encodeSequence(encodeText(0, "db"), encodeConstructed(1, encodeConstructed(choice, found)));
}

const BIB_1 = "1.2.840.10003.4.1";

/** The content of a DefaultDiagFormat. */
function diagnosticContent(condition: number, text: string, set = BIB_1): readonly Uint8Array[] {
  const number = encodeInteger(0, condition);
  number[0] = 0x02;
  return [encodeOid(set), number, universal(0x1a, octetsOf(text))];
}

/** A diagnostic of a request. */
export function diagnostic(condition: number, text = "", set = BIB_1): Uint8Array {
  return encodeConstructed(130, ...diagnosticContent(condition, text, set));
}

/** A diagnostic instead of a record. */
export function surrogate(condition: number, text = ""): Uint8Array {
  return nameAndRecord(encodeSequence(...diagnosticContent(condition, text)), 2);
}

/** A MARC record with a title and an identifier. */
export function marc(title: string, id = "1"): Uint8Array {
  const fields = [
    ["001", octetsOf(`${id}\x1e`)],
    ["245", octetsOf(`10\x1fa${title}\x1e`)],
  ] as const;
  let at = 0;
  const digits = (value: number, count: number) => String(value).padStart(count, "0");
  const directory = fields.map(([tag, { length }]) => {
    const entry = `${tag}${digits(length, 4)}${digits(at, 5)}`;
    at += length;
    return entry;
  });
  const base = 24 + 24 + 1;
  const leader = `${digits(base + at + 1, 5)}nam a22${digits(base, 5)} i 4500`;
  return joinBytes([
    octetsOf(`${leader}${directory.join("")}\x1e`),
    ...fields.map(([, octets]) => octets),
    octetsOf("\x1d"),
  ]);
}

function requestLength(received: Uint8Array): number | undefined {
  const inbox = new ApduInbox({ maxApdu: 1_000_000 });
  inbox.push(received.slice());
  return inbox.take()?.length;
}

/** Returns the tag of a request: 20 to 24 are one byte, 48 is two bytes. */
export function tagOf(request: Uint8Array): number {
  return request[0] === 0xbf ? request[1]! : request[0]! & 0x1f;
}

const reply = (octets: Uint8Array): ServerStep => ({ is: "reply", text: textOf(octets) });

/** Records that a server of the kit has: a Search must say a number before the records are made. */
const HITS = 1;

/** Additional information about the search, which is ignored. A byte a second, the response takes longer than a limit. */
const PADDING = "x".repeat(100);

function answer(request: string): readonly ServerStep[] {
  switch (tagOf(octetsOf(request))) {
    case APDU.initRequest:
      return [reply(initResponse())];
    case APDU.searchRequest:
      return [reply(searchResponse(HITS, true, encodeText(203, PADDING)))];
    case APDU.presentRequest:
      return [{ is: "body" }];
    default:
      return [{ is: "close" }];
  }
}

/** The body of `get` is a record in an unknown syntax, so that its bytes are passed on. */
const BYTES = "1.2.3.4";

export const PROTOCOL: HostileProtocol = {
  requestLength,
  answer,
  operations: [
    {
      operation: "get",
      url: `z39.50r://h.example/db?1;rs=${BYTES}`,
      end: "mark",
      frame: (body) => presentResponse(records(record(body, BYTES))),
    },
    {
      operation: "stat",
      url: `z39.50r://h.example/db?1;rs=${BYTES}`,
      end: "mark",
      frame: () => presentResponse(records(record(octetsOf("x"), BYTES))),
      attributes: {
        kind: "file",
        size: 1,
        mediaType: "application/octet-stream",
        attributes: { recordSyntax: BYTES },
      },
    },
  ],
};
