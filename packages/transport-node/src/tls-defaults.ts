import type { TlsOptions } from "@anyurl/core/exchange";

/** What all connections of a transport have, unless one of them has its own. */
export type TlsDefaults = Omit<TlsOptions, "insecure">;

/** @throws {TypeError} `insecure` for everything: it is asked for call by call, or not at all. */
export function tlsDefaultsOf(options: TlsDefaults = {}): TlsDefaults {
  if ("insecure" in options)
    throw new TypeError("the option tls.insecure is for single calls, not for a transport");
  return options;
}
