import { octetsOf } from "@anyurl/core";
import {
  encodeBoolean,
  encodeConstructed,
  encodeInteger,
  encodePrimitive,
  encodeSequence,
  encodeTaggedOid,
  encodeText,
} from "./encode.ts";
import { encodeQuery, type Query } from "./query.ts";

/** The tags of APDUs. */
export const APDU = {
  initRequest: 20,
  initResponse: 21,
  searchRequest: 22,
  searchResponse: 23,
  presentRequest: 24,
  presentResponse: 25,
  close: 48,
} as const;

/** The default result set, which every server has. */
const RESULT_SET = "default";

/** The services of a server, as bits of its options (ISO 23950 §3.2.1.1.6). */
export const SERVICE = { search: 0, present: 1 } as const;

/** Bytes of a message or a record that the client asks for: as other clients do. Servers lower it. */
const PREFERRED_SIZE = 0x0400_0000;

export interface Login {
  readonly user: string;
  readonly password: string;
}

/** A request, and the range of its secret bytes. */
export interface InitMessage {
  readonly octets: Uint8Array;
  readonly secret?: readonly [start: number, end: number];
}

/** Formats an Init request: versions 1 to 3, and the services search and present. */
export function formatInit(login?: Login): InitMessage {
  const implementation = encodeText(110, "anyurl");
  const octets = encodeConstructed(
    APDU.initRequest,
    encodePrimitive(3, Uint8Array.of(0, 0xe0)),
    encodePrimitive(4, Uint8Array.of(0, 0xc0)),
    encodeInteger(5, PREFERRED_SIZE),
    encodeInteger(6, PREFERRED_SIZE),
    ...(login === undefined ? [] : [encodeLogin(login)]),
    implementation,
  );
  if (login === undefined) return { octets };
  // The password is the end of what is before the implementation.
  const end = octets.length - implementation.length;
  return { octets, secret: [end - octetsOf(login.password).length, end] };
}

/** idAuthentication, idPass. */
function encodeLogin({ user, password }: Login): Uint8Array {
  return encodeConstructed(7, encodeSequence(encodeText(1, user), encodeText(2, password)));
}

/** Formats a Search request. Its bounds let the server return no record yet. */
export function formatSearch(databases: readonly string[], query: Query): Uint8Array {
  return encodeConstructed(
    APDU.searchRequest,
    encodeInteger(13, 0),
    encodeInteger(14, 1),
    encodeInteger(15, 0),
    encodeBoolean(16, true),
    encodeText(17, RESULT_SET),
    encodeConstructed(18, ...databases.map((name) => encodeText(105, name))),
    encodeQuery(query),
  );
}

export interface PresentRequest {
  /** Position of the first record, from 1. */
  readonly start: number;
  readonly count: number;
  /** The OID of a record syntax. */
  readonly syntax: string;
  readonly elementSetName?: string | undefined;
}

/** Formats a Present request. */
export function formatPresent({ start, count, syntax, elementSetName }: PresentRequest): Uint8Array {
  return encodeConstructed(
    APDU.presentRequest,
    encodeText(31, RESULT_SET),
    encodeInteger(30, start),
    encodeInteger(29, count),
    ...(elementSetName === undefined ? [] : [encodeConstructed(19, encodeText(0, elementSetName))]),
    encodeTaggedOid(104, syntax),
  );
}

/** Formats a Close with the reason "finished". */
export function formatClose(): Uint8Array {
  return encodeConstructed(APDU.close, encodeInteger(211, 0));
}

/** An APDU of the server. */
export type Response =
  | {
      readonly is: "init";
      readonly accepted: boolean;
      /** The numbers of the services that the server offers. */
      readonly services: ReadonlySet<number>;
      /** The name and the version of its program; "" if it says none. */
      readonly implementation: string;
    }
  | { readonly is: "search"; readonly hits: number; readonly succeeded: boolean; readonly records: Records }
  | { readonly is: "present"; readonly records: Records }
  | { readonly is: "close"; readonly reason: number; readonly text: string }
  /** Any other APDU, which answers nothing that this client sends. */
  | { readonly is: "other" };

/** The records of a response, or the reasons for their absence. */
export interface Records {
  readonly found: readonly (FoundRecord | Diagnostic)[];
  /** Of the whole request. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A diagnostic of a server. */
export interface Diagnostic {
  /** A number of the set Bib-1; 0: of another set. */
  readonly condition: number;
  /** The server's own text. */
  readonly text: string;
}

/** A retrieved record. */
export interface FoundRecord {
  /** The database of the record. `undefined`: as requested. */
  readonly database: string | undefined;
  /** The OID of its record syntax. */
  readonly syntax: string;
  /** A GRS-1 record is written as text, because it has no bytes of its own. */
  readonly octets: Uint8Array;
  /** Of a GRS-1 record: its title and its author. */
  readonly summary?: Readonly<Record<string, string>>;
}

/** Reads an APDU. The one of a plan knows only the answers of an ideal server. */
export type ReadResponse = (apdu: Uint8Array) => Response;

export function isDiagnostic(record: FoundRecord | Diagnostic): record is Diagnostic {
  return "condition" in record;
}
