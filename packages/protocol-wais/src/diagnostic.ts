import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { formatFixedNumber } from "./elements.ts";
import { malformedError } from "./malformed-error.ts";
import type { OctetReader } from "./reader.ts";
import { TAG } from "./tags.ts";

/*
 * A diagnostic. The only element with its own layout:
 *
 *     1C  00 17  S F  Request out of range  01  1D
 *     tag length code additional information│   end of record, not counted by the length
 *                                           1: it replaces a record
 */

export interface Diagnostic {
  readonly is: "diagnostic";
  /** Two characters, for example "S1". Untrusted. */
  readonly code: string;
  /** Text that keeps its bytes. */
  readonly text: string;
  readonly surrogate: boolean;
}

const END_OF_RECORD = 0x1d;

export function formatDiagnostic({ code, text, surrogate }: Omit<Diagnostic, "is">): Uint8Array {
  const octets = octetsOf(text);
  return concat(
    Uint8Array.of(TAG.diagnostic),
    formatFixedNumber(octets.length + 3, 2),
    octetsOf(code),
    octets,
    Uint8Array.of(surrogate ? 1 : 0, END_OF_RECORD),
  );
}

/**
 * Parses the bytes after the tag. The flag and the end of record may be missing at the end of the data, so that the
 * diagnostic is not lost.
 *
 * @throws {AccessError} protocol-error: it has no code, or is longer than the data around it.
 */
export function readDiagnostic(reader: OctetReader): Diagnostic {
  const octets = reader.take(reader.number(2));
  if (octets.length < 2) throw malformedError("a diagnostic has no code");
  if (reader.left > 0 && reader.number(1) !== END_OF_RECORD)
    throw malformedError("a diagnostic has no end of record");
  return {
    is: "diagnostic",
    code: textOf(octets.subarray(0, 2)),
    text: textOf(octets.subarray(2, Math.max(2, octets.length - 1))),
    surrogate: octets.length > 2 && octets.at(-1) === 1,
  };
}
