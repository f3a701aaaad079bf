import { AccessError, type Limits } from "@anyurl/core";
import type { Framing } from "@anyurl/core/exchange";
import type { DataHead } from "./data-head.ts";
import { Dotted } from "./dotted.ts";
import { Text } from "./text.ts";

/** An entity as it arrives: its octets without what frames them. */
export interface EntityReader {
  readonly framing: Framing;
  /** Takes octets in; gives those whose meaning is certain. */
  push(octets: Uint8Array): Uint8Array;
  /** Has all come? Whatever the server says from then on is none of it. */
  readonly done: boolean;
  /** May a server that falls silent now, and does not close, have said all? */
  readonly mayRest: boolean;
  /**
   * What was held back, and whether all has come.
   *
   * @throws {AccessError} truncated.
   */
  end(): { readonly octets: Uint8Array; readonly complete: true | "unknown" };
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** The reader of an entity behind a head of Gopher+. */
export function entityBehind({ transfer }: DataHead): EntityReader {
  if (transfer === "lastline") return dotted();
  return transfer === "close" ? upToClose() : counted(transfer);
}

/** Bytes up to the close of the connection. */
export function upToClose(): EntityReader {
  return {
    framing: "close",
    push: (octets) => octets,
    done: false,
    mayRest: false,
    end: () => ({ octets: NOTHING, complete: "unknown" }),
  };
}

/** A text, with a Lastline or without (RFC 1436 §3.8, and practice). */
export function textEntity({ maxHeld }: Pick<Limits, "maxHeld">): EntityReader {
  const text = new Text(maxHeld);
  return {
    framing: "dot",
    push: (octets) => text.push(octets),
    done: false,
    get mayRest() {
      return text.hasLastline;
    },
    end() {
      const { octets, lastline } = text.end();
      return { octets, complete: lastline ? true : "unknown" };
    },
  };
}

/**
 * "+5340": exactly so many. The university's own server puts a line "." behind them, which nobody has to
 * read.
 */
function counted(count: number): EntityReader {
  let left = count;
  return {
    framing: "length",
    push(octets) {
      const own = octets.length <= left ? octets : octets.subarray(0, left);
      left -= own.length;
      return own;
    },
    get done() {
      return left === 0;
    },
    mayRest: false,
    end() {
      if (left > 0) throw truncated(`${left} of ${count} octets are missing`);
      return { octets: NOTHING, complete: true };
    },
  };
}

/** "+-1": up to a line ".". */
function dotted(): EntityReader {
  const block = new Dotted();
  return {
    framing: "dot",
    push: (octets) => block.push(octets),
    get done() {
      return block.ended;
    },
    mayRest: false,
    end() {
      if (!block.ended) throw truncated('the line "." that was to end it is missing');
      return { octets: NOTHING, complete: true };
    },
  };
}

function truncated(how: string): AccessError {
  return new AccessError("truncated", `the reply is not whole: ${how}`, { retryable: true });
}
