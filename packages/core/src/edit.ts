import { decodeText } from "./escape.ts";
import { portOf } from "./ip-schemepart.ts";
import type { Scheme } from "./scheme.ts";
import type { Url } from "./url.ts";

/** The raw components that every URL has; any other key of a change is a part of the scheme's. */
const RAW: ReadonlySet<string> = new Set([
  ...["scheme", "userinfo", "user", "password", "host", "port", "path", "query", "fragment"],
]);

/** What of a change is about the scheme's parts; `undefined` when nothing is. */
export function partsChange(change: object): object | undefined {
  const entries = Object.entries(change).filter(([name]) => !RAW.has(name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * The text of a URL with other parts, written by its scheme.
 *
 * @throws {TypeError} a name that is none of the scheme's parts. @throws {UrlSyntaxError} what format throws.
 */
export function withParts(url: Url, change: object, scheme: Scheme): string {
  const parts = url.parts as object;
  for (const name of Object.keys(change)) {
    if (!(name in parts)) throw new TypeError(`unknown part "${name}" of a ${url.scheme} URL`);
  }
  const { user, password, host, port, fragment } = url;
  const decoded = (raw: string | undefined) => raw && decodeText(raw);
  return scheme.format({
    ...{ scheme: url.scheme, user: decoded(user), password: decoded(password), host, port: portOf(port) },
    ...{ ...parts, ...change, fragment: decoded(fragment) },
  });
}
