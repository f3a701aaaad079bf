import { formatIPv6, parseIPv6 } from "@anyurl/core";

/** Names under which a gateway is reached that nobody has told of a name. */
export const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** A name or an address, in brackets when it is IPv6, and a port where one is meant. */
const HOST = /^(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,255})(?::(\d{1,5}))?$/;

interface ServedHost {
  readonly host: string;
  readonly port: number | undefined;
}

/** Which values of `Host` a gateway answers to. */
export interface Hosts {
  /** @param host as the field has it, or as the URL of the request does. */
  serves(host: string | null): boolean;
  /** Is this the gateway itself, as far as names tell? */
  isOwn(host: string, port: number | undefined): boolean;
}

/**
 * Reads what `Host` may be (RFC 9110 §7.2): a page of somebody else, whose name is made to lead to our address, is not
 * answered. A name without a port is served at any; "*" serves all.
 *
 * @param port where the gateway can be reached, if that is known: tells its own address from another server of the host.
 * @throws {RangeError} a name that is none.
 */
export function hostsOf(names: readonly string[], port: () => number | undefined = () => undefined): Hosts {
  const all = names.includes("*");
  const served = names.filter((name) => name !== "*").map(hostOf);
  const matches = (host: string, at: number | undefined) =>
    served.some((each) => each.host === host && (each.port === undefined || each.port === at));
  return {
    serves(field) {
      if (all) return true;
      const [, host = "", digits] = HOST.exec(field ?? "") ?? [];
      return host !== "" && matches(bare(host), digits === undefined ? undefined : Number(digits));
    },
    isOwn(name, at) {
      const host = bare(name);
      const known = port();
      return served.some((each) => {
        if (each.host !== host) return false;
        if (at === undefined || at === known || at === each.port) return true;
        // Behind a proxy it is reached at the ports of HTTP, whatever it listens on itself.
        return each.port === undefined && !LOOPBACK.has(host) && (at === 80 || at === 443);
      });
    },
  };
}

const LOOPBACK: ReadonlySet<string> = new Set(LOOPBACK_HOSTS.map(bare));

function hostOf(name: string): ServedHost {
  const [, host, digits] = HOST.exec(name) ?? [];
  if (host === undefined || Number(digits ?? 1) > 65_535 || digits === "0")
    throw new RangeError(
      'invalid option hosts: expected names such as "gateway.example", "[::1]:8080" or "*"',
    );
  return { host: bare(host), port: digits === undefined ? undefined : Number(digits) };
}

/** Without case, brackets, and the root's dot; an address of IPv6 in the one form of RFC 5952. */
function bare(host: string): string {
  const name = host.toLowerCase().replace(/^\[|[\].]$/g, "");
  const octets = name.includes(":") ? parseIPv6(name) : undefined;
  return octets === undefined ? name : formatIPv6(octets);
}
