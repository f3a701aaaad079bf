/** Where and how mail is handed over. */
export interface SmtpOptions {
  /** A name, or an address without brackets. */
  readonly host: string;
  /** Default 465 with TLS from the first octet (RFC 8314 §3.3), else 587 (RFC 6409 §3.1). */
  readonly port?: number;
  /**
   * "implicit": TLS from the first octet; "required": by STARTTLS, or nothing is sent; "preferred": by STARTTLS where the
   * server offers it, which whoever stands between can prevent; "none". Default "implicit", but for a port other than
   * 465 "required".
   */
  readonly tls?: "implicit" | "required" | "preferred" | "none";
  /** Logs in. What is missing of it is asked of the client's `credentials`. Default: without a login. */
  readonly auth?: SmtpAuth;
  /** May the password go over a connection without TLS? Default "refuse". */
  readonly clearTextPasswords?: "refuse" | "allow";
  /** What we call ourselves: a domain, or an address literal in brackets. Default "[127.0.0.1]", which tells nothing. */
  readonly name?: string;
}

export interface SmtpAuth {
  readonly user?: string;
  readonly password?: string;
}

/** The same, checked and complete. */
export interface SmtpSettings extends Required<Omit<SmtpOptions, "auth">> {
  readonly auth: SmtpAuth | undefined;
}

const SUBMISSIONS = 465;
const SUBMISSION = 587;
/** Domain / address-literal   (RFC 5321 §4.1.1.1) */
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253}[A-Za-z0-9])?|\[[!-Z^-~]{1,100}\])$/;

/** @throws {TypeError} an option is none of what it may be. @throws {RangeError} the port. */
export function settingsOf(options: SmtpOptions): SmtpSettings {
  const { host, auth, clearTextPasswords = "refuse", name = "[127.0.0.1]" } = options;
  const tls = options.tls ?? ((options.port ?? SUBMISSIONS) === SUBMISSIONS ? "implicit" : "required");
  const port = options.port ?? (tls === "implicit" ? SUBMISSIONS : SUBMISSION);
  if (typeof host !== "string" || host === "") throw new TypeError("the option host names a mail server");
  if (!["implicit", "required", "preferred", "none"].includes(tls))
    throw new TypeError('the option tls is "implicit", "required", "preferred" or "none"');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError("the option port is a number from 1 to 65535");
  if (clearTextPasswords !== "refuse" && clearTextPasswords !== "allow")
    throw new TypeError('the option clearTextPasswords is "refuse" or "allow"');
  if (typeof name !== "string" || !NAME.test(name))
    throw new TypeError("the option name is a domain, or an address literal in brackets");
  return { host, port, tls, auth: auth === undefined ? undefined : authOf(auth), clearTextPasswords, name };
}

function authOf(auth: SmtpAuth): SmtpAuth {
  if (typeof auth !== "object" || auth === null) throw new TypeError("the option auth is { user, password }");
  const { user, password } = auth;
  for (const text of [user, password]) {
    // SASL PLAIN parts its fields by NUL (RFC 4616 §2); half a surrogate pair has no octets.
    const isText = typeof text === "string" && !/[\0\r\n\p{Surrogate}]/u.test(text);
    if (text !== undefined && !isText)
      throw new TypeError("the option auth has a user and a password that are texts of one line");
  }
  if (user === undefined && password !== undefined)
    throw new TypeError("the option auth has a user, where it has a password");
  return { ...(user !== undefined && { user }), ...(password !== undefined && { password }) };
}
