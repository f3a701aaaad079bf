import type { TelnetOption } from "./option.ts";

const END_OF_RECORD = 25;

/**
 * END-OF-RECORD (RFC 885): IAC EOR marks where a record of data ends. Only where the caller has asked for it.
 */
export function endOfRecord(wanted: boolean): TelnetOption {
  return { code: END_OF_RECORD, name: "end-of-record", cite: "RFC 885", agrees: () => wanted };
}
