/** What follows `MAIL FROM:` or `RCPT TO:`. */
export interface SmtpArgument {
  /** Without "<" and ">"; "" for the null reverse-path. */
  readonly mailbox: string;
  /** In the order in which they came: `KEYWORD` or `KEYWORD=VALUE`. */
  readonly parameters: readonly string[];
}

/** Local-part "@" Domain, the local-part in atoms or in quotes; octets beyond ASCII as RFC 6531 has them. */
const PATH = /^<(?:((?:[^\s<>@"]+|"(?:[^"\\]|\\.)*")@[^\s<>@"]+))?>(?: +(.*))?$/;
const PARAMETER = /^[A-Za-z0-9][A-Za-z0-9-]*(?:=[!-<>-~]+)?$/;

/** Reads `<path> [SP parameters]`   (RFC 5321 §4.1.1.2, §4.1.1.3); `undefined` when it is none. */
export function readArgument(text: string): SmtpArgument | undefined {
  const match = PATH.exec(text);
  if (match === null) return undefined;
  const [, mailbox = "", rest = ""] = match;
  const parameters = rest.split(" ").filter((each) => each !== "");
  return parameters.every((each) => PARAMETER.test(each)) ? { mailbox, parameters } : undefined;
}
