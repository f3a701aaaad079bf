import { type Addressing, decodeAddress } from "./addresses.ts";

/** A record that a display rejects, with the sense of RFC 2355 §10.4.1. */
export class DataStreamError extends Error {
  override readonly name = "DataStreamError";
  /** 0: an invalid command. 2: an invalid order or address. */
  readonly sense: 0 | 2;

  constructor(sense: 0 | 2, message: string) {
    super(message);
    this.sense = sense;
  }
}

/** A pair of type and value in SFE, MF, and SA. */
export interface AttributePair {
  readonly type: number;
  readonly value: number;
}

/** One character or order of a write (GA23-0059, "Orders"). */
export type Order =
  | { readonly is: "character"; readonly code: number; readonly graphic: boolean }
  | { readonly is: "SF"; readonly attribute: number }
  | { readonly is: "SFE" | "MF"; readonly pairs: readonly AttributePair[] }
  | ({ readonly is: "SA" } & AttributePair)
  | { readonly is: "SBA" | "EUA"; readonly address: number }
  | { readonly is: "RA"; readonly address: number; readonly code: number; readonly graphic: boolean }
  | { readonly is: "IC" | "PT" };

const PT = 0x05;
const GE = 0x08;
const SBA = 0x11;
const EUA = 0x12;
const IC = 0x13;
const SF = 0x1d;
const SA = 0x28;
const SFE = 0x29;
const MF = 0x2c;
const RA = 0x3c;

/** Codes below 0x40 that are characters: NUL, FF, CR, NL, EM, DUP, FM, SUB. Others must not be in a write. */
const CONTROL_CHARACTERS: ReadonlySet<number> = new Set([0x00, 0x0c, 0x0d, 0x15, 0x19, 0x1c, 0x1e, 0x3f]);

/**
 * Reads the characters and orders of a write, after its write control character.
 *
 * @throws {DataStreamError} an order is unknown or incomplete. The orders before it have been yielded.
 */
export function* readOrders(data: Uint8Array, addressing: Addressing): Generator<Order, void, void> {
  let at = 0;
  const take = (order: string): number => {
    const byte = data[at++];
    if (byte === undefined) throw new DataStreamError(2, `the order ${order} is incomplete`);
    return byte;
  };
  const takeAddress = (order: string) => decodeAddress(take(order), take(order), addressing);
  const takePairs = (order: string): readonly AttributePair[] =>
    Array.from({ length: take(order) }, () => ({ type: take(order), value: take(order) }));
  while (at < data.length) {
    const code = data[at++]!;
    switch (code) {
      case PT:
        yield { is: "PT" };
        break;
      case IC:
        yield { is: "IC" };
        break;
      case GE:
        yield { is: "character", code: take("GE"), graphic: true };
        break;
      case SBA:
        yield { is: "SBA", address: takeAddress("SBA") };
        break;
      case EUA:
        yield { is: "EUA", address: takeAddress("EUA") };
        break;
      case SF:
        yield { is: "SF", attribute: take("SF") };
        break;
      case SA:
        yield { is: "SA", type: take("SA"), value: take("SA") };
        break;
      case SFE:
        yield { is: "SFE", pairs: takePairs("SFE") };
        break;
      case MF:
        yield { is: "MF", pairs: takePairs("MF") };
        break;
      case RA: {
        const address = takeAddress("RA");
        const first = take("RA");
        yield first === GE
          ? { is: "RA", address, code: take("RA"), graphic: true }
          : { is: "RA", address, code: first, graphic: false };
        break;
      }
      default:
        if (code < 0x40 && !CONTROL_CHARACTERS.has(code))
          throw new DataStreamError(2, `unknown order 0x${code.toString(16).padStart(2, "0")}`);
        yield { is: "character", code, graphic: false };
    }
  }
}
