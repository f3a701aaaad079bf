import type { Transport } from "@anyurl/core/exchange";
import { type PlatformFetch, webTransport } from "@anyurl/transport-web";
import { connect, rejectTlsOptions, secure } from "./connect.ts";
import { resolve } from "./resolve.ts";
import { loadSockets, type OpenSocket } from "./socket.ts";

export type { PlatformFetch } from "@anyurl/transport-web";
export type { OpenSocket, WorkerdSocket } from "./socket.ts";

export interface WorkerdTransportOptions {
  /**
   * The URL of a resolver for DNS over HTTPS (RFC 8484), which looks up all names. Default
   * "https://cloudflare-dns.com/dns-query".
   */
  readonly resolver?: string;
  /**
   * How `http` and `https` URLs are opened. "fetch" (default): by the platform's `fetch`, which looks names up itself.
   * "sockets": over connections to addresses that the policy has checked. Cloudflare does not connect sockets to its own
   * addresses, and so not to the websites that it serves.
   */
  readonly http?: "fetch" | "sockets";
  /** The most bytes of a request body by `fetch`, which is held in memory before it is sent. Default 64 MiB. */
  readonly maxUpload?: number;
  /** The function that sends requests. Default: `fetch` of the runtime. */
  readonly fetch?: PlatformFetch;
  /** The function that opens sockets. Default: `connect` of `cloudflare:sockets`. */
  readonly connect?: OpenSocket;
}

/**
 * Creates the network of Cloudflare Workers, and of workerd anywhere: TCP, TLS verified by the authorities of the runtime,
 * names by DNS over HTTPS, HTTP. It has no UDP, no files, and accepts no connections.
 *
 * @throws {RangeError} an option has an invalid value.
 */
export function workerdTransport(options: WorkerdTransportOptions = {}): Transport {
  const { resolver = "https://cloudflare-dns.com/dns-query", http = "fetch", connect: own } = options;
  if (!/^https?:\/\//i.test(resolver))
    throw new RangeError(`invalid resolver ${JSON.stringify(resolver)}: expected an https: URL`);
  if (http !== "fetch" && http !== "sockets")
    throw new RangeError(`invalid http ${JSON.stringify(http)}: expected "fetch" or "sockets"`);
  const fetch: PlatformFetch = options.fetch ?? ((to, init) => globalThis.fetch(to, init));
  const { maxUpload } = options;
  const web = webTransport({ fetch, ...(maxUpload !== undefined && { maxUpload }) });
  const open = async () => own ?? (await loadSockets());
  return {
    resolve: (name, signal) => resolve(name, { resolver, fetch }, signal),
    connect: (endpoint, signal) => connect(open, endpoint, signal),
    secure,
    checkTls: async (tls) => rejectTlsOptions(tls),
    isPerTask: true,
    ...(http === "fetch" && { http: web.http! }),
  };
}
