import type { TelnetOption } from "./option.ts";

export const ECHO = 1;

/**
 * ECHO (RFC 857): the server may echo our input. The client never echoes, because two echoing sides would never stop.
 */
export const echo: TelnetOption = {
  code: ECHO,
  name: "echo",
  cite: "RFC 857",
  agrees: (side) => side === "him",
};
