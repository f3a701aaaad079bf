/* Texts that RFC 1738 §5 derives but the parser rejects, because of rules outside the grammar. */

type Groups = Readonly<Record<string, string | undefined>>;

/** A port is any number in the grammar; there are ports up to 65535 (RFC 6335 §6). */
export function isBeyondPorts({ port = "" }: Groups): boolean {
  return Number(port) > 65_535;
}

/**
 * For schemes that look up their host. A hostnumber is four numbers of any size, but an address has four bytes, and
 * leading zeros are ambiguous. A label has at most 63 characters, and a name 253 (RFC 1034 §3.1).
 */
export function isBeyondHosts({ host = "" }: Groups): boolean {
  const labels = host.split(".");
  if (labels.every((label) => /^[0-9]+$/.test(label))) return labels.some((label) => !isOctet(label));
  return host.length > 253 || labels.some((label) => label.length > 63);
}

function isOctet(digits: string): boolean {
  return Number(digits) < 256 && String(Number(digits)) === digits;
}
