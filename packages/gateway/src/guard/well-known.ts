/** Where whoever is bothered may turn to. */
export interface Contact {
  /** `mailto:` or `https:` URL. */
  readonly contact: string | undefined;
  /** `https://gateway.example`, where it is known. */
  readonly publicUrl: string | undefined;
}

const TEXT = "text/plain; charset=utf-8";
const YEAR = 365 * 86_400_000;

/** "disallow": no machine is to walk through other people's servers by us. */
export type Robots = "disallow" | "allow";

/** RFC 9309. */
export function robotsText(robots: Robots): Response {
  const text = `User-agent: *\n${robots === "disallow" ? "Disallow: /" : "Disallow: /_/"}\n`;
  return new Response(text, { headers: { "content-type": TEXT, "cache-control": "max-age=3600" } });
}

/** RFC 9116; it needs somebody to turn to, and a time until which that is good (§2.5.5: less than a year). */
export function securityText({ contact, publicUrl }: Contact, now: number): Response | undefined {
  if (contact === undefined) return undefined;
  const expires = new Date(now + YEAR / 2).toISOString().replace(/\.\d+Z$/, "Z");
  const canonical =
    publicUrl?.startsWith("https://") === true
      ? `Canonical: ${publicUrl.replace(/\/$/, "")}/.well-known/security.txt\n`
      : "";
  return new Response(`Contact: ${contact}\nExpires: ${expires}\n${canonical}`, {
    headers: { "content-type": TEXT, "cache-control": "max-age=3600" },
  });
}

const CONTACT = /^(?:mailto:[!-~]{3,200}|https:\/\/[!-~]{3,300})$/;

/** @throws {RangeError} */
export function checkedContact(contact: string | undefined): string | undefined {
  if (contact !== undefined && !CONTACT.test(contact))
    throw new RangeError(
      'invalid option contact: expected a URL such as "mailto:abuse@gateway.example" or "https://…"',
    );
  return contact;
}
