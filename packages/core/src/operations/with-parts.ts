import type { Scheme } from "../scheme/scheme.ts";
import { decodeText } from "../syntax/escape.ts";
import { parsePort } from "../syntax/ip-schemepart.ts";
import type { Url } from "../syntax/url.ts";

/** The raw components of every URL. Any other key of a change is a part of the scheme. */
const COMPONENT_NAMES: ReadonlySet<string> = new Set([
  ...["scheme", "userinfo", "user", "password", "host", "port", "path", "query", "fragment"],
]);

/** Returns the keys of a change that concern the scheme's parts, or `undefined` without such keys. */
export function pickPartsChange(change: object): object | undefined {
  const entries = Object.entries(change).filter(([name]) => !COMPONENT_NAMES.has(name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Returns the text of a URL with other parts, formatted by its scheme.
 *
 * @throws {TypeError} a name that is not a part of the scheme; the scheme has no `format`. @throws {UrlSyntaxError} what format throws.
 */
export function withParts(url: Url, change: object, scheme: Partial<Scheme>): string {
  const parts = url.parts as object;
  for (const name of Object.keys(change)) {
    if (!(name in parts)) throw new TypeError(`unknown part "${name}" of a URL of ${url.scheme}`);
  }
  if (scheme.format === undefined)
    throw new TypeError(
      `cannot change the parts of a URL of ${url.scheme}: its parser cannot format; use a registry`,
    );
  const { user, password, host, port, fragment } = url;
  const decoded = (raw: string | undefined) => raw && decodeText(raw);
  return scheme.format({
    ...{ scheme: url.scheme, user: decoded(user), password: decoded(password), host, port: parsePort(port) },
    ...{ ...parts, ...change, fragment: decoded(fragment) },
  });
}
