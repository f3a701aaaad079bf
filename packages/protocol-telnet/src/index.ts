/* The client side of Telnet (RFC 854, 855, 1143), shared by the schemes that speak it. */

export {
  DO,
  DONT,
  findCommand,
  formatCommand,
  formatNegotiation,
  formatSubnegotiation,
  IAC,
  SB,
  SE,
  type TelnetCommand,
  type Verb,
  WILL,
  WONT,
} from "./commands.ts";
export { type OptionInUse, type TelnetEvent, TelnetExchange, type TelnetSettings } from "./exchange.ts";
export { encodeNvt, type NvtItem, NvtParser } from "./nvt.ts";
export { checkWindowSize, type WindowSize } from "./options/naws.ts";
export type { Side, TelnetOption } from "./options/option.ts";
export { createTerminalType } from "./options/terminal-type.ts";
export { OrderedConnection } from "./ordered-connection.ts";
export { createResumableIterable } from "./resumable-iterable.ts";
