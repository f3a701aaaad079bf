import { AccessError } from "@anyurl/core";
import { DotReader, type Framing, joinBytes } from "@anyurl/core/exchange";
import type { DataHead } from "./plus/data-head.ts";

/**
 * A reader that removes the framing from an entity as it arrives. It has no accessors: V8 creates a shape for each object
 * literal with one, and frees it with all that it refers to only in a full collection.
 */
export interface EntityReader {
  readonly framing: Framing;
  /** Takes bytes and returns those that can be decided. */
  push(octets: Uint8Array): Uint8Array;
  /** Is the entity complete? Ignore all further bytes from the server. */
  isDone(): boolean;
  /** May a server that falls silent without closing have sent everything? */
  mayBeComplete(): boolean;
  /**
   * Returns the bytes that were held, and whether the entity is complete.
   *
   * @throws {AccessError} truncated.
   */
  end(): { readonly octets: Uint8Array; readonly complete: true | "unknown" };
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** Returns the reader of an entity after a Gopher+ data head. */
export function entityAfterHead({ transfer }: DataHead): EntityReader {
  if (transfer === "lastline") return readDotStuffed();
  return transfer === "close" ? readUntilClose() : readCounted(transfer);
}

/** Returns a reader of bytes up to the close of the connection. */
export function readUntilClose(): EntityReader {
  return {
    framing: "close",
    push: (octets) => octets,
    isDone: () => false,
    mayBeComplete: () => false,
    end: () => ({ octets: NOTHING, complete: "unknown" }),
  };
}

/**
 * Returns a reader for "+5340": exactly this number of bytes. The server of the University of Minnesota sends a line
 * "." after them, which need not be read.
 */
function readCounted(count: number): EntityReader {
  let left = count;
  return {
    framing: "length",
    push(octets) {
      const own = octets.length <= left ? octets : octets.subarray(0, left);
      left -= own.length;
      return own;
    },
    isDone: () => left === 0,
    mayBeComplete: () => false,
    end() {
      if (left > 0) throw truncatedError(`${left} of ${count} bytes are missing`);
      return { octets: NOTHING, complete: true };
    },
  };
}

/** Returns a reader for "+-1" (Gopher+ §2.3): up to a line ".". Not all servers double the dots of a text. */
export function readDotStuffed(): EntityReader {
  const block = new DotReader({ keepsSingleDots: true });
  return {
    framing: "dot",
    push(octets) {
      const pieces: Uint8Array[] = [];
      block.read(octets, pieces);
      return pieces.length === 1 ? pieces[0]! : joinBytes(pieces);
    },
    isDone: () => block.ended,
    mayBeComplete: () => false,
    end() {
      if (!block.ended) throw truncatedError('the final line "." is missing');
      return { octets: NOTHING, complete: true };
    },
  };
}

function truncatedError(how: string): AccessError {
  return new AccessError("truncated", `incomplete reply: ${how}`, { retryable: true });
}
