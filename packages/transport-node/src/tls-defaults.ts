import type { TlsOptions } from "@anyurl/core/exchange";

/** Defaults for all TLS connections of a transport; the options of a connection take precedence. */
export type TlsDefaults = Omit<TlsOptions, "insecure">;

/** @throws {TypeError} `insecure` is set: it is an option of single calls only. */
export function resolveTlsDefaults(options: TlsDefaults = {}): TlsDefaults {
  if ("insecure" in options)
    throw new TypeError(
      "unsupported option tls.insecure: a transport does not accept it, only a single call",
    );
  return options;
}
