/** The side of an option: the side that sends WILL. */
export type Side = "us" | "him";

/** A supported option. Any other one is rejected, on both sides. */
export interface TelnetOption {
  readonly code: number;
  /** The IANA name in lower case, for example "terminal-type". */
  readonly name: string;
  readonly cite: string;
  /** Returns true if we accept the option on that side. */
  agrees(side: Side): boolean;
  /** Parameters of a subnegotiation to send after our side is enabled. */
  begin?(): Iterable<number> | undefined;
  /**
   * Returns the reply to a subnegotiation of the server while our side is enabled; `undefined` for none, and "disable" to
   * reject it after all.
   */
  answer?(parameters: Uint8Array): Iterable<number> | "disable" | undefined;
  /** True if the option, while our side is enabled, makes both directions binary, as TN3270E does (RFC 2355 §4). */
  readonly impliesBinary?: true;
}
