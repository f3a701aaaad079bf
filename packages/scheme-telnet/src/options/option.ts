/** Whose option it is: the side that says WILL has it. */
export type Side = "us" | "him";

/**
 * An option that we know. Any other one is refused, on either side, as often as it is asked for.
 */
export interface TelnetOption {
  readonly code: number;
  /** As IANA has it, in small letters: "terminal-type". */
  readonly name: string;
  readonly cite: string;
  /** Do we agree to have it, or to his having it? */
  agrees(side: Side): boolean;
  /** What follows at once when our side comes on: parameters of a subnegotiation. */
  begin?(): Iterable<number> | undefined;
  /** What we say to a subnegotiation of the server's, while our side is on; `undefined`: nothing. */
  answer?(parameters: Uint8Array): Iterable<number> | undefined;
}
