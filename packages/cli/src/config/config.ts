import type { Gateways, PolicyOptions, Profile } from "@anyurl/client";
import type { Limits, Scheme } from "@anyurl/core";

/** What a config file says: the default export of `anyurl.config.ts` or `.js`, or all of `anyurl.config.json`. */
export interface AnyurlConfig {
  /**
   * More schemes: the values themselves, or names of packages that export them, as seen from the file. One that takes
   * the name of another scheme is wrapped in `override`; `http`, `https` and `file` are nobody's but ours.
   */
  readonly plugins?: readonly (Scheme | string)[];
  /** What may be reached. It says all: what it leaves out is as the library has it, so that it opens no files. */
  readonly policy?: Profile | PolicyOptions;
  /** Schemes whose URLs are read through a gateway (RFC 1738 §4): `{ wais: "https://gw.example/{url}" }`. */
  readonly gateways?: Gateways;
  /** Options of schemes, by the scheme's name: `{ ftp: { tls: "required" } }`. Those of a command line count more. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Changes to the default limits: octets and milliseconds. */
  readonly limits?: Partial<Limits>;
}

/** Gives a config file its type; the config is what it gets. */
export function defineConfig(config: AnyurlConfig): AnyurlConfig {
  return config;
}
