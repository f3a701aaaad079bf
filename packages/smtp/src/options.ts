import {
  defineOptions,
  type OptionSet,
  type OptionsInput,
  type ResolvedOptions,
  resolveOptions,
} from "@anyurl/core";

/** SASL PLAIN separates its fields with NUL (RFC 4616 §2). A lone surrogate has no UTF-8 form. */
const readLogin = (text: string): string | undefined =>
  /[\0\r\n\p{Surrogate}]/u.test(text) ? undefined : text;

const AUTH = {
  user: {
    type: "string",
    read: readLogin as (text: string) => string | undefined,
    expected: "a string without line breaks",
    description: "the user. Default: from the client's `credentials`, for this host and port",
  },
  password: {
    type: "string",
    requires: "user",
    read: readLogin as (text: string) => string | undefined,
    expected: "a string without line breaks",
    description: "the password. Default: from the client's `credentials`, for this host and port",
  },
} as const;

const DECLARATIONS = {
  host: {
    type: "string",
    required: true,
    read: (host: string): string | undefined => (host === "" ? undefined : host),
    expected: "the name of a mail server",
    description: "your mail server: a name, or an address without brackets",
  },
  port: {
    type: "integer",
    min: 1,
    max: 65_535,
    description: "port of the server. Default: 465 for implicit TLS, otherwise 587",
    rule: "RFC 8314 §3.3, RFC 6409 §3.1",
  },
  tls: {
    type: "choice",
    choices: ["implicit", "required", "preferred", "none"],
    description:
      '"implicit": TLS from the first byte; "required": STARTTLS, or nothing is sent; "preferred": STARTTLS if offered; "none". Default: "implicit"; for a port other than 465 "required"',
  },
  auth: {
    type: "group",
    options: AUTH as typeof AUTH,
    description: "the login; `{}` for one from the client's `credentials`. Default: no login",
  },
  clearTextPasswords: {
    type: "choice",
    choices: ["refuse", "allow"],
    default: "refuse",
    description: "whether the password may be sent without TLS",
  },
  name: {
    type: "string",
    // Domain / address-literal   (RFC 5321 §4.1.1.1)
    read: (name: string): string | undefined => (NAME_PATTERN.test(name) ? name : undefined),
    expected: "a domain, or an address literal in brackets",
    default: "[127.0.0.1]",
    description: "our name in EHLO; the default reveals nothing",
    rule: "RFC 5321 §4.1.1.1",
  },
} as const;

/** The options of the mail server and of submission. */
export const smtpOptions: OptionSet<typeof DECLARATIONS> = defineOptions("smtp", DECLARATIONS);

export type SmtpOptions = OptionsInput<typeof smtpOptions>;
export type SmtpAuth = NonNullable<SmtpOptions["auth"]>;

/** The options, checked and with all defaults. */
export interface SmtpSettings extends Omit<ResolvedOptions<typeof smtpOptions>, "port" | "tls" | "auth"> {
  readonly port: number;
  readonly tls: NonNullable<SmtpOptions["tls"]>;
  readonly auth: SmtpAuth | undefined;
}

const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;
const NAME_PATTERN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253}[A-Za-z0-9])?|\[[!-Z^-~]{1,100}\])$/;

/** Checks the options and adds the defaults. @throws {AccessError} bad-option */
export function resolveSettings(options: SmtpOptions): SmtpSettings {
  const resolved = resolveOptions(smtpOptions, options);
  const isSubmissions = (resolved.port ?? SUBMISSIONS_PORT) === SUBMISSIONS_PORT;
  const { tls = isSubmissions ? "implicit" : "required" } = resolved;
  const { port = tls === "implicit" ? SUBMISSIONS_PORT : SUBMISSION_PORT } = resolved;
  return { ...resolved, port, tls, auth: options.auth && resolved.auth };
}
