import { textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { formatApdu, readApdu } from "./apdu.ts";
import { element, formatOptional, readElements } from "./elements.ts";
import { malformedError } from "./malformed-error.ts";
import { PDU, TAG } from "./tags.ts";
import { parseNumber } from "./values.ts";

/** Facilities of a peer, one bit each, from the left. WAIS uses only the first. */
export const FACILITIES = ["search", "present", "delete", "access-control", "resource-control"] as const;
export type Facility = (typeof FACILITIES)[number];

/** The fields that both sides send. Texts keep their bytes; sizes are in bytes. */
export interface Init {
  readonly facilities: readonly Facility[];
  readonly preferredMessageSize: number | undefined;
  /** The maximum that matters. */
  readonly maximumRecordSize: number | undefined;
  /** For the server's log. Not a password: nothing checks it. */
  readonly idAuthentication?: string | undefined;
  readonly implementationId?: string | undefined;
  readonly implementationName?: string | undefined;
  readonly implementationVersion?: string | undefined;
  readonly referenceId?: Uint8Array | undefined;
}

export interface InitResponse extends Omit<Init, "idAuthentication" | "referenceId"> {
  readonly accepted: boolean;
  /** Markers around a matched word in texts; absent: matches are not marked. */
  readonly highlightMarker?: string | undefined;
  readonly deHighlightMarker?: string | undefined;
}

/** Version 1, as a bitmap. */
const PROTOCOL_VERSION: Uint8Array = Uint8Array.of(0x80);
const NOTHING: Uint8Array = new Uint8Array(0);

/** Formats the APDU that can begin a session (PDU type 20). */
export function formatInit(init: Init): Uint8Array {
  const { idAuthentication, implementationId, implementationName, implementationVersion, referenceId } = init;
  return formatApdu({
    type: PDU.init,
    fixed: NOTHING,
    variable: [
      ...formatSizes(init),
      formatOptional(TAG.idAuthentication, idAuthentication),
      formatOptional(TAG.implementationId, implementationId),
      formatOptional(TAG.implementationName, implementationName),
      formatOptional(TAG.implementationVersion, implementationVersion),
      formatOptional(TAG.referenceId, referenceId),
    ],
  });
}

/**
 * Parses an Init.
 *
 * @throws {AccessError} protocol-error
 */
export function readInit(body: Uint8Array): Init {
  const { type, counted } = readApdu(body);
  if (type !== PDU.init) throw malformedError("not an Init");
  const values = collectValues(counted.take(counted.left), "the Init");
  const text = createTextGetter(values);
  return {
    ...parseSizes(values, "the Init"),
    idAuthentication: text(TAG.idAuthentication),
    implementationId: text(TAG.implementationId),
    implementationName: text(TAG.implementationName),
    implementationVersion: text(TAG.implementationVersion),
    referenceId: values.get(TAG.referenceId),
  };
}

/** Formats the response to an Init (PDU type 21). */
export function formatInitResponse(response: InitResponse): Uint8Array {
  const { implementationId, implementationName, implementationVersion } = response;
  const info = [
    element(TAG.chunkCode, 0),
    element(TAG.chunkIdLength, 0),
    formatOptional(TAG.highlightMarker, response.highlightMarker),
    formatOptional(TAG.deHighlightMarker, response.deHighlightMarker),
  ];
  return formatApdu({
    type: PDU.initResponse,
    fixed: Uint8Array.of(response.accepted ? 1 : 0),
    variable: [
      ...formatSizes(response),
      formatOptional(TAG.implementationId, implementationId),
      formatOptional(TAG.implementationName, implementationName),
      formatOptional(TAG.implementationVersion, implementationVersion),
    ],
    userInformation: element(TAG.userInformation, joinBytes(info)),
  });
}

/**
 * Parses an InitResponse.
 *
 * @throws {AccessError} protocol-error
 */
export function readInitResponse(body: Uint8Array): InitResponse {
  const { type, counted, userInformation } = readApdu(body);
  if (type !== PDU.initResponse) throw malformedError("the response to an Init is not an InitResponse");
  const accepted = counted.number(1) !== 0;
  const values = collectValues(counted.take(counted.left), "the InitResponse");
  const text = createTextGetter(values);
  const told = createTextGetter(
    collectValues(userInformation?.octets ?? NOTHING, "the user information of the InitResponse"),
  );
  return {
    accepted,
    ...parseSizes(values, "the InitResponse"),
    implementationId: text(TAG.implementationId),
    implementationName: text(TAG.implementationName),
    implementationVersion: text(TAG.implementationVersion),
    highlightMarker: told(TAG.highlightMarker),
    deHighlightMarker: told(TAG.deHighlightMarker),
  };
}

function formatSizes({
  facilities,
  preferredMessageSize,
  maximumRecordSize,
}: Pick<Init, "facilities" | "preferredMessageSize" | "maximumRecordSize">) {
  const bits = facilities.reduce((sum, each) => sum | (0x80 >> FACILITIES.indexOf(each)), 0);
  return [
    element(TAG.protocolVersion, PROTOCOL_VERSION),
    element(TAG.options, Uint8Array.of(bits)),
    formatOptional(TAG.preferredMessageSize, preferredMessageSize),
    formatOptional(TAG.maximumRecordSize, maximumRecordSize),
  ];
}

function parseSizes(values: ReadonlyMap<number, Uint8Array>, what: string) {
  const number = (tag: number) => {
    const octets = values.get(tag);
    return octets && parseNumber(octets, what);
  };
  const [bits = 0] = values.get(TAG.options) ?? [];
  return {
    facilities: FACILITIES.filter((_, i) => (bits & (0x80 >> i)) !== 0),
    preferredMessageSize: number(TAG.preferredMessageSize),
    maximumRecordSize: number(TAG.maximumRecordSize),
  };
}

/** Collects values by tag; the first of two with the same tag counts. */
function collectValues(octets: Uint8Array, what: string): ReadonlyMap<number, Uint8Array> {
  const values = new Map<number, Uint8Array>();
  for (const { tag, octets: value } of readElements(octets, what))
    if (!values.has(tag)) values.set(tag, value);
  return values;
}

function createTextGetter(values: ReadonlyMap<number, Uint8Array>): (tag: number) => string | undefined {
  return (tag) => {
    const octets = values.get(tag);
    return octets && textOf(octets);
  };
}
