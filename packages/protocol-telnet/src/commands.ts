/** The command codes of RFC 854 ("Telnet command structure") and its successors. */
export const IAC = 255;
export const DONT = 254;
export const DO = 253;
export const WONT = 252;
export const WILL = 251;
export const SB = 250;
export const SE = 240;

/** A verb that negotiates an option. */
export type Verb = "WILL" | "WONT" | "DO" | "DONT";

const VERB_CODES: Readonly<Record<Verb, number>> = { WILL, WONT, DO, DONT };

/** A command without an argument: a function of the NVT (RFC 854), of RFC 885 (EOR), or of RFC 1184. */
export type TelnetCommand =
  | "NOP"
  | "DM"
  | "BRK"
  | "IP"
  | "AO"
  | "AYT"
  | "EC"
  | "EL"
  | "GA"
  | "EOR"
  | "ABORT"
  | "SUSP"
  | "EOF";

const CODES: readonly (readonly [TelnetCommand, number])[] = [
  ["EOF", 236],
  ["SUSP", 237],
  ["ABORT", 238],
  ["EOR", 239],
  ["NOP", 241],
  ["DM", 242],
  ["BRK", 243],
  ["IP", 244],
  ["AO", 245],
  ["AYT", 246],
  ["EC", 247],
  ["EL", 248],
  ["GA", 249],
];

const BY_NAME: ReadonlyMap<string, number> = new Map(CODES);
const BY_CODE: ReadonlyMap<number, TelnetCommand> = new Map(CODES.map(([name, code]) => [code, name]));

/** Returns the command of a code; `undefined` if unknown. */
export function findCommand(code: number): TelnetCommand | undefined {
  return BY_CODE.get(code);
}

/** Formats IAC and a command. @throws {TypeError} unknown command. */
export function formatCommand(command: TelnetCommand): Uint8Array {
  const code = BY_NAME.get(command);
  if (code === undefined) throw new TypeError(`unknown Telnet command "${String(command)}"`);
  return Uint8Array.of(IAC, code);
}

/** Formats IAC, a verb, and an option. */
export function formatNegotiation(verb: Verb, option: number): Uint8Array {
  return Uint8Array.of(IAC, VERB_CODES[verb], option);
}

/** Formats IAC SB option … IAC SE; each byte 255 in the parameters is doubled (RFC 855). */
export function formatSubnegotiation(option: number, parameters: Iterable<number>): Uint8Array {
  const octets = [IAC, SB, option];
  for (const octet of parameters) {
    octets.push(octet);
    if (octet === IAC) octets.push(IAC);
  }
  octets.push(IAC, SE);
  return Uint8Array.from(octets);
}
