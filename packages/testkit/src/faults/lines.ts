import { octetsOf, textOf } from "@anyurl/core";
import type { MemoryPeer } from "../memory/memory-pipe.ts";

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

/** Yields the lines of a client, decoded, without line ends. */
export async function* readLines(peer: MemoryPeer): AsyncGenerator<string, void, void> {
  let text = "";
  for (;;) {
    const octets = await peer.receive();
    if (octets === undefined) return;
    text += textOf(octets);
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield text.slice(0, end).replace(/\r$/, "");
      text = text.slice(end + 1);
    }
  }
}
