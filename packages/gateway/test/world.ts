import { createClient } from "@anyurl/client";
import { createRegistry, type Registry, type Scheme } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { news } from "@anyurl/scheme-news";
import { nntp } from "@anyurl/scheme-nntp";
import { prospero } from "@anyurl/scheme-prospero";
import { wais } from "@anyurl/scheme-wais";
import { nodeTransport } from "@anyurl/transport-node";
import { file, http, mailto, telnet } from "anyurl";
import { createGateway, formatLink, type Gateway, type GatewayOptions } from "../src/index.ts";

const SCHEMES: readonly Scheme[] = [ftp, gopher, http, news, nntp, wais, prospero, telnet, mailto, file];

export function gatewayRegistry(): Registry {
  return createRegistry(...SCHEMES);
}

/** Allows loopback at any port, without rate limits. */
const OPEN = {
  policy: {
    profile: "untrusted",
    allowAddresses: ["127.0.0.0/8"],
    allowPorts: ["ftp:*", "gopher:*", "http:*", "news:*", "nntp:*", "wais:*", "prospero:*"],
  },
} as const;

const ANY_RATE = { perSecond: Number.POSITIVE_INFINITY, burst: 1 } as const;

/** Creates a gateway with all first-party schemes and the real transport. */
export function gatewayOf(options: Partial<GatewayOptions> = {}): Gateway {
  const client = createClient({ schemes: SCHEMES, transport: nodeTransport(), ...OPEN });
  return createGateway({
    client,
    hosts: ["gateway.example"],
    clientRate: ANY_RATE,
    targetRate: ANY_RATE,
    maxPerTarget: 64,
    maxPerClient: 64,
    ...options,
  });
}

/** Creates a gateway with the default policy, which does not connect to this machine. */
export function strictGateway(options: Partial<GatewayOptions> = {}): Gateway {
  const client = createClient({ schemes: SCHEMES, transport: nodeTransport(), policy: "untrusted" });
  return createGateway({
    client,
    hosts: ["gateway.example"],
    ...options,
  });
}

export const BROWSER =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

const ORIGIN = "http://gateway.example";

/** Requests a path of a gateway. The default of `accept` is that of a browser. */
export function ask(
  gateway: Gateway,
  path: string,
  { accept = BROWSER, headers = {}, ...init }: RequestInit & { accept?: string } = {},
): Promise<Response> {
  return gateway.fetch(new Request(ORIGIN + path, { ...init, headers: { accept, ...headers } }));
}

/** Requests the link of a URL. */
export function open(
  gateway: Gateway,
  url: string,
  init: RequestInit & { accept?: string } = {},
): Promise<Response> {
  return ask(gateway, formatLink(url), init);
}
