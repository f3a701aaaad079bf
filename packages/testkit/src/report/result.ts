/** What has become of one question of an exam. */
export interface Result {
  /** All names of the scheme: "ftp, ftps". */
  readonly scheme: string;
  /** "laws", "access: plan" … */
  readonly section: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it was skipped, or how it has failed. */
  readonly reason?: string;
  /** Milliseconds. */
  readonly ms: number;
  /** The rule of a vector, as "RFC 1738 §3.2.2". */
  readonly rule?: string;
  /** What to do about a failure. */
  readonly advice?: string;
}
