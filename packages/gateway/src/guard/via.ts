/** token (RFC 9110 §5.6.2), as a received-by may be. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;

/** More gateways in a row than anybody has. */
const MAX_HOPS = 32;

/** A name for this gateway in `Via`, by chance: two of them are hardly the same. */
export function chanceName(): string {
  const octets = crypto.getRandomValues(new Uint8Array(8));
  return `anyurl-${Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("")}`;
}

/** @throws {RangeError} it cannot stand in `Via`. */
export function checkedName(name: string): string {
  if (!TOKEN.test(name))
    throw new RangeError("invalid option name: expected a token (RFC 9110 §5.6.2) such as gateway-1");
  return name;
}

const VISIBLE = /^[\t\x20-\x7e]{1,2000}$/;

/** What a request that we make for somebody says of us, behind those over whom that one has come. */
export function viaField(name: string, received: string | undefined): string {
  const own = `1.1 ${name}`;
  return received !== undefined && VISIBLE.test(received) ? `${received}, ${own}` : own;
}

/**
 * Has this request been here before? `Via` "can be used for … avoiding request loops" (RFC 9110 §7.6.3). Whoever comes
 * over too many others is taken for one that runs in circles as well.
 */
export function isLoop(via: string | null, name: string): boolean {
  if (via === null) return false;
  const hops = via.split(",");
  if (hops.length > MAX_HOPS) return true;
  const own = name.toLowerCase();
  return hops.some(
    (hop) =>
      hop
        .trim()
        .split(/[ \t]+/, 2)[1]
        ?.toLowerCase() === own,
  );
}
