import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { fixedNumber } from "./elements.ts";
import { malformed } from "./malformed.ts";
import type { OctetReader } from "./reader.ts";
import { TAG } from "./tags.ts";

/*
 * What went wrong. The one element that has a layout of its own:
 *
 *     1C  00 17  S F  Request out of range  01  1D
 *     tag length code additional information│   end of record, which the length does not count
 *                                           does it stand in for a record?
 */

export interface Diagnostic {
  readonly is: "diagnostic";
  /** Two characters, as "S1": a stranger's. */
  readonly code: string;
  /** Text that keeps its octets. */
  readonly text: string;
  readonly surrogate: boolean;
}

const END_OF_RECORD = 0x1d;

export function formatDiagnostic({ code, text, surrogate }: Omit<Diagnostic, "is">): Uint8Array {
  const octets = octetsOf(text);
  return concat(
    Uint8Array.of(TAG.diagnostic),
    fixedNumber(octets.length + 3, 2),
    octetsOf(code),
    octets,
    Uint8Array.of(surrogate ? 1 : 0, END_OF_RECORD),
  );
}

/**
 * Reads what follows the tag. The flag and the end of record may be missing at the very end: a diagnostic is
 * worth more than its form.
 *
 * @throws {AccessError} protocol-error: it has no code, or is longer than what it stands in.
 */
export function readDiagnostic(reader: OctetReader): Diagnostic {
  const octets = reader.take(reader.number(2));
  if (octets.length < 2) throw malformed("a diagnostic without a code");
  if (reader.left > 0 && reader.number(1) !== END_OF_RECORD) throw malformed("a diagnostic without its end");
  return {
    is: "diagnostic",
    code: textOf(octets.subarray(0, 2)),
    text: textOf(octets.subarray(2, Math.max(2, octets.length - 1))),
    surrogate: octets.length > 2 && octets.at(-1) === 1,
  };
}
