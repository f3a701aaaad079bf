/** The contact of the operator. */
export interface Contact {
  /** `mailto:` or `https:` URL. */
  readonly contact: string | undefined;
  /** For example `https://gateway.example`, if known. */
  readonly publicUrl: string | undefined;
}

const TEXT_TYPE = "text/plain; charset=utf-8";
const YEAR_MS = 365 * 86_400_000;

/** Returns robots.txt (RFC 9309). "disallow": crawlers must not reach third-party servers through the gateway. */
export function robotsResponse(robots: "disallow" | "allow"): Response {
  const text = `User-agent: *\n${robots === "disallow" ? "Disallow: /" : "Disallow: /_/"}\n`;
  return new Response(text, { headers: { "content-type": TEXT_TYPE, "cache-control": "max-age=3600" } });
}

/** Returns security.txt (RFC 9116). It requires a contact and an expiry (§2.5.5: less than a year ahead). */
export function securityTxtResponse({ contact, publicUrl }: Contact, now: number): Response | undefined {
  if (contact === undefined) return undefined;
  const expires = new Date(now + YEAR_MS / 2).toISOString().replace(/\.\d+Z$/, "Z");
  const canonical =
    publicUrl?.startsWith("https://") === true
      ? `Canonical: ${publicUrl.replace(/\/$/, "")}/.well-known/security.txt\n`
      : "";
  return new Response(`Contact: ${contact}\nExpires: ${expires}\n${canonical}`, {
    headers: { "content-type": TEXT_TYPE, "cache-control": "max-age=3600" },
  });
}

const CONTACT_URL = /^(?:mailto:[!-~]{3,200}|https:\/\/[!-~]{3,300})$/;

/** Is this a contact URL? */
export function isContact(text: string): boolean {
  return CONTACT_URL.test(text);
}
