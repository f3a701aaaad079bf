const CR = 0x0d;
const LF = 0x0a;

/** A converter of line ends. It keeps state between chunks, so a line end can span two of them. */
export interface LineEnds {
  turn(octets: Uint8Array): Uint8Array;
  /** Returns the rest. */
  end(): Uint8Array;
}

/** Converts CR LF, the line end on the network, to LF. A bare CR stays (RFC 959 §3.1.1.1, RFC 854). */
export function fromNetwork(): LineEnds {
  let heldCr = false;
  return {
    turn(octets) {
      const turned = new Uint8Array(octets.length + 1);
      let length = 0;
      for (const octet of octets) {
        if (heldCr && octet !== LF) turned[length++] = CR;
        heldCr = octet === CR;
        if (!heldCr) turned[length++] = octet;
      }
      return turned.subarray(0, length);
    },
    end: () => new Uint8Array(heldCr ? [CR] : []),
  };
}

/** Converts LF to CR LF. An existing CR LF stays. Holds nothing back. */
export function toNetwork(): Pick<LineEnds, "turn"> {
  let last = 0;
  return {
    turn(octets) {
      const turned = new Uint8Array(octets.length * 2);
      let length = 0;
      for (const octet of octets) {
        if (octet === LF && last !== CR) turned[length++] = CR;
        turned[length++] = octet;
        last = octet;
      }
      return turned.subarray(0, length);
    },
  };
}

/** Converts the line ends of a body. */
export async function* convertLineEnds<R>(
  octets: AsyncGenerator<Uint8Array, R, void>,
  ends: LineEnds,
): AsyncGenerator<Uint8Array, R, void> {
  try {
    for (;;) {
      const next = await octets.next();
      const out = next.done === true ? ends.end() : ends.turn(next.value);
      if (out.length > 0) yield out;
      if (next.done === true) return next.value;
    }
  } finally {
    await octets.return(undefined as R);
  }
}
