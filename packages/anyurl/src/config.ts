import type { Gateways, PolicyOptions, Profile } from "@anyurl/client";
import type { Limits, Scheme } from "@anyurl/core";

/** The contents of a config file: the default export of `anyurl.config.ts` or `.js`, or all of `anyurl.config.json`. */
export interface AnyurlConfig {
  /**
   * More schemes: scheme objects, or names of packages that export them, resolved from the config file. To replace a
   * scheme, wrap the new one in `override`; `http`, `https` and `file` cannot be replaced.
   */
  readonly plugins?: readonly (Scheme | string)[];
  /**
   * What may be reached. The policy is complete: a field that it omits has the library's default, so it opens no files.
   */
  readonly policy?: Profile | PolicyOptions;
  /** Schemes whose URLs are read through a gateway (RFC 1738 §4): `{ wais: "https://gw.example/{url}" }`. */
  readonly gateways?: Gateways;
  /** Options of schemes, by scheme name: `{ ftp: { tls: "required" } }`. The command line overrides them. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Changes to the default limits, in bytes and milliseconds. */
  readonly limits?: Partial<Limits>;
}

/** Gives a config file its type; returns the config unchanged. */
export function defineConfig(config: AnyurlConfig): AnyurlConfig {
  return config;
}
