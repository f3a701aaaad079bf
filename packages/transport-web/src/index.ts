import { AccessError } from "@anyurl/core";
import type { Transport } from "@anyurl/core/exchange";
import { createHttp, type PlatformFetch } from "./http.ts";

export type { PlatformFetch } from "./http.ts";

export interface WebTransportOptions {
  /** The function that sends requests. Default: `fetch` of the runtime, when a request is sent. */
  readonly fetch?: PlatformFetch;
  /** The most bytes of a request body, which is held in memory before it is sent. Default 64 MiB. */
  readonly maxUpload?: number;
}

const DEFAULT_MAX_UPLOAD: number = 64 * 1024 * 1024;

/**
 * Creates a transport for runtimes without sockets: `http` and `https` by the platform's own `fetch`. It opens nothing else:
 * every other connection is the AccessError `unsupported`. The platform looks names up itself, so a client with the profile
 * "untrusted" opens only literal addresses.
 *
 * @throws {RangeError} `maxUpload` is not a whole number of bytes.
 */
export function webTransport(options: WebTransportOptions = {}): Transport {
  const { fetch, maxUpload = DEFAULT_MAX_UPLOAD } = options;
  if (!Number.isInteger(maxUpload) || maxUpload < 0)
    throw new RangeError(`invalid maxUpload ${maxUpload}: expected a whole number of bytes`);
  return {
    resolve: (name) => Promise.reject(noSocketsError(`look up the addresses of ${name}`)),
    connect: ({ port }) => Promise.reject(noSocketsError(`open a TCP connection to port ${port}`)),
    http: createHttp({ fetch, maxUpload }),
  };
}

function noSocketsError(what: string): AccessError {
  return new AccessError("unsupported", `cannot ${what}: this runtime has no sockets, only HTTP`, {
    hint: "open an http: or https: URL, or set the option gateways to the URL of a gateway for this scheme",
  });
}
