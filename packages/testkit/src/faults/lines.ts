import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import type { MemoryPeer } from "../memory/memory-pipe.ts";
import type { HostileProtocol } from "./server-steps.ts";

/** The control connection of a client, and its lines. */
export interface Control {
  readonly peer: MemoryPeer;
  readonly lines: AsyncGenerator<string, void, void>;
}

/** Reads the next line of an upload, with its line end. Returns `undefined` at the mark or if the client closed. */
export async function findLine(lines: Control["lines"], mark: string): Promise<Uint8Array | undefined> {
  const line = await lines.next();
  return line.done === true || line.value === mark ? undefined : octetsOf(`${line.value}\r\n`);
}

/** Yields the requests of a client: lines without their ends, or what the protocol says. */
export async function* readRequests(
  peer: Pick<MemoryPeer, "receive">,
  { requestLength, datagrams }: Pick<HostileProtocol, "requestLength" | "datagrams">,
): AsyncGenerator<string, void, void> {
  let held: Uint8Array = new Uint8Array(0);
  for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
    if (datagrams !== undefined) {
      yield textOf(octets);
      continue;
    }
    held = concat(held, octets);
    for (;;) {
      const length = requestLength === undefined ? held.indexOf(LF) + 1 : (requestLength(held) ?? 0);
      if (length === 0) break;
      const request = textOf(held.subarray(0, length));
      yield requestLength === undefined ? request.replace(/\r?\n$/, "") : request;
      held = held.subarray(length);
    }
  }
}

const LF = 0x0a;
