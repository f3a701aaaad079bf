import { type Client, type ClientOptions, createClient, type TrustStore } from "@anyurl/client";
import { resolveOptions, type Scheme } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import { LRUCache } from "lru-cache";
import { type GatewayReach, gatewayClientOptions } from "./gateway-client-options.ts";

export interface GatewayClientOptions
  extends GatewayReach,
    Pick<ClientOptions<readonly Scheme[]>, "limits" | "options" | "connections" | "tls"> {
  readonly schemes: readonly Scheme[];
}

/** Loopback (RFC 1122, RFC 4291), private networks (RFC 1918, RFC 4193) and shared ones (RFC 6598). */
const PRIVATE_BLOCKS: readonly string[] = [
  ...["127.0.0.0/8", "::1/128"],
  ...["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "100.64.0.0/10"],
];

/** Servers whose keys are remembered. Visitors choose the servers, so their number is limited. */
const MAX_KEYS = 100_000;

/** The keys that servers had on first use, as long as the gateway runs. The server that was not asked longest is forgotten. */
function createKeyStore(): TrustStore {
  const keys = new LRUCache<string, string>({ max: MAX_KEYS });
  return {
    get: (server) => keys.get(server),
    set: (server, key) => void keys.set(server, key),
  };
}

/**
 * Creates a client for a gateway: with the Node.js transport, with the policy "untrusted", and with connections that
 * are pooled for a few seconds, because visitors often open several pages of a server.
 *
 * @throws {TypeError} scheme-taken. @throws {AccessError} bad-option.
 */
export function createGatewayClient(options: GatewayClientOptions): Client {
  const { schemes, connections, tls, allowPrivate, allowPorts, firstUse, ...rest } = options;
  const reach = resolveOptions(gatewayClientOptions, { allowPrivate, allowPorts, firstUse });
  return createClient({
    ...rest,
    schemes,
    tls: { trust: createKeyStore(), ...tls },
    transport: nodeTransport(),
    connections: { idle: 5_000, ...connections },
    policy: {
      profile: "untrusted",
      allowPorts: reach.allowPorts,
      allowAddresses: reach.allowPrivate ? PRIVATE_BLOCKS : [],
      firstUse: reach.firstUse ? "allow" : "refuse",
    },
  });
}
