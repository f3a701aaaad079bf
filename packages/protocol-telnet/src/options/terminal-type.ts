import { octetsOf } from "@anyurl/core";
import type { TelnetOption } from "./option.ts";

const TERMINAL_TYPE = 24;

const IS = 0;
const SEND = 1;

/**
 * TERMINAL-TYPE (RFC 1091): the names of our terminal, one for each SEND. The last one is sent twice to mark the end;
 * then the list restarts (§6). Without a name the option is rejected.
 *
 * @param onSent called with each name: the last one that was sent is in effect (§6).
 */
export function createTerminalType(
  names: readonly string[],
  onSent: (name: string) => void = () => {},
): TelnetOption {
  const said = [...names, ...names.slice(-1)];
  let next = 0;
  return {
    code: TERMINAL_TYPE,
    name: "terminal-type",
    cite: "RFC 1091",
    agrees: (side) => side === "us" && names.length > 0,
    answer: (parameters) => {
      if (parameters.length !== 1 || parameters[0] !== SEND) return undefined;
      const name = said[next] ?? "";
      next = (next + 1) % said.length;
      onSent(name);
      return [IS, ...octetsOf(name)];
    },
  };
}
