import { formatIPv6, OptionValueError, parseIPv6 } from "@anyurl/core";

/** The default names of a gateway. */
export const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** A name or an address (IPv6 in brackets), and an optional port. */
const HOST_PATTERN = /^(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,255})(?::(\d{1,5}))?$/;

/** Returns the host and port of a public URL. `undefined`: it is not a web URL, or has a path. */
export function parsePublicHost(url: string): string | undefined {
  return /^https?:\/\/([^/?#@]+)\/?$/i.exec(url)?.[1];
}

/** Returns the names of a gateway with this public URL. */
export function defaultHosts(publicUrl: string | undefined): readonly string[] {
  const host = publicUrl === undefined ? undefined : parsePublicHost(publicUrl);
  return host === undefined ? LOOPBACK_HOSTS : [host, ...LOOPBACK_HOSTS];
}

interface ServedHost {
  readonly host: string;
  readonly port: number | undefined;
}

/** The values of `Host` that a gateway serves. */
export interface Hosts {
  /** @param host as in the header, or as in the request URL. */
  serves(host: string | null): boolean;
  /** Is this the gateway itself, according to its names? */
  isOwn(host: string, port: number | undefined): boolean;
}

/**
 * Parses the allowed values of `Host` (RFC 9110 §7.2). Checking `Host` prevents DNS rebinding: a foreign name that
 * resolves to our address is rejected. A name without a port matches any port; "*" matches all names.
 *
 * @param port the port of the gateway, if known, to distinguish its address from other servers on the same host.
 * @throws {OptionValueError} a name is invalid.
 */
export function parseHosts(
  names: readonly string[],
  port: () => number | undefined = () => undefined,
): Hosts {
  const all = names.includes("*");
  const served = names.filter((name) => name !== "*").map(parseServedHost);
  const matches = (host: string, at: number | undefined) =>
    served.some((each) => each.host === host && (each.port === undefined || each.port === at));
  return {
    serves(field) {
      if (all) return true;
      const [, host = "", digits] = HOST_PATTERN.exec(field ?? "") ?? [];
      return host !== "" && matches(normalizeHost(host), digits === undefined ? undefined : Number(digits));
    },
    isOwn(name, at) {
      const host = normalizeHost(name);
      const known = port();
      return served.some((each) => {
        if (each.host !== host) return false;
        if (at === undefined || at === known || at === each.port) return true;
        // A proxy in front serves the HTTP ports, independent of our own port.
        return each.port === undefined && !LOOPBACK_NAMES.has(host) && (at === 80 || at === 443);
      });
    },
  };
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(LOOPBACK_HOSTS.map(normalizeHost));

function parseServedHost(name: string): ServedHost {
  const [, host, digits] = HOST_PATTERN.exec(name) ?? [];
  if (host === undefined || Number(digits ?? 1) > 65_535 || digits === "0")
    throw new OptionValueError('names such as "gateway.example", "[::1]:8080" or "*"');
  return { host: normalizeHost(host), port: digits === undefined ? undefined : Number(digits) };
}

/** Normalizes a host: lower case, no brackets, no final dot; IPv6 as in RFC 5952. */
export function normalizeHost(host: string): string {
  const name = host.toLowerCase().replace(/^\[|[\].]$/g, "");
  const octets = name.includes(":") ? parseIPv6(name) : undefined;
  return octets === undefined ? name : formatIPv6(octets);
}
