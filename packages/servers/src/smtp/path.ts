/** The argument of `MAIL FROM:` or `RCPT TO:`. */
export interface SmtpArgument {
  /** Without "<" and ">"; "" for the null reverse-path. */
  readonly mailbox: string;
  /** In the original order: `KEYWORD` or `KEYWORD=VALUE`. */
  readonly parameters: readonly string[];
}

/** Local-part "@" Domain, with the local-part in atoms or in quotes; non-ASCII characters as in RFC 6531. */
const PATH = /^<(?:((?:[^\s<>@"]+|"(?:[^"\\]|\\.)*")@[^\s<>@"]+))?>(?: +(.*))?$/;
const PARAMETER = /^[A-Za-z0-9][A-Za-z0-9-]*(?:=[!-<>-~]+)?$/;

/** Parses `<path> [SP parameters]`   (RFC 5321 §4.1.1.2, §4.1.1.3). Returns `undefined` if it is malformed. */
export function readArgument(text: string): SmtpArgument | undefined {
  const match = PATH.exec(text);
  if (match === null) return undefined;
  const [, mailbox = "", rest = ""] = match;
  const parameters = rest.split(" ").filter((each) => each !== "");
  return parameters.every((each) => PARAMETER.test(each)) ? { mailbox, parameters } : undefined;
}
