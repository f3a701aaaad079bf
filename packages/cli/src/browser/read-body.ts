import { ByteCollector } from "@anyurl/core/exchange";
import type { GetResult } from "anyurl";
import { formatSize } from "../render/progress-line.ts";

/** How a body is read. */
export interface BodyOptions {
  readonly maxBytes: number;
  /** Called with a text about the state of the transfer. */
  readonly onProgress: (text: string) => void;
}

/** The start of a body, up to a limit. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** The limit was reached. */
  readonly isCut: boolean;
  /** Why the body ended early. Bytes have arrived before. */
  readonly error: unknown;
}

/**
 * Reads a body up to the limit of the task.
 *
 * @param isWanted decides by the first chunk. If it is not wanted, the call ends and there are no bytes.
 * @throws the error of the call, if nothing has arrived.
 */
export async function readBody(
  response: GetResult,
  { maxBytes, onProgress }: BodyOptions,
  isWanted: (first: Uint8Array) => boolean,
): Promise<ReadBody> {
  const collected = new ByteCollector();
  const { size } = response;
  const total = size === undefined ? "" : ` / ${formatSize(size)}`;
  let isFirst = true;
  let isCut = false;
  let error: unknown;
  try {
    for await (const chunk of response.chunks()) {
      if (isFirst && !isWanted(chunk)) return { bytes: new Uint8Array(), isCut, error };
      isFirst = false;
      const room = maxBytes - collected.length;
      isCut = chunk.length > room;
      collected.add(chunk.slice(0, room));
      if (isCut) break;
      onProgress(`${formatSize(collected.length)}${total}`);
    }
    if (isFirst) isWanted(new Uint8Array());
  } catch (thrown) {
    if (collected.length === 0) throw thrown;
    error = thrown;
  }
  return { bytes: collected.take(), isCut, error };
}
