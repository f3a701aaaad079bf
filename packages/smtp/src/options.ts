/** Options of the mail server and of submission. */
export interface SmtpOptions {
  /** Host name, or an address without brackets. */
  readonly host: string;
  /** Default 465 with TLS from the first byte (RFC 8314 §3.3), else 587 (RFC 6409 §3.1). */
  readonly port?: number;
  /**
   * "implicit": TLS from the first byte; "required": STARTTLS, or nothing is sent; "preferred": STARTTLS if the server
   * offers it, which a man in the middle can suppress; "none". Default "implicit"; for a port other than 465,
   * "required".
   */
  readonly tls?: "implicit" | "required" | "preferred" | "none";
  /** Login. A missing user or password is requested from the client's `credentials`. Default: no login. */
  readonly auth?: SmtpAuth;
  /** Whether the password may be sent without TLS. Default "refuse". */
  readonly clearTextPasswords?: "refuse" | "allow";
  /** Our name in EHLO: a domain, or an address literal in brackets. Default "[127.0.0.1]", which reveals nothing. */
  readonly name?: string;
}

export interface SmtpAuth {
  readonly user?: string;
  readonly password?: string;
}

/** The options, checked and with defaults. */
export interface SmtpSettings extends Required<Omit<SmtpOptions, "auth">> {
  readonly auth: SmtpAuth | undefined;
}

const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;
/** Domain / address-literal   (RFC 5321 §4.1.1.1) */
const NAME_PATTERN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253}[A-Za-z0-9])?|\[[!-Z^-~]{1,100}\])$/;

/**
 * Checks the options and adds the defaults.
 *
 * @throws {TypeError} an option is invalid.
 * @throws {RangeError} the port is invalid.
 */
export function resolveSettings(options: SmtpOptions): SmtpSettings {
  const { host, auth, clearTextPasswords = "refuse", name = "[127.0.0.1]" } = options;
  const tls =
    options.tls ?? ((options.port ?? SUBMISSIONS_PORT) === SUBMISSIONS_PORT ? "implicit" : "required");
  const port = options.port ?? (tls === "implicit" ? SUBMISSIONS_PORT : SUBMISSION_PORT);
  if (typeof host !== "string" || host === "")
    throw new TypeError("invalid option host: expected the name of a mail server");
  if (!["implicit", "required", "preferred", "none"].includes(tls))
    throw new TypeError('invalid option tls: expected "implicit", "required", "preferred" or "none"');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError("invalid option port: expected a number from 1 to 65535");
  if (clearTextPasswords !== "refuse" && clearTextPasswords !== "allow")
    throw new TypeError('invalid option clearTextPasswords: expected "refuse" or "allow"');
  if (typeof name !== "string" || !NAME_PATTERN.test(name))
    throw new TypeError("invalid option name: expected a domain, or an address literal in brackets");
  return {
    host,
    port,
    tls,
    auth: auth === undefined ? undefined : resolveAuth(auth),
    clearTextPasswords,
    name,
  };
}

function resolveAuth(auth: SmtpAuth): SmtpAuth {
  if (typeof auth !== "object" || auth === null)
    throw new TypeError("invalid option auth: expected { user, password }");
  const { user, password } = auth;
  for (const text of [user, password]) {
    // SASL PLAIN separates its fields with NUL (RFC 4616 §2). A lone surrogate has no UTF-8 form.
    const isText = typeof text === "string" && !/[\0\r\n\p{Surrogate}]/u.test(text);
    if (text !== undefined && !isText)
      throw new TypeError("invalid option auth: expected a user and a password without line breaks");
  }
  if (user === undefined && password !== undefined)
    throw new TypeError("invalid option auth: expected a user, because there is a password");
  return { ...(user !== undefined && { user }), ...(password !== undefined && { password }) };
}
