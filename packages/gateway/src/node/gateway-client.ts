import { type Client, type ClientOptions, createClient } from "@anyurl/client";
import type { Scheme } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";

export interface GatewayClientOptions
  extends Pick<ClientOptions<readonly Scheme[]>, "limits" | "options" | "connections" | "tls"> {
  readonly schemes: readonly Scheme[];
  /**
   * Reach loopback and private networks as well: for a gateway that only their own people can reach. Its option `crossSite` is
   * to be "home" then, or pages of other sites could send those people's browsers there. Default false.
   */
  readonly allowPrivate?: boolean;
  /** Ports besides those that are registered for a scheme, as `gopher:7070` or `ftp:*`. Default none. */
  readonly allowPorts?: readonly string[];
}

/** Loopback (RFC 1122, RFC 4291), private networks (RFC 1918, RFC 4193) and shared ones (RFC 6598). */
const PRIVATE: readonly string[] = [
  ...["127.0.0.0/8", "::1/128"],
  ...["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "100.64.0.0/10"],
];

/**
 * A client for a gateway: with Node's network, under the policy "untrusted", and with connections that are kept for a few
 * seconds, for pages come in rows.
 *
 * @throws {TypeError} scheme-taken. @throws {RangeError} a port or a limit that is none.
 */
export function gatewayClient(options: GatewayClientOptions): Client {
  const { schemes, allowPrivate = false, allowPorts = [], connections, ...rest } = options;
  return createClient({
    ...rest,
    schemes,
    transport: nodeTransport(),
    connections: { idle: 5_000, ...connections },
    policy: { profile: "untrusted", allowPorts, allowAddresses: allowPrivate ? PRIVATE : [] },
  });
}
