/** The result of one test. */
export interface Result {
  /** All names of the scheme: "ftp, ftps". */
  readonly scheme: string;
  /** "laws", "access: plan" … */
  readonly section: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** The reason of a skip, or the message of a failure. */
  readonly reason?: string;
  /** Milliseconds. */
  readonly ms: number;
  /** The rule of a vector, such as "RFC 1738 §3.2.2". */
  readonly rule?: string;
  /** How to fix a failure. */
  readonly advice?: string;
}
