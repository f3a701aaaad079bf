/*
 * The header of an ARDP packet: big-endian. It may end after any field; missing fields have their defaults.
 *
 *   0      six low bits: bytes of the header, including this one (two high bits: the version, 0)
 *   1–2    connection id: identifies the request and all its packets                default 0
 *   3–4    packet number, from 1; 0: control packet, not in the sequence            default 1
 *   5–6    packets of the message; 0: not yet known          default 1 without a number, else 0
 *   7–8    received through: all packets of the peer up to this one have arrived
 *   9–10   wait: seconds that the receiver should wait
 *   11     flags                                                                    default 0
 *   12     option                                                                   default 0
 *   13…    the fields of the flags, lowest bit first, then those of the option
 */

/** A parsed ARDP packet. */
export interface ArdpPacket {
  readonly connectionId: number;
  /** From 1; 0: a control packet, not in the sequence. */
  readonly number: number;
  /** Number of packets of the message; 0: not yet known. */
  readonly total: number;
  readonly receivedThrough: number | undefined;
  /** Seconds; 0: not requested. */
  readonly wait: number | undefined;
  /** The sender requests an acknowledgement. */
  readonly acknowledge: boolean;
  /** The packet has a number, but its content is not part of the message. */
  readonly isControl: boolean;
  readonly option: ArdpOption | undefined;
  readonly content: Uint8Array;
}

type ArdpOption =
  /** From a client: canceled. */
  | { readonly kind: "refused" }
  /** The peer has discarded all packets after receivedThrough. */
  | { readonly kind: "reset" }
  /** Packets after receivedThrough that have also arrived. */
  | { readonly kind: "beyond"; readonly numbers: readonly number[] }
  /** Send all packets of the request there instead. */
  | { readonly kind: "redirect"; readonly host: string; readonly port: number }
  | { readonly kind: "queue"; readonly position?: number; readonly seconds?: number };

/** Length of the longest header in bytes. A greater first byte means another protocol or version. */
const MAX_HEADER_BYTES = 31;

const ADDRESS = 0x01;
const PRIORITY = 0x02;
const PROTOCOL = 0x04;
const WINDOW = 0x08;
const CONTROL = 0x40;
const ACKNOWLEDGE = 0x80;

/**
 * Parses a packet. Returns "foreign" if it is not ARDP of this version, and `undefined` if its header contradicts
 * itself.
 */
export function parsePacket(datagram: Uint8Array): ArdpPacket | "foreign" | undefined {
  const length = datagram[0] ?? 0;
  if (length > MAX_HEADER_BYTES) return "foreign";
  if (length === 0 || length > datagram.length) return undefined;
  // A truncated field.
  if (length < 12 && length % 2 === 0) return undefined;
  const view = new DataView(datagram.buffer, datagram.byteOffset, length);
  const number = length >= 5 ? view.getUint16(3) : 1;
  const flags = length >= 12 ? view.getUint8(11) : 0;
  const fields = skipFlagFields(flags, view);
  const option =
    fields === undefined ? undefined : parseOption(length >= 13 ? view.getUint8(12) : 0, view, fields);
  if (option === undefined) return undefined;
  return {
    connectionId: length >= 3 ? view.getUint16(1) : 0,
    number,
    total: length >= 7 ? view.getUint16(5) : length >= 5 ? 0 : 1,
    receivedThrough: length >= 9 ? view.getUint16(7) : undefined,
    wait: length >= 11 ? view.getUint16(9) : undefined,
    acknowledge: (flags & ACKNOWLEDGE) !== 0,
    isControl: (flags & CONTROL) !== 0,
    option: option === "none" ? undefined : option,
    content: datagram.subarray(length),
  };
}

/**
 * Returns the offset of the option's fields, which follow those of the flags; `undefined` if the flags' fields exceed
 * the header.
 */
function skipFlagFields(flags: number, view: DataView): number | undefined {
  let at = 13;
  if ((flags & ADDRESS) !== 0) {
    if (at + 2 > view.byteLength) return undefined;
    at += 2 + view.getUint8(at + 1);
  }
  for (const flag of [PRIORITY, PROTOCOL, WINDOW]) if ((flags & flag) !== 0) at += 2;
  return at === 13 || at <= view.byteLength ? at : undefined;
}

/** Parses the option; `undefined` if its fields exceed the header. An unknown option is ignored. */
function parseOption(option: number, view: DataView, at: number): ArdpOption | "none" | undefined {
  const left = view.byteLength - at;
  switch (option) {
    case 1:
      return { kind: "refused" };
    case 2:
      return { kind: "reset" };
    case 3:
      return { kind: "beyond", numbers: parseBitVector(view, at) };
    case 4:
    case 5: {
      if (left < 6) return undefined;
      const host = [0, 1, 2, 3].map((i) => view.getUint8(at + i)).join(".");
      return { kind: "redirect", host, port: view.getUint16(at + 4) };
    }
    case 254:
      return parseQueue(view, at);
    default:
      return "none";
  }
}

/** Parses a bit vector: the lowest bit of the first byte is the packet after the next missing one. */
function parseBitVector(view: DataView, at: number): readonly number[] {
  const first = view.getUint16(7) + 2;
  const numbers: number[] = [];
  for (let octet = at; octet < view.byteLength; octet++) {
    for (let bit = 0; bit < 8; bit++) {
      if (((view.getUint8(octet) >> bit) & 1) === 1) numbers.push(first + (octet - at) * 8 + bit);
    }
  }
  return numbers;
}

function parseQueue(view: DataView, at: number): ArdpOption | undefined {
  if (at >= view.byteLength) return undefined;
  const told = view.getUint8(at);
  const [hasPosition, hasSeconds] = [(told & 1) !== 0, (told & 2) !== 0];
  const seconds = at + 1 + (hasPosition ? 2 : 0);
  if (seconds + (hasSeconds ? 4 : 0) > view.byteLength) return undefined;
  return {
    kind: "queue",
    ...(hasPosition && { position: view.getUint16(at + 1) }),
    ...(hasSeconds && { seconds: view.getUint32(seconds) }),
  };
}

/** The header fields that are written in a request or an acknowledgement. */
export interface ArdpHeader {
  readonly connectionId: number;
  readonly number: number;
  readonly total: number;
  readonly receivedThrough: number;
  /** Requests an acknowledgement. */
  readonly acknowledge?: boolean;
}

/** Formats a packet with a header of 9 bytes, or of 12 if an acknowledgement is requested. */
export function formatPacket(header: ArdpHeader, content: Uint8Array = NO_BYTES): Uint8Array {
  const length = header.acknowledge === true ? 12 : 9;
  const packet = new Uint8Array(length + content.length);
  const view = new DataView(packet.buffer);
  view.setUint8(0, length);
  view.setUint16(1, header.connectionId);
  view.setUint16(3, header.number);
  view.setUint16(5, header.total);
  view.setUint16(7, header.receivedThrough);
  if (header.acknowledge === true) view.setUint8(11, ACKNOWLEDGE);
  packet.set(content, length);
  return packet;
}

/** Formats a packet that cancels the request: option 1 from a client. */
export function formatCancel(connectionId: number): Uint8Array {
  const packet = new Uint8Array(13);
  const view = new DataView(packet.buffer);
  view.setUint8(0, 13);
  view.setUint16(1, connectionId);
  view.setUint8(12, 1);
  return packet;
}

const NO_BYTES = new Uint8Array(0);
