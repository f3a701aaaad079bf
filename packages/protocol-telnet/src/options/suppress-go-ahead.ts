import type { TelnetOption } from "./option.ts";

const SUPPRESS_GO_AHEAD = 3;

/** SUPPRESS-GO-AHEAD (RFC 858): both sides may send at any time. */
export const suppressGoAhead: TelnetOption = {
  code: SUPPRESS_GO_AHEAD,
  name: "suppress-go-ahead",
  cite: "RFC 858",
  agrees: () => true,
};
