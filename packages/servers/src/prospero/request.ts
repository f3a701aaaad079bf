import { joinBytes } from "@anyurl/core/exchange";
import { type ClientPacket, formatResponse } from "./packet.ts";

/** Bytes of text in one packet. */
const MAX_PACKET_BYTES = 1250;

/** Packets before an acknowledgement, if the client states no window. */
const DEFAULT_WINDOW = 16;
const MAX_WINDOW = 256;

/** Maximum packets of one request. */
const MAX_PACKETS = 64;

/**
 * One request of one client: collected, answered once, and sent again as far as the client lacks packets. Nothing is
 * sent before the request is complete, and later only when the client asks for missing packets.
 */
export class ProsperoRequest {
  readonly #answer: (text: Uint8Array) => Iterable<Uint8Array>;
  readonly #packets = new Map<number, ClientPacket>();
  #pieces: readonly Uint8Array[] | undefined;
  /** The last packet up to which the client has everything. */
  #through = 0;

  constructor(answer: (text: Uint8Array) => Iterable<Uint8Array>) {
    this.#answer = answer;
  }

  /** Its packets in order; `undefined` until all have arrived. */
  get packets(): readonly ClientPacket[] | undefined {
    const total = this.#packets.values().next().value?.total;
    if (total === undefined || this.#packets.size < total) return undefined;
    return Array.from({ length: total }, (_, i) => this.#packets.get(i + 1)!);
  }

  /** Returns the response to a packet of the client. */
  take(packet: ClientPacket): readonly Uint8Array[] {
    const { number, total, receivedThrough } = packet;
    if (this.#pieces !== undefined) {
      this.#through = Math.min(this.#pieces.length, Math.max(this.#through, receivedThrough));
      return this.#window(this.#pieces, packet, true);
    }
    // A request without a total is never complete.
    const isSound = number >= 1 && number <= total && total <= MAX_PACKETS && this.#agrees(total);
    if (!isSound) return [];
    this.#packets.set(number, packet);
    const whole = this.packets;
    if (whole === undefined) return [];
    this.#pieces = splitIntoPackets(this.#answer(joinBytes(whole.map(({ content }) => content))));
    return this.#window(this.#pieces, packet, false);
  }

  #agrees(total: number): boolean {
    const [first] = this.#packets.values();
    return first === undefined || first.total === total;
  }

  #window(
    pieces: readonly Uint8Array[],
    { connectionId, window = DEFAULT_WINDOW }: ClientPacket,
    again: boolean,
  ) {
    const end = Math.min(pieces.length, this.#through + Math.max(1, Math.min(window, MAX_WINDOW)));
    return pieces.slice(this.#through, end).map((content, i) => {
      const number = this.#through + i + 1;
      const isLast = number === pieces.length;
      return formatResponse(
        {
          connectionId,
          number,
          total: isLast ? pieces.length : 0,
          ...(again && { receivedThrough: this.#packets.size }),
          acknowledge: number === end && !isLast,
        },
        content,
      );
    });
  }
}

/** Splits the text into packets; an empty text gives one packet. */
function splitIntoPackets(chunks: Iterable<Uint8Array>): readonly Uint8Array[] {
  const text = joinBytes([...chunks]);
  const count = Math.max(1, Math.ceil(text.length / MAX_PACKET_BYTES));
  return Array.from({ length: count }, (_, i) =>
    text.subarray(i * MAX_PACKET_BYTES, (i + 1) * MAX_PACKET_BYTES),
  );
}
