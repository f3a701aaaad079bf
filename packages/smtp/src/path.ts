import { AccessError } from "@anyurl/core";

/*
 * Mailbox      = Local-part "@" ( Domain / address-literal )
 * Local-part   = Dot-string / Quoted-string                       (RFC 5321 §4.1.2)
 *
 * Beyond ASCII as RFC 6531 §3.3 has it: neither a C1 control nor half a character. No control, no white space but in
 * quotes, and no "<" or ">" outside of them: nothing here ends a path or a command early. Which domains there are is the
 * server's to know.
 */
const BEYOND_ASCII = "\\u{a0}-\\u{d7ff}\\u{e000}-\\u{10ffff}";
const ATOM = `[\\w!#$%&'*+/=?^\`{|}~${BEYOND_ASCII}-]+`;
const DOTTED = `${ATOM}(?:\\.${ATOM})*`;
const QUOTED = `"(?:[ !#-[\\]-~${BEYOND_ASCII}]|\\\\[ -~])*"`;
const MAILBOX = new RegExp(`^(?:${DOTTED}|${QUOTED})@(?:${DOTTED}|\\[[!-Z^-~]+\\])$`, "u");

/** Longer than any that there can be (RFC 5321 §4.5.3.1): what is matched is bounded. */
const MAX_MAILBOX = 1000;

/**
 * Path = "<" Mailbox ">"
 *
 * @throws {AccessError} bad-address
 */
export function pathOf(mailbox: string): string {
  if (typeof mailbox === "string" && mailbox.length <= MAX_MAILBOX && MAILBOX.test(mailbox))
    return `<${mailbox}>`;
  throw new AccessError("bad-address", "no mail command can name this address; nothing was sent", {
    hint: "an address is LOCAL-PART@DOMAIN, without a control, and with spaces in quotes only",
  });
}
