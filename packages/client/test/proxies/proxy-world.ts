import { octetsOf } from "@anyurl/core";
import { type Connection, concat } from "@anyurl/core/exchange";

/** A proxy that sends what a test says, and then closes or stays silent. */
export class ScriptedProxy implements Connection {
  readonly remote = { address: "192.0.2.9", port: 1080 };
  sent: Uint8Array = new Uint8Array(0);
  received = 0;
  closed = false;
  readonly #pieces: Uint8Array[];
  readonly #endless: boolean;

  /** @param endless the last chunk is repeated. */
  constructor(pieces: readonly Uint8Array[], endless = false) {
    this.#pieces = [...pieces];
    this.#endless = endless;
  }

  async send(octets: Uint8Array): Promise<void> {
    this.sent = concat(this.sent, octets);
  }

  async receive(): Promise<Uint8Array | undefined> {
    const piece = this.#endless && this.#pieces.length === 1 ? this.#pieces[0] : this.#pieces.shift();
    this.received += piece?.length ?? 0;
    return piece;
  }

  close(): void {
    this.closed = true;
  }
}

/** Returns the bytes whole, byte by byte, and in two chunks cut at every offset. */
export function* cuts(octets: Uint8Array): Generator<readonly Uint8Array[]> {
  yield [octets];
  yield Array.from(octets, (octet) => new Uint8Array([octet]));
  for (let at = 1; at < octets.length; at++) yield [octets.subarray(0, at), octets.subarray(at)];
}

export const latin1 = (octets: Uint8Array): string => String.fromCharCode(...octets);

export async function readAll(connection: Connection): Promise<string> {
  let text = "";
  for (;;) {
    const octets = await connection.receive();
    if (octets === undefined) return text;
    text += latin1(octets);
  }
}

export const said = (text: string): ScriptedProxy => new ScriptedProxy([octetsOf(text)]);
