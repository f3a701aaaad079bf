import type { Scheme } from "@anyurl/core";
import { type Anyurl as AnyurlOf, assemble, checkOptions, type OpenOptions } from "./create-anyurl-from.ts";
import { type FirstParty, SCHEMES } from "./schemes.ts";

/** Options for parsing and opening the URLs of one program. Everything has a default. */
export interface AnyurlOptions<T extends readonly Scheme[] = readonly []> extends OpenOptions {
  /**
   * Schemes in addition to those of this package. One that takes a name of theirs is wrapped in `override`. The names
   * `http`, `https`, and `file` are protected: they also have to be in `allowOverride`.
   */
  readonly schemes?: T;
}

/** A registry and a client in one value. Parsing is pure; opening uses the network. */
export interface Anyurl<S extends Scheme = FirstParty> extends AnyurlOf<S> {}

/**
 * How long an idle connection is kept for the next call, in milliseconds: shorter than the 5 s after which common HTTP
 * servers close it, and short for a server that limits the logins of a user.
 */
const DEFAULT_IDLE_MS = 4_000;

/**
 * Creates an {@link Anyurl} of the schemes of this package and further ones. Nothing is connected, and no network code
 * is loaded, before the first URL is opened. Idle connections are kept for 4 s for later calls, and do not keep the
 * process alive; `connections: { idle: 0 }` keeps none.
 *
 * @throws {AccessError} bad-option: an unknown option, or an invalid value.
 * @throws {TypeError} scheme-taken: a further scheme uses a name that is taken, and is not wrapped in `override`, or
 *   the name is protected and `allowOverride` does not have it.
 */
export function createAnyurl<const T extends readonly Scheme[] = readonly []>(
  options: AnyurlOptions<T> = {},
): Anyurl<FirstParty | T[number]> {
  const { schemes = [], ...rest } = options;
  checkOptions(rest);
  const connections = { idle: DEFAULT_IDLE_MS, ...options.connections };
  return assemble([...SCHEMES, ...schemes], { ...rest, connections }) as Anyurl<FirstParty | T[number]>;
}
