import type { TelnetOption } from "./option.ts";

export const BINARY = 0;

/** TRANSMIT-BINARY (RFC 856): all bytes except IAC are data. Each direction is negotiated separately. */
export const binary: TelnetOption = {
  code: BINARY,
  name: "binary",
  cite: "RFC 856",
  agrees: () => true,
};
