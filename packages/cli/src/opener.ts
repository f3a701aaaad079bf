import { type Anyurl, type CallOptions, createAnyurl, type Url } from "anyurl";
import type { Io } from "./io.ts";

/** Options of every verb that opens a URL. */
export interface OpenOptions {
  /** Seconds for the whole call. */
  readonly maxTime?: number;
  /** How often what has failed for a while is tried again. */
  readonly retry?: number;
  /** Go to the URL's port even if it belongs to another protocol. */
  readonly anyPort?: boolean;
}

/** What opens a URL: it may use the password of the environment for the user that the URL names. */
export function openerOf({ scheme }: Url, { anyPort }: OpenOptions, { env }: Io): Anyurl {
  const password = env["ANYURL_PASSWORD"];
  return createAnyurl({
    ...(anyPort === true && { policy: { allowPorts: [`${scheme}:*`] } }),
    credentials: ({ user, wanted }) =>
      password === undefined || wanted !== "password" || user === undefined ? undefined : { password },
  });
}

export function callOptions({ maxTime, retry }: OpenOptions, { signal }: Io): CallOptions {
  return {
    signal,
    ...(maxTime !== undefined && { limits: { deadline: maxTime * 1000 } }),
    ...(retry !== undefined && { retry: { attempts: retry } }),
  };
}
