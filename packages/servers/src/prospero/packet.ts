/** An ARDP packet from a client. */
export interface ClientPacket {
  readonly connectionId: number;
  /** From 1; 0: only an acknowledgement. */
  readonly number: number;
  /** Number of packets of the request; 0: unknown. */
  readonly total: number;
  readonly receivedThrough: number;
  readonly isCancel: boolean;
  /** Maximum packets before an acknowledgement, if the client states it. */
  readonly window: number | undefined;
  readonly header: Uint8Array;
  readonly content: Uint8Array;
}

const PRIORITY = 0x02;
const PROTOCOL = 0x04;
const WINDOW = 0x08;

/** Parses a packet; returns `undefined` if it is not ARDP, or its header is inconsistent: it gets no response. */
export function readClientPacket(datagram: Uint8Array): ClientPacket | undefined {
  const length = datagram[0] ?? 0;
  if (length > 31 || length < 3 || length > datagram.length || (length < 12 && length % 2 === 0))
    return undefined;
  const view = new DataView(datagram.buffer, datagram.byteOffset, length);
  const two = (at: number, otherwise: number): number => (at + 2 <= length ? view.getUint16(at) : otherwise);
  return {
    connectionId: two(1, 0),
    number: two(3, 1),
    total: two(5, length < 5 ? 1 : 0),
    receivedThrough: two(7, 0),
    isCancel: length >= 13 && view.getUint8(12) === 1,
    window: parseWindow(view),
    header: datagram.subarray(0, length),
    content: datagram.subarray(length),
  };
}

function parseWindow(view: DataView): number | undefined {
  const flags = view.byteLength >= 13 ? view.getUint8(11) : 0;
  if ((flags & WINDOW) === 0 || (flags & 1) !== 0) return undefined;
  const at = 13 + [PRIORITY, PROTOCOL].filter((flag) => (flags & flag) !== 0).length * 2;
  return at + 2 <= view.byteLength ? view.getUint16(at) : undefined;
}

export interface ResponseHeader {
  readonly connectionId: number;
  readonly number: number;
  /** 0: not yet known. */
  readonly total: number;
  /** The number of packets of the request, if the client is told. */
  readonly receivedThrough?: number;
  readonly acknowledge?: boolean;
}

/** Formats a packet of a response with the shortest possible header. */
export function formatResponse(header: ResponseHeader, content: Uint8Array): Uint8Array {
  const { connectionId, number, total, receivedThrough, acknowledge = false } = header;
  const alone = number === 1 && total === 1 && receivedThrough === undefined && !acknowledge;
  const length = alone ? 3 : acknowledge ? 12 : receivedThrough === undefined ? 7 : 9;
  const packet = new Uint8Array(length + content.length);
  const view = new DataView(packet.buffer);
  view.setUint8(0, length);
  view.setUint16(1, connectionId);
  if (length > 3) {
    view.setUint16(3, number);
    view.setUint16(5, total);
  }
  if (length >= 9) view.setUint16(7, receivedThrough ?? 0);
  if (acknowledge) view.setUint8(11, 0x80);
  packet.set(content, length);
  return packet;
}
