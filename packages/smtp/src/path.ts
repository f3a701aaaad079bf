import { AccessError } from "@anyurl/core";

/*
 * Mailbox      = Local-part "@" ( Domain / address-literal )
 * Local-part   = Dot-string / Quoted-string                       (RFC 5321 §4.1.2)
 *
 * Non-ASCII characters follow RFC 6531 §3.3, without C1 controls and lone surrogates. Controls are not allowed. White
 * space, "<" and ">" are allowed only in quotes, so nothing can end a path or a command early. The server checks whether
 * the domain exists.
 */
const BEYOND_ASCII = "\\u{a0}-\\u{d7ff}\\u{e000}-\\u{10ffff}";
const ATOM = `[\\w!#$%&'*+/=?^\`{|}~${BEYOND_ASCII}-]+`;
const DOTTED = `${ATOM}(?:\\.${ATOM})*`;
const QUOTED = `"(?:[ !#-[\\]-~${BEYOND_ASCII}]|\\\\[ -~])*"`;
const MAILBOX_PATTERN = new RegExp(`^(?:${DOTTED}|${QUOTED})@(?:${DOTTED}|\\[[!-Z^-~]+\\])$`, "u");

/** Longer than any valid mailbox (RFC 5321 §4.5.3.1). Bounds the input of the regular expression. */
const MAX_MAILBOX_CHARACTERS = 1000;

/**
 * Formats a mailbox as Path = "<" Mailbox ">".
 *
 * @throws {AccessError} bad-address
 */
export function formatPath(mailbox: string): string {
  if (
    typeof mailbox === "string" &&
    mailbox.length <= MAX_MAILBOX_CHARACTERS &&
    MAILBOX_PATTERN.test(mailbox)
  )
    return `<${mailbox}>`;
  throw new AccessError("bad-address", "invalid address; nothing was sent", {
    hint: "use the form local-part@domain, without control characters; spaces must be in quotes",
  });
}
