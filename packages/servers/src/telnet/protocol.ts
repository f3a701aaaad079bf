import { DO, DONT, IAC, WILL, WONT } from "./codes.ts";

/*
 * The control connection of FTP is a Telnet stream (RFC 959 §2.3, RFC 854): the byte 255 is IAC, and as data it is
 * doubled.
 */

export interface TelnetLine {
  /** The data without the commands, with IAC IAC as one byte 255. */
  readonly octets: Uint8Array;
  /** The rejections to send: a server must be "capable of accepting and refusing" (RFC 1123 §4.1.2.12). */
  readonly refusals: Uint8Array;
}

export function readTelnet(line: Uint8Array): TelnetLine {
  if (!line.includes(IAC)) return { octets: line, refusals: new Uint8Array(0) };
  const octets: number[] = [];
  const refusals: number[] = [];
  for (let i = 0; i < line.length; i++) {
    const octet = line[i]!;
    if (octet !== IAC) {
      octets.push(octet);
      continue;
    }
    const command = line[++i];
    if (command === IAC) octets.push(IAC);
    if (command === undefined || command < WILL || command === IAC) continue; // IP, DM: one byte
    const option = line[++i];
    if (option === undefined) continue;
    if (command === DO) refusals.push(IAC, WONT, option);
    if (command === WILL) refusals.push(IAC, DONT, option);
  }
  return { octets: Uint8Array.from(octets), refusals: Uint8Array.from(refusals) };
}

/** Doubles each byte 255. */
export function writeTelnet(octets: Uint8Array): Uint8Array {
  if (!octets.includes(IAC)) return octets;
  return Uint8Array.from([...octets].flatMap((octet) => (octet === IAC ? [IAC, IAC] : [octet])));
}
