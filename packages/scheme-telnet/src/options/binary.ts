import type { TelnetOption } from "./option.ts";

export const BINARY = 0;

/**
 * TRANSMIT-BINARY (RFC 856): data are octets, and nothing but IAC is anything else. Each direction has its
 * own.
 */
export const binary: TelnetOption = {
  code: BINARY,
  name: "binary",
  cite: "RFC 856",
  agrees: () => true,
};
