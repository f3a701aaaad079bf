/** What programs do with an error of a code. */
export interface CodeFacts {
  /** The exit status of the command. */
  readonly exit: number;
  /** The HTTP status of a gateway (RFC 9110 §15). */
  readonly status: number;
  /**
   * Is an error of this code retryable, unless it says otherwise? Only where the code itself says that nothing was done: no
   * connection was made, none was free, or the server said "not now".
   */
  readonly retryable?: true;
}

/** What a code means to people. In Markdown: code is between backticks. */
export interface CodeText {
  /** A heading for the page of a visitor, without the code. */
  readonly title: string;
  readonly means: string;
  readonly example: string;
  /** How to fix it, for programmers and operators. Begins with a verb. */
  readonly fix: string;
}
