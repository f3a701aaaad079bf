import type { TelnetOption } from "./option.ts";

const END_OF_RECORD = 25;

/** END-OF-RECORD (RFC 885): IAC EOR marks the end of a record. Only if the caller has enabled it. */
export function createEndOfRecord(wanted: boolean): TelnetOption {
  return { code: END_OF_RECORD, name: "end-of-record", cite: "RFC 885", agrees: () => wanted };
}
